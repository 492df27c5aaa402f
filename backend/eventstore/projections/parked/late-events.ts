// Parked events of a projection whose rows any stream may touch: they are added to the rows as those stand now, and nothing else is read.
import type pg from 'pg'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  behindAnother,
  keyText,
  nothingParked,
  type PoisonedEvent,
  type Projection,
  rowsOf,
} from '#backend/eventstore/projections/projection.ts'
import { applyBatch, readParked } from '#backend/eventstore/projections/row-writer.ts'
import type { DeadLetter, Retried } from './dead-letters.ts'
import { holdLiveRows } from './live-rows.ts'
import { readAt } from './parked-events.ts'

/** An event that is parked, by itself or behind another. */
type ParkedEvent = PoisonedEvent

/** Takes back what can be applied now, and leaves the rest parked. */
export async function addLateEvents(
  client: pg.ClientBase,
  { store, projection }: { store: EventStore; projection: Projection },
  letters: readonly DeadLetter[],
): Promise<Retried> {
  const live = await holdLiveRows(client, projection)
  const all = await readParkedEvents(client, live, letters)
  const interest = new Interest(store, projection.eventTypes)
  const stored = await readAt(client, [...new Set(all.map(({ position }) => position))])
  const concerning = stored.filter((row) => interest.concerns(row))
  const events = await store.codec.decodeEach(concerning, { unseal: projection.personal })
  const standing = standingRows(projection, events, all)
  const taken = all.filter(({ by, key }) => by === 'stream' || !standing.has(key))
  await forget(client, live, taken)
  const poisoned = await apply(client, { projection, live, store }, events, taken)
  await notifyGenerations(client, { checkpoints: {}, changed: [projection.name] })
  const stuck = [...standing.values(), ...poisoned.filter(({ error }) => error !== behindAnother)]
  const isStuck = (letter: DeadLetter) => stuck.some(({ by, key }) => by === letter.by && key === letter.key)
  return { recovered: letters.filter((letter) => !isStuck(letter)).map(({ key }) => key), stuck }
}

async function readParkedEvents(
  client: pg.ClientBase,
  { generation }: Generation,
  letters: readonly DeadLetter[],
): Promise<ParkedEvent[]> {
  const { rows } = await client.query<ParkedEvent>(
    `select l.by, l.key, d.pos as position, d.error from unnest($2::text[], $3::text[]) l("by", key)
     join es.dead_letters d on d.generation = $1 and d.key = l.key and (d.stream_id is null) = (l.by = 'row') order by d.pos`,
    [generation, letters.map(({ by }) => by), letters.map(({ key }) => key)],
  )
  return rows
}

/**
 * Rows with an event that this code cannot read, though the code that parked them could. They stay parked as they are: parking the stream
 * instead would have the event applied again, later, to its other rows.
 */
function standingRows(
  projection: Projection,
  events: readonly Decoded[],
  all: readonly ParkedEvent[],
): Map<string, PoisonedEvent> {
  const errors = new Map<number, string>()
  for (const event of events) {
    const keyed = rowsOf(projection, event)
    if (keyed instanceof Error) errors.set(event.position, keyed instanceof Undecodable ? keyed.reason : keyed.message)
  }
  const standing = new Map<string, PoisonedEvent>()
  for (const one of all) {
    const error = errors.get(one.position)
    if (one.by === 'row' && error !== undefined && !standing.has(one.key)) standing.set(one.key, { ...one, error })
  }
  return standing
}

async function forget(client: pg.ClientBase, { generation }: Generation, taken: readonly ParkedEvent[]): Promise<void> {
  await client.query(
    `delete from es.dead_letters d using unnest($2::text[], $3::bigint[]) t(key, pos)
     where d.generation = $1 and d.key = t.key and d.pos = t.pos`,
    [generation, taken.map(({ key }) => key), taken.map(({ position }) => position)],
  )
}

/** Each event to those of its rows only that it was parked for: the others have it. */
async function apply(
  client: pg.ClientBase,
  { projection, live, store }: { projection: Projection; live: Generation; store: EventStore },
  events: readonly Decoded[],
  taken: readonly ParkedEvent[],
): Promise<PoisonedEvent[]> {
  const whole = new Set(taken.filter(({ by }) => by === 'stream').map(({ position }) => position))
  const single = new Set(taken.filter(({ by }) => by === 'row').map(({ position, key }) => `${position} ${key}`))
  const late: Projection = {
    ...projection,
    keys: (event) =>
      projection
        .keys(event)
        .filter((key) => whole.has(event.position) || single.has(`${event.position} ${keyText(projection, key)}`)),
  }
  const wanted = new Set(taken.map(({ position }) => position))
  const parked = (await readParked(client, [live.generation])).get(live.generation) ?? nothingParked
  const { poisoned } = await applyBatch(
    client,
    { projection: late, generation: live },
    events.filter(({ position }) => wanted.has(position)),
    { parked, skips: await readSkips(store, projection.name), failures: 1 },
  )
  return poisoned
}
