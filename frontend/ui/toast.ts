// Short notices at the edge of the screen. The view is loaded when it is first needed.
import { useSyncExternalStore } from 'react'
import type { ExternalToast } from 'sonner'

const BRIEF_MS = 1500
let viewIsThere: () => void = () => {}
const view = new Promise<void>((resolve) => {
  viewIsThere = resolve
})

/** Told by the toast view once it can show toasts. */
export function toastViewIsThere(): void {
  viewIsThere()
}

let isWanted = false
let tellWanted: () => void = () => {}

/** Whether there was anything to show yet, and the view is worth loading. */
export function useToastsAreWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      tellWanted = listener
      return () => {
        tellWanted = () => {}
      }
    },
    () => isWanted,
    () => false,
  )
}

async function show(kind: 'success' | 'warning' | 'message', text: string, options: ExternalToast): Promise<void> {
  isWanted = true
  tellWanted()
  await view
  const { toast } = await import('sonner')
  toast[kind](text, options)
}

type More = { description?: string; action?: { label: string; onClick: () => void } }

/** A success notice: 1500 ms. A description stands under it, an action beside it. */
export function toastSuccess(text: string, more: More = {}): void {
  void show('success', text, { duration: BRIEF_MS, ...more })
}

/** A warning: 1500 ms. */
export function toastWarning(text: string): void {
  void show('warning', text, { duration: BRIEF_MS })
}

/** A notice that stays until it is taken or put away. */
export function toastOffer(text: string, description: string, action: { label: string; onClick: () => void }): void {
  const cancel = { label: 'Ahora no', onClick: () => {} }
  void show('message', text, { description, action, cancel, duration: Number.POSITIVE_INFINITY })
}

/** A notice with the default duration of 5000 ms. */
export function toastNotice(text: string, description?: string): void {
  void show('message', text, description ? { description } : {})
}
