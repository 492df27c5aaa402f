// Retries parked events of a projection whose rows any stream may touch, by adding them to the current rows.
import type pg from 'pg'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  behindAnother,
  keyText,
  knownRowsOf,
  nothingParked,
  type PoisonedEvent,
  type Projection,
  reasonOf,
  rowsOf,
  skipText,
} from '#backend/eventstore/projections/projection.ts'
import { applyBatch, readParked, readRows } from '#backend/eventstore/projections/row-writer.ts'
import type { DeadLetter, Retried } from './dead-letters.ts'
import { holdLiveRows } from './live-rows.ts'
import { parkedPage, readAt } from './parked-events.ts'

type ParkedEvent = Pick<PoisonedEvent, 'by' | 'key' | 'position'>
type Parts = { store: EventStore; projection: Projection }

export async function addLateEvents(
  client: pg.ClientBase,
  { store, projection }: Parts,
  letters: readonly DeadLetter[],
): Promise<Retried> {
  const live = await holdLiveRows(client, projection)
  const standing = new Map<string, PoisonedEvent>()
  for await (const page of pagesOf(client, live, letters))
    addStanding(standing, projection, await decode(client, { store, projection }, page), page)
  const tried = letters.filter(({ by, key }) => by === 'stream' || !standing.has(key))
  const poisoned = await takeBack(client, { store, projection, live }, tried)
  await notifyGenerations(client, { checkpoints: {}, changed: [projection.name] })
  const stuck = [...standing.values(), ...poisoned.filter(({ error }) => error !== behindAnother)]
  const isStuck = (letter: DeadLetter) => stuck.some(({ by, key }) => by === letter.by && key === letter.key)
  return { recovered: letters.filter((letter) => !isStuck(letter)).map(({ key }) => key), stuck }
}

/**
 * Finds rows whose first parked event still fails. Later events of such a row are parked too, so trying the first is
 * enough. Run outside any transaction.
 */
export async function standingRows(
  db: Pick<pg.Pool, 'query'>,
  { store, projection, live }: Parts & { live: Generation },
  letters: readonly DeadLetter[],
): Promise<PoisonedEvent[]> {
  const skips = await readSkips(store, projection.name)
  const rows = letters.filter(({ by, key, position }) => by === 'row' && !skips.has(skipText(position, key)))
  const events = new Map((await decode(db, { store, projection }, rows)).map((event) => [event.position, event]))
  const known = rows.flatMap((letter) => {
    const event = events.get(letter.position)
    const own = event && knownRowsOf(projection, event).find(({ text }) => text === letter.key)
    return own ? [{ letter, event: event as RecordedEvent, key: own.key }] : []
  })
  const keys = known.map(({ key }) => key)
  const stored = await readRows(db, { projection, table: tableOf(live) }, keys)
  return known.flatMap(({ letter, event, key }) => {
    try {
      projection.evolve(stored.get(letter.key) ?? null, event, key)
      return []
    } catch (error) {
      return [{ by: 'row' as const, key: letter.key, position: letter.position, error: reasonOf(error) }]
    }
  })
}

async function* pagesOf(
  client: pg.ClientBase,
  { generation }: Generation,
  letters: readonly DeadLetter[],
): AsyncGenerator<ParkedEvent[], void, undefined> {
  const [by, keys] = [letters.map((letter) => letter.by), letters.map(({ key }) => key)]
  for (let last: Pick<ParkedEvent, 'key' | 'position'> = { key: '', position: 0 }; ; ) {
    const { rows } = await client.query<ParkedEvent>(
      // Reads at most one page per key, using the index.
      `select l.by, l.key, d.pos as position from unnest($2::text[], $3::text[]) l("by", key) cross join lateral (
         select pos from es.dead_letters where generation = $1 and key = l.key and (stream_id is null) = (l.by = 'row')
           and pos >= $4 and (pos, key) > ($4::bigint, $5) order by pos limit ${parkedPage}) d
       order by d.pos, l.key limit ${parkedPage}`,
      [generation, by, keys, last.position, last.key],
    )
    if (rows.length > 0) yield rows
    if (rows.length < parkedPage) return
    last = rows.at(-1) ?? last
  }
}

async function decode(
  db: Pick<pg.Pool, 'query'>,
  { store, projection }: Parts,
  page: readonly ParkedEvent[],
): Promise<Decoded[]> {
  const interest = new Interest(store, projection.eventTypes)
  const stored = await readAt(db, [...new Set(page.map(({ position }) => position))])
  const concerning = stored.filter((row) => interest.concerns(row))
  return store.codec.decodeEach(concerning, { unseal: projection.personal })
}

/**
 * Keeps rows parked whose event this code can no longer read. Parking the stream instead would apply the event again to
 * its other rows later.
 */
function addStanding(
  standing: Map<string, PoisonedEvent>,
  projection: Projection,
  events: readonly Decoded[],
  page: readonly ParkedEvent[],
): void {
  const errors = new Map<number, string>()
  for (const event of events) {
    const keyed = rowsOf(projection, event)
    if (keyed instanceof Error) errors.set(event.position, keyed instanceof Undecodable ? keyed.reason : keyed.message)
  }
  for (const one of page) {
    const error = errors.get(one.position)
    if (one.by === 'row' && error !== undefined && !standing.has(one.key)) standing.set(one.key, { ...one, error })
  }
}

async function takeBack(
  client: pg.ClientBase,
  { store, projection, live }: Parts & { live: Generation },
  tried: readonly DeadLetter[],
): Promise<PoisonedEvent[]> {
  const skips = await readSkips(store, projection.name)
  const parked = await readOthers(client, live, tried)
  const poisoned: PoisonedEvent[] = []
  for await (const page of pagesOf(client, live, tried)) {
    const events = await decode(client, { store, projection }, page)
    await forget(client, live, page)
    const target = { projection: onlyParked(projection, page), generation: live }
    const applied = await applyBatch(client, target, events, { parked, skips, failures: 1 })
    for (const one of applied.poisoned) {
      if (one.by === 'row') parked.row.add(one.key)
      else if (!parked.stream.has(one.key)) parked.stream.set(one.key, one.position)
      if (one.error !== behindAnother) poisoned.push(one)
    }
  }
  return poisoned
}

async function readOthers(client: pg.ClientBase, { generation }: Generation, tried: readonly DeadLetter[]) {
  const all = (await readParked(client, [generation])).get(generation) ?? nothingParked
  const others = { row: new Set(all.row), stream: new Map(all.stream) }
  for (const { by, key } of tried) others[by].delete(key)
  return others
}

async function forget(client: pg.ClientBase, { generation }: Generation, taken: readonly ParkedEvent[]): Promise<void> {
  await client.query(
    `delete from es.dead_letters d using unnest($2::text[], $3::bigint[]) t(key, pos)
     where d.generation = $1 and d.key = t.key and d.pos = t.pos`,
    [generation, taken.map(({ key }) => key), taken.map(({ position }) => position)],
  )
}

/** Applies each event only to rows that it was parked for: the others already have it. */
function onlyParked(projection: Projection, page: readonly ParkedEvent[]): Projection {
  const whole = new Set(page.filter(({ by }) => by === 'stream').map(({ position }) => position))
  const single = new Set(page.filter(({ by }) => by === 'row').map(({ position, key }) => `${position} ${key}`))
  return {
    ...projection,
    keys: (event) =>
      projection
        .keys(event)
        .filter((key) => whole.has(event.position) || single.has(`${event.position} ${keyText(projection, key)}`)),
  }
}
