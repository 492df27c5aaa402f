// Retries dead letters of a projection or reactor: tries the first event of each, then takes back what is parked.
import type pg from 'pg'
import { type Queryable, transaction } from '#backend/db/transaction.ts'
import { eventsAt } from '#backend/eventstore/log/decoding/events-at.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  behindAnother,
  nothingParked,
  type Parked,
  type PoisonedEvent,
  type Skips,
  skipText,
} from '#backend/eventstore/projections/projection.ts'
import { park, readParked } from '#backend/eventstore/projections/row-writer.ts'
import { type DeadLetter, type Doer, listDeadLetters, type Retried, recordRetried } from './dead-letters.ts'

export type ParkedEvent = Pick<PoisonedEvent, 'by' | 'key' | 'position'>
/** Parked events in order, with the letters that name them. */
export type ParkedPage = { letters: readonly ParkedEvent[]; events: readonly Decoded[] }
export type Left = { parked: Parked; skips: Skips }

export type Retryable = {
  name: string
  unseal: boolean
  concerns(row: StoredEvent): boolean
  /** Why the event can't be read; undefined if it can. */
  refusalOf(event: Decoded): string | undefined
  /** Says which rows still fail at their first event; asked outside any transaction. */
  failingRows?(db: Queryable, live: Generation, page: ParkedPage): Promise<PoisonedEvent[]>
  findLive(db: Queryable): Promise<Generation>
  lockRows?(client: pg.ClientBase, live: Generation): Promise<unknown>
  /** Applies a page and parks again what fails; returns that. */
  apply(client: pg.ClientBase, live: Generation, page: ParkedPage, left: Left): Promise<readonly PoisonedEvent[]>
  finish?(client: pg.ClientBase, live: Generation, left: Left): Promise<readonly PoisonedEvent[]>
}

export type RetryParts = { pool: pg.Pool; store: EventStore; by?: Doer | undefined }
type Tried = RetryParts & { retryable: Retryable }

const lettersAtOnce = 500
/** A long-parked stream or row may have any number of events, so they are read in pages. */
const eventsAtOnce = 1000

/** Retries all dead letters or those of `keys`, some in each transaction; records what recovered. */
export async function retryLetters(
  parts: RetryParts & { name: string },
  open: () => Retryable,
  keys?: readonly string[],
): Promise<Retried> {
  const all: Retried = { recovered: [], stuck: [] }
  const letters = (await listDeadLetters(parts.pool, parts.name)).filter(({ key }) => keys?.includes(key) !== false)
  for (let from = 0; from < letters.length; from += lettersAtOnce) {
    const some = letters.slice(from, from + lettersAtOnce)
    const retryable = open()
    const stuck = await stillFailing({ ...parts, retryable }, some)
    const tried = without(some, stuck)
    if (tried.length > 0)
      stuck.push(...(await transaction(parts.pool, (client) => takeBack(client, { ...parts, retryable }, tried))))
    const recovered = without(some, stuck).map(({ key }) => key)
    await recordRetried(parts, recovered)
    all.recovered.push(...recovered)
    for (const one of stuck) all.stuck.push(one)
  }
  return all
}

function without<One extends ParkedEvent>(letters: readonly One[], stuck: readonly ParkedEvent[]): One[] {
  const known = new Set(stuck.map(({ by, key }) => `${by} ${key}`))
  return letters.filter(({ by, key }) => !known.has(`${by} ${key}`))
}

/** Reads only the first parked event of each letter, since the hourly retry must not cost more as events gather. */
async function stillFailing(
  { pool, store, retryable }: Tried,
  letters: readonly DeadLetter[],
): Promise<PoisonedEvent[]> {
  const live = await retryable.findLive(pool)
  const skips = await readSkips(store, retryable.name)
  const tried = letters.filter(({ position, key }) => !skips.has(skipText(position, key)))
  const events = await decodeAt(pool, { store, retryable }, tried)
  const errors = refusalsOf(retryable, events)
  const unread = tried.flatMap(({ by, key, position }) => {
    const error = errors.get(position)
    return error === undefined ? [] : [{ by, key, position, error }]
  })
  const rows = without(tried, unread).filter(({ by }) => by === 'row')
  return [...unread, ...((await retryable.failingRows?.(pool, live, { letters: rows, events })) ?? [])]
}

