// Notices to acknowledge: one at a time, in order of arrival.
import { useSyncExternalStore } from 'react'

export type Notice = { text: string; action?: { label: string; run: () => void } }

let waiting: readonly Notice[] = []
const listeners = new Set<() => void>()

function change(next: readonly Notice[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

export function notify(notice: Notice): void {
  if (!waiting.some((other) => other.text === notice.text)) change([...waiting, notice])
}

export function acknowledge(): void {
  change(waiting.slice(1))
}

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
