import { useRef } from 'react'

/**
 * For a dialog that mounts together with its content and so doesn't know its opener. The dialog returns the focus
 * with a delay; a keyboard user who has moved on meanwhile keeps theirs.
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

/** For a menu whose items open dialogs: runs the choice once it is closed, so that focus returns to its button. */
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
