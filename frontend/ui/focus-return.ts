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
