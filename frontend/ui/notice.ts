// Notices that must be acknowledged: one at a time, in the order they came.
import { useSyncExternalStore } from 'react'

export type Notice = { text: string; action?: { label: string; run: () => void } }

let waiting: readonly Notice[] = []
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Shows a text in a dialog until it is acknowledged. The same text is not queued twice. */
export function notify(notice: Notice): void {
  if (!waiting.some((other) => other.text === notice.text)) change([...waiting, notice])
}

/** Takes away the notice now shown. */
export function acknowledge(): void {
  change(waiting.slice(1))
}

/** The notice now shown, if any. */
export function useNotice(): Notice | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting[0],
    () => undefined,
  )
}
