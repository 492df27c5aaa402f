// Focus that returns to what opened a dialog.
import { useRef } from 'react'

/**
 * For the content of a dialog that opens with its page part, so that the dialog itself does not know what opened it. The dialog gives the focus
 * back only some time after it is gone: whoever goes on by keyboard meanwhile keeps it where they took it.
 */
export function useFocusReturn(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = document.activeElement
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && origin.current instanceof HTMLElement) origin.current.focus()
    },
  }
}

/** For a menu whose items open dialogs: what was chosen is done once the menu is gone, so that the focus returns to the menu's button. */
export function useAfterMenu<Choice>(run: (choice: Choice) => void): {
  choose: (choice: Choice) => void
  onCloseAutoFocus: () => void
} {
  const chosen = useRef<Choice | null>(null)
  return {
    choose: (choice) => {
      chosen.current = choice
    },
    onCloseAutoFocus: () => {
      if (chosen.current !== null) run(chosen.current)
      chosen.current = null
    },
  }
}
