// Retries a reactor's parked streams by reacting to their events now, in order.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  chosenLetters,
  type DeadLetter,
  type Doer,
  type Retried,
  recordSkipped,
  retryInParts,
} from '#backend/eventstore/projections/parked/dead-letters.ts'
import { parkedPage, readAt } from '#backend/eventstore/projections/parked/parked-events.ts'
import { standingStreams, without } from '#backend/eventstore/projections/parked/standing.ts'
import { behindAnother, nothingParked, type PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { applyReactions } from './reaction.ts'
import type { Reactor } from './subscription.ts'

type Parts = { pool: pg.Pool; store: EventStore; reactor: Reactor; by?: Doer | undefined }

export async function retryReactions(parts: Parts, streams?: readonly string[]): Promise<Retried> {
  const { pool, reactor } = parts
  const letters = await chosenLetters(pool, reactor.name, streams)
  return retryInParts({ ...parts, name: reactor.name }, letters, async (some) => {
    const standing = await standingStreams(pool, await readerOf(parts), some)
    const tried = without(some, standing)
    if (tried.length === 0) return { recovered: [], stuck: standing }
    const { recovered, stuck } = await transaction(pool, (client) => takeBack(client, parts, tried))
    return { recovered, stuck: [...standing, ...stuck] }
  })
}

async function readerOf({ store, reactor }: Parts) {
  return {
    store,
    skips: await readSkips(store, reactor.name),
    unseal: false,
    concerns: () => true,
    refusalOf: (event: Decoded) => (event instanceof Undecodable ? event.reason : undefined),
  }
}

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
  // Makes the feeder wait and then start over with the remaining dead letters.
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
  const positions = taken.rows.map(({ pos }) => pos).toSorted((one, other) => one - other)
  const skips = await readSkips(store, reactor.name)
  const poisoned: PoisonedEvent[] = []
  const stream = new Map<string, number>()
  for (let from = 0; from < positions.length; from += parkedPage) {
    const stored = await readAt(client, positions.slice(from, from + parkedPage))
    const events = await store.codec.decodeEach(stored, { unseal: false })
    const left = { parked: { ...nothingParked, stream }, skips }
    const target = { reactor, generation: { name: reactor.name, generation } }
    for (const one of await applyReactions(client, target, events, left)) {
      if (!stream.has(one.key)) stream.set(one.key, one.position)
      if (one.error !== behindAnother) poisoned.push(one)
    }
  }
  await notifyGenerations(client)
  return { recovered: streams.filter((name) => !stream.has(name)), stuck: poisoned }
}
