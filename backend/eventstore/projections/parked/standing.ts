// Finds parked streams whose first event still fails.
import type pg from 'pg'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { type PoisonedEvent, type Skips, skipText } from '#backend/eventstore/projections/projection.ts'
import type { DeadLetter } from './dead-letters.ts'
import { readAt } from './parked-events.ts'

type Reader = {
  store: EventStore
  skips: Skips
  unseal: boolean
  concerns(row: StoredEvent): boolean
  refusalOf(event: Decoded): string | undefined
}

/** Reads only each stream's first parked event, since the hourly retry must not cost more as events gather. */
export async function standingStreams(
  db: Pick<pg.Pool, 'query'>,
  { store, skips, unseal, concerns, refusalOf }: Reader,
  letters: readonly DeadLetter[],
): Promise<PoisonedEvent[]> {
  const streams = letters.filter(({ by, position, key }) => by === 'stream' && !skips.has(skipText(position, key)))
  const stored = (
    await readAt(
      db,
      streams.map(({ position }) => position),
    )
  ).filter(concerns)
  const standing: PoisonedEvent[] = []
  for (const event of await store.codec.decodeEach(stored, { unseal })) {
    const error = refusalOf(event)
    if (error !== undefined) standing.push({ by: 'stream', key: event.stream, position: event.position, error })
  }
  return standing
}

export function without(letters: readonly DeadLetter[], standing: readonly PoisonedEvent[]): DeadLetter[] {
  const known = { row: new Set<string>(), stream: new Set<string>() }
  for (const { by, key } of standing) known[by].add(key)
  return letters.filter(({ by, key }) => !known[by].has(key))
}