async function takeBack(
  client: pg.ClientBase,
  { store, retryable }: Tried,
  tried: readonly DeadLetter[],
): Promise<PoisonedEvent[]> {
  const live = await hold(client, retryable)
  const skips = await readSkips(store, retryable.name)
  const parked = await readOthers(client, live, tried)
  const stuck: PoisonedEvent[] = []
  const note = (poisoned: readonly PoisonedEvent[]) => {
    for (const one of poisoned) {
      if (one.by === 'row') parked.row.add(one.key)
      else if (!parked.stream.has(one.key)) parked.stream.set(one.key, one.position)
      if (one.error !== behindAnother) stuck.push(one)
    }
  }
  for await (const all of pagesOf(client, live, tried)) {
    const events = await decodeAt(client, { store, retryable }, all)
    note(await leaveUnreadRows(client, live, without(all, stuck), refusalsOf(retryable, events)))
    const letters = without(
      all,
      stuck.filter(({ by }) => by === 'row'),
    )
    await forget(client, live, letters)
    const own = new Set(letters.map(({ position }) => position))
    const page = { letters, events: events.filter(({ position }) => own.has(position)) }
    note(await retryable.apply(client, live, page, { parked, skips }))
  }
  note((await retryable.finish?.(client, live, { parked, skips })) ?? [])
  await notifyGenerations(client, { checkpoints: {}, changed: [retryable.name] })
  return stuck
}

/** Blocks the feeder until the transaction ends; it then starts over with the remaining dead letters. */
async function hold(client: pg.ClientBase, retryable: Retryable): Promise<Generation> {
  const live = await retryable.findLive(client)
  await retryable.lockRows?.(client, live)
  const { rows } = await client.query<Generation>(
    'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning *',
    [live.generation],
  )
  return rows[0] ?? live
}

/**
 * Leaves rows parked from this page on whose event this code can no longer read. Parking the stream instead would apply
 * the event again to its other rows later.
 */
async function leaveUnreadRows(
  client: pg.ClientBase,
  live: Generation,
  letters: readonly ParkedEvent[],
  errors: ReadonlyMap<number, string>,
): Promise<PoisonedEvent[]> {
  const unread = new Map<string, PoisonedEvent>()
  for (const { by, key, position } of letters) {
    const error = errors.get(position)
    if (by === 'row' && error !== undefined && !unread.has(key)) unread.set(key, { by, key, position, error })
  }
  const rows = [...unread.values()]
  await forget(client, live, rows)
  await park(client, live, rows)
  return rows
}

function refusalsOf(retryable: Retryable, events: readonly Decoded[]): Map<number, string> {
  return new Map(
    events.flatMap((event) => {
      const error = retryable.refusalOf(event)
      return error === undefined ? [] : [[event.position, error] as const]
    }),
  )
}

async function decodeAt(
  db: Queryable,
  { store, retryable }: Pick<Tried, 'store' | 'retryable'>,
  letters: readonly ParkedEvent[],
): Promise<Decoded[]> {
  const stored = await eventsAt(db, [...new Set(letters.map(({ position }) => position))])
  return store.codec.decodeEach(
    stored.filter((row) => retryable.concerns(row)),
    { unseal: retryable.unseal },
  )
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
           and pos >= $4 and (pos, key) > ($4::bigint, $5) order by pos limit ${eventsAtOnce}) d
       order by d.pos, l.key limit ${eventsAtOnce}`,
      [generation, by, keys, last.position, last.key],
    )
    if (rows.length > 0) yield rows
    if (rows.length < eventsAtOnce) return
    last = rows.at(-1) ?? last
  }
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
