// Polls the catalogue's position while the process gets no notifications.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveCatalogueParts } from './live-catalogue.ts'

const askMs = 1000

export async function pollWhileDeaf(
  { notifications, positions }: LiveCatalogueParts,
  shown: { readonly position: number },
  signal: AbortSignal,
  moved: () => void,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(askMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (notifications.connected || signal.aborted) continue
    // Other readers report an unreachable database.
    await positions.look(['catalogue']).catch(() => undefined)
    if (positions.reached('catalogue') > shown.position) moved()
  }
}
