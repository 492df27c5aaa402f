// A process that hears no notifications asks the database every second how far the catalogue is.
import { setTimeout as sleep } from 'node:timers/promises'
import type { HolderParts } from './catalogue-holder.ts'

const askMs = 1000

/** Until the signal. `moved` is called when the database is further than what is held. */
export async function askWhileDeaf(
  { notifications, positions }: HolderParts,
  held: { readonly position: number },
  signal: AbortSignal,
  moved: () => void,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(askMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (notifications.connected || signal.aborted) continue
    // A database that is away is reported by whoever needs it.
    await positions.look(['catalogue']).catch(() => undefined)
    if (positions.reached('catalogue') > held.position) moved()
  }
}
