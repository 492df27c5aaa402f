// Read-your-writes: a caller's queries wait until they show what the caller has changed.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { ReadModelName } from './projections.ts'

/** A request's: the position of its caller's last change, and whether a read model didn't show it in time. */
type OwnWrites = { position: number; isStale: boolean }

export const ownWrites = new AsyncLocalStorage<OwnWrites>()

/** False if a read model is late; the caller then waits for no other. */
export async function showOwnWrites(positions: Positions<ReadModelName>, readModels: readonly ReadModelName[]) {
  const own = ownWrites.getStore()
  if (own && !own.isStale && !(await positions.waitFor(readModels, own.position))) own.isStale = true
  return !own?.isStale
}
