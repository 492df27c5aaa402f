// Parked streams of a reactor are taken back: their events are reacted to now, in order.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  chosenLetters,
  type DeadLetter,
  type Doer,
  type Retried,
  recordRetried,
  recordSkipped,
} from '#backend/eventstore/projections/parked/dead-letters.ts'
import { readAt } from '#backend/eventstore/projections/parked/parked-events.ts'
import { behindAnother, nothingParked } from '#backend/eventstore/projections/projection.ts'
import { applyReactions } from './reaction.ts'
import type { Reactor } from './subscription.ts'

type Parts = { pool: pg.Pool; store: EventStore; reactor: Reactor; by?: Doer | undefined }

/** Takes back what now can be read of what is parked (or of these streams); the rest stays parked. Recorded as DeadLettersRetried. */
export async function retryReactions(parts: Parts, streams?: readonly string[]): Promise<Retried> {
  const { pool, reactor } = parts
  const letters = await chosenLetters(pool, reactor.name, streams)
  if (letters.length === 0) return { recovered: [], stuck: [] }
  const retried = await transaction(pool, (client) => takeBack(client, parts, letters))
  await recordRetried({ ...parts, name: reactor.name }, retried.recovered)
  return retried
}

/** Leaves one event out for good, and takes its stream back. Recorded as DeadLetterSkipped. */
export async function skipReaction(
  parts: Parts,
  letter: { key: string; position: number; reason: string },
): Promise<Retried> {
  await recordSkipped({ ...parts, name: parts.reactor.name }, letter)
  return retryReactions(parts, [letter.key])
}

async function takeBack(
  client: pg.ClientBase,
  { store, reactor }: Parts,
  letters: readonly DeadLetter[],
): Promise<Retried> {
  // From here on its feeder waits, and then starts anew with what is still parked.
  const { rows } = await client.query<{ generation: number }>(
    "update es.subscriptions set epoch = epoch + 1 where name = $1 and state = 'live' returning generation",
    [reactor.name],
  )
  const generation = rows[0]?.generation ?? 0
  const streams = letters.map(({ key }) => key)
  const taken = await client.query<{ pos: number }>(
    'delete from es.dead_letters where generation = $1 and key = any($2) returning pos',
    [generation, streams],
  )
  const stored = await readAt(
    client,
    taken.rows.map(({ pos }) => pos),
  )
  const events = await store.codec.decodeEach(stored, { unseal: false })
  const target = { reactor, generation: { name: reactor.name, generation } }
  const left = { parked: nothingParked, skips: await readSkips(store, reactor.name) }
  const poisoned = await applyReactions(client, target, events, left)
  await notifyGenerations(client)
  const stuck = poisoned.filter(({ error }) => error !== behindAnother)
  return { recovered: streams.filter((stream) => !stuck.some(({ key }) => key === stream)), stuck }
}
