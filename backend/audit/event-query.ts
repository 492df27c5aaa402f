// Looks into the log by what an operator asks for; every condition is checked in SQL.

import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { categoryCode, type StreamOf, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { storedColumns } from './event-view.ts'

/**
 * Streams and positions have an index, actors and correlations a coarse one. Times are not in the order of positions (an import and the
 * demo's history give theirs), so a search by halves would miss some, and an index for types would be paid by every append; looking at a
 * million events one after another takes a second or two.
 */
export type EventFilter = {
  stream?: StreamOf<ShopLog> | undefined
  /** Any of these. */
  streams?: readonly StreamOf<ShopLog>[] | undefined
  /** Numbers of es.event_types. */
  types?: readonly number[] | undefined
  actor?: string | undefined
  correlation?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}
export type Query = { text: string; values: unknown[] }

/** Positions looked at in one statement. */
const stretch = 10_000
const page = 1000

class Conditions {
  readonly #parts: string[] = []
  readonly values: unknown[] = []

  add(condition: (place: string) => string, value: unknown): this {
    if (value !== undefined) this.#parts.push(condition(`$${this.values.push(value)}`))
    return this
  }

  get where(): string {
    return this.#parts.length === 0 ? '' : `where ${this.#parts.join(' and ')}`
  }
}

function conditionsOf(filter: EventFilter): Conditions {
  return new Conditions()
    .add((place) => `stream_id = ${place}`, filter.stream && shownUuid(filter.stream))
    .add((place) => `stream_id = any(${place})`, filter.streams?.map(shownUuid))
    .add((place) => `type = any(${place})`, filter.types)
    .add((place) => `at >= ${place}`, filter.since)
    .add((place) => `at < ${place}`, filter.until)
    .add((place) => `meta->>'actor' = ${place}`, filter.actor)
    .add((place) => `meta->>'correlation' = ${place}`, filter.correlation)
}

/** The uuid of a stream by its name, also by the one that is shown where the id is a text: `notification-#12ab-...`. */
export function shownUuid(stream: StreamOf<ShopLog>): string {
  const hash = /^[a-z]+-#([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(stream)?.[1]
  return hash
    ? `${categoryCode(shopLog, stream).toString(16).padStart(4, '0')}ffff-${hash}`
    : streamUuid(shopLog, stream)
}

/** Whether the log has the stream. */
export async function streamExists(pool: pg.Pool, stream: StreamOf<ShopLog>): Promise<boolean> {
  const { rowCount } = await pool.query('select from es.streams where id = $1', [shownUuid(stream)])
  return rowCount !== 0
}

/** Runs a query that names an actor or a correlation by their coarse index, which the planner underrates. */
export async function lookUp<Row extends StoredEvent = StoredEvent>(
  pool: pg.Pool,
  { text, values }: Query,
): Promise<Row[]> {
  return transaction(pool, async (client) => {
    await client.query('set local enable_seqscan = off; set local enable_indexscan = off')
    return (await client.query<Row>(text, values)).rows
  })
}

/** The last `count` events that fit, the last first. */
export async function findLast(pool: pg.Pool, filter: EventFilter, count: number): Promise<StoredEvent[]> {
  if (filter.stream || (filter.actor === undefined && filter.correlation === undefined))
    return (await pool.query<StoredEvent>(lastQuery(filter, count))).rows
  const { rows } = await pool.query<{ head: number }>('select coalesce(max(pos), 0) as head from es.events')
  return findBack(pool, filter, { before: (rows[0]?.head ?? 0) + 1, from: 0 }, count)
}

/** Positions of the nearest stretch, which is looked through: a frequent actor is found there at once. Two milliseconds a thousand. */
const nearest = 5000

/**
 * The last `count` events of an actor or of a request before a position, down to another: beyond the nearest ones by the coarse index, in stretches
 * as long as those before let expect, ten times as long at most. Who acts often is found in a short one; looked for in all of the log, each
 * quarter of a megabyte in which they ever did something would be read.
 */
async function findBack(
  pool: pg.Pool,
  filter: EventFilter,
  { before, from }: { before: number; from: number },
  count: number,
): Promise<StoredEvent[]> {
  const rows: StoredEvent[] = []
  for (let [to, length] = [before, nearest]; to > from && rows.length < count; ) {
    const down = Math.max(from, to - length)
    const query = pageQuery(filter, to, down, count - rows.length)
    const found = to === before ? (await pool.query<StoredEvent>(query)).rows : await lookUp(pool, query)
    rows.push(...found)
    to = down
    length = Math.ceil(length * Math.min(10, (2 * (count - rows.length)) / found.length))
  }
  return rows
}

/** The last `count` events. Within a stream versions run as positions do, and are what its index is ordered by. */
export function lastQuery(filter: EventFilter, count: number): Query {
  const conditions = conditionsOf(filter)
  const text = `select ${storedColumns} from es.events ${conditions.where} order by ${filter.stream ? 'version' : 'pos'} desc limit ${count}`
  return { text, values: conditions.values }
}

/** Positions that one page looks at, if no index finds what it asks for; and if the coarse one does. */
const reach = { plain: 250_000, coarse: 500_000 }

/**
 * The last `count` events before a position that fit, the last first, and the position down to which was looked: below it there may be
 * more. An entity is looked up whole; anything else no further than an answer can wait for.
 */
export async function findPage(
  pool: pg.Pool,
  filter: EventFilter,
  before: number,
  count: number,
): Promise<{ rows: StoredEvent[]; lookedTo: number }> {
  if (filter.streams)
    return { rows: (await pool.query<StoredEvent>(pageQuery(filter, before, 0, count))).rows, lookedTo: 0 }
  if (filter.actor === undefined) {
    const lookedTo = Math.max(0, before - reach.plain)
    return { rows: (await pool.query<StoredEvent>(pageQuery(filter, before, lookedTo, count))).rows, lookedTo }
  }
  const lookedTo = Math.max(0, before - reach.coarse)
  return { rows: await findBack(pool, filter, { before, from: lookedTo }, count), lookedTo }
}

/** The last `count` events before a position, down to another one. */
export function pageQuery(filter: EventFilter, before: number, from: number, count: number): Query {
  const conditions = conditionsOf(filter)
    .add((place) => `pos < ${place}`, before)
    .add((place) => `pos >= ${place}`, from)
  const text = `select ${storedColumns} from es.events ${conditions.where} order by pos desc limit ${count}`
  return { text, values: conditions.values }
}

/** The event at a position. */
export function eventAt(position: number): Query {
  return { text: `select ${storedColumns} from es.events where pos = $1`, values: [position] }
}

/** The last `count` events of each of these streams, in the order of versions. */
export async function findLastOf(
  pool: pg.Pool,
  streams: readonly StreamOf<ShopLog>[],
  count: number,
): Promise<StoredEvent[]> {
  const text = `select e.* from unnest($1::uuid[]) s (id) cross join lateral
    (select ${storedColumns} from es.events where stream_id = s.id order by version desc limit $2) e order by e.version`
  return (await pool.query<StoredEvent>(text, [streams.map(shownUuid), count])).rows
}

/** Events of a stream that are read to tell what the last of them changed. */
const shortStream = 100

/** The streams of these events up to the last of them, each in order; streams that are longer are left out. */
export async function readPrefixes(pool: pg.Pool, rows: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const ends = new Map<string, number>()
  for (const { stream_id, version } of rows) ends.set(stream_id, Math.max(ends.get(stream_id) ?? 0, version))
  const short = [...ends].filter(([, version]) => version <= shortStream)
  const text = `select ${storedColumns} from unnest($1::uuid[], $2::int[]) s (id, upto)
    join es.events on stream_id = s.id and version <= s.upto order by stream_id, version`
  const values = [short.map(([id]) => id), short.map(([, version]) => version)]
  return (await pool.query<StoredEvent>(text, values)).rows
}

/** The streams of these events, whole and each in order; those of more than `most` events are left out. */
export async function readWhole(
  pool: pg.Pool,
  rows: readonly { stream: StreamOf<ShopLog> }[],
  most: number,
): Promise<StoredEvent[]> {
  const text = `select ${storedColumns} from es.events
    where stream_id = any(array(select id from es.streams where id = any($1) and version <= $2)) order by stream_id, version`
  const ids = [...new Set(rows.map(({ stream }) => shownUuid(stream)))]
  return (await pool.query<StoredEvent>(text, [ids, most])).rows
}

/** The events of positions after `from` up to `to`. */
export function stretchQuery(filter: EventFilter, from: number, to: number): Query {
  const conditions = conditionsOf(filter)
    .add((place) => `pos > ${place}`, from)
    .add((place) => `pos <= ${place}`, to)
  return { text: `select ${storedColumns} from es.events ${conditions.where} order by pos`, values: conditions.values }
}

/** The next events of one stream after a version and a position. */
export function streamQuery(filter: EventFilter, version: number, from: number): Query {
  const conditions = conditionsOf(filter)
    .add((place) => `version > ${place}`, version)
    .add((place) => `pos > ${place}`, from)
  const text = `select ${storedColumns} from es.events ${conditions.where} order by version limit ${page}`
  return { text, values: conditions.values }
}

/** All events after `from` up to `to` that fit, page by page and in order; ends early if the signal is aborted. */
export async function* readFitting(
  pool: pg.Pool,
  filter: EventFilter,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): AsyncGenerator<StoredEvent[]> {
  const read = async (query: Query) => (await pool.query<StoredEvent>(query)).rows
  // A stream's own index finds the few of it among many; for a short stretch the positions do.
  if (filter.stream && to - from > stretch) {
    for (let version = 0; !signal.aborted; ) {
      const rows = await read(streamQuery(filter, version, from))
      yield rows.filter((row) => row.pos <= to)
      if (rows.length < page) return
      version = rows.at(-1)?.version ?? version
    }
  }
  for (let start = from; start < to && !signal.aborted; start += stretch)
    yield await read(stretchQuery(filter, start, Math.min(start + stretch, to)))
}
