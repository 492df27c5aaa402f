// Focus that returns to what opened a dialog.
import { useRef } from 'react'

/** For the content of a dialog that opens with its page part, so that the dialog itself does not know what opened it. */
export function useFocusReturn(): { onOpenAutoFocus: () => void; onCloseAutoFocus: () => void } {
  const origin = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      origin.current = document.activeElement
    },
    onCloseAutoFocus: () => {
      if (origin.current instanceof HTMLElement) origin.current.focus()
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
