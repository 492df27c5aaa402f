import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { categoryCode, type StreamOf, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { type EventView, storedColumns, viewEvents } from './event-view.ts'

/**
 * Streams and positions have an index, actors and correlations a coarse one. Times are out of order (imports and the
 * demo's history bring their own), so a binary search would miss events, and an index on types would cost every append;
 * scanning a million events takes a second or two.
 */
export type EventFilter = {
  stream?: StreamOf<ShopLog> | undefined
  streams?: readonly StreamOf<ShopLog>[] | undefined
  types?: readonly number[] | undefined
  actor?: string | undefined
  correlation?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** The first position, and the one after the last. */
  from?: number | undefined
  before?: number | undefined
}
export type LogReader = { pool: pg.Pool; store: ShopStore }
export type Query = { text: string; values: unknown[] }

const rangeSize = 10_000

function queryOf(filter: EventFilter, order: string): Query {
  const conditions = [
    ['stream_id = $', filter.stream && shownUuid(filter.stream)] as const,
    ['stream_id = any($)', filter.streams?.map(shownUuid)] as const,
    ['type = any($)', filter.types] as const,
    ['at >= $', filter.since] as const,
    ['at < $', filter.until] as const,
    ["meta->>'actor' = $", filter.actor] as const,
    ["meta->>'correlation' = $", filter.correlation] as const,
    ['pos >= $', filter.from] as const,
    ['pos < $', filter.before] as const,
  ].filter(([, value]) => value !== undefined)
  const where = conditions.map(([condition], at) => condition.replace('$', () => `$${at + 1}`)).join(' and ')
  return {
    text: `select ${storedColumns} from es.events ${where && `where ${where}`} ${order}`,
    values: conditions.map(([, value]) => value),
  }
}

/** Newest first. Sorts a stream by version, as its index does; versions and positions agree. */
export function lastQuery(filter: EventFilter, count: number): Query {
  return queryOf(filter, `order by ${filter.stream ? 'version' : 'pos'} desc limit ${count}`)
}

export function nextQuery(filter: EventFilter): Query {
  return queryOf(filter, `order by ${filter.stream ? 'version' : 'pos'}`)
}

/** Also accepts the displayed name of a text id: `notification-#12ab-...`. */
export function shownUuid(stream: StreamOf<ShopLog>): string {
  const hash = /^[a-z]+-#([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(stream)?.[1]
  return hash
    ? `${categoryCode(shopLog, stream).toString(16).padStart(4, '0')}ffff-${hash}`
    : streamUuid(shopLog, stream)
}

export async function streamExists(pool: pg.Pool, stream: StreamOf<ShopLog>): Promise<boolean> {
  const { rowCount } = await pool.query('select from es.streams where id = $1', [shownUuid(stream)])
  return rowCount !== 0
}

/** Forces the coarse index, which the planner underrates, for actors and correlations. */
export async function lookUp<Row extends StoredEvent = StoredEvent>(
  pool: pg.Pool,
  { text, values }: Query,
): Promise<Row[]> {
  return transaction(pool, async (client) => {
    await client.query('set local enable_seqscan = off; set local enable_indexscan = off')
    return (await client.query<Row>(text, values)).rows
  })
}

export async function findLast(pool: pg.Pool, filter: EventFilter, count: number): Promise<StoredEvent[]> {
  if (!isCoarse(filter)) return (await pool.query<StoredEvent>(lastQuery(filter, count))).rows
  const { from = 0, before = await positionAfter(pool) } = filter
  return findBack(pool, { ...filter, from, before }, count)
}

async function positionAfter(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ next: number }>('select coalesce(max(pos), 0) + 1 as next from es.events')
  return rows[0]?.next ?? 1
}

function isCoarse({ stream, streams, actor, correlation }: EventFilter): boolean {
  return !stream && !streams && (actor !== undefined || correlation !== undefined)
}

/** Scans this many positions first, two milliseconds per thousand: a frequent actor turns up at once. */
const nearest = 5000

/**
 * Finds an actor's or request's last `count` events in a range: scans the nearest positions, then uses the coarse index
 * in growing ranges, at most tenfold. A frequent actor needs a short range; searching the whole log would read every
 * block with one of their events.
 */
async function findBack(pool: pg.Pool, filter: EventFilter & { from: number; before: number }, count: number) {
  const rows: StoredEvent[] = []
  for (let [to, length] = [filter.before, nearest]; to > filter.from && rows.length < count; ) {
    const down = Math.max(filter.from, to - length)
    const query = lastQuery({ ...filter, from: down, before: to }, count - rows.length)
    const found = to === filter.before ? (await pool.query<StoredEvent>(query)).rows : await lookUp(pool, query)
    rows.push(...found)
    to = down
    length = Math.ceil(length * Math.min(10, (2 * (count - rows.length)) / found.length))
  }
  return rows
}

/** Positions per page without an index, and with the coarse one. */
const reach = { plain: 250_000, coarse: 500_000 }

/**
 * The last matching events before a position, newest first, and the position where the search stopped: more may lie
 * below. Searches an entity's streams to the end, others only within a time limit.
 */
export async function findPage(
  pool: pg.Pool,
  filter: EventFilter,
  before: number,
  count: number,
): Promise<{ rows: StoredEvent[]; lookedTo: number }> {
  const from = filter.streams ? 0 : Math.max(0, before - (isCoarse(filter) ? reach.coarse : reach.plain))
  return { rows: await findLast(pool, { ...filter, from, before }, count), lookedTo: from }
}

export function eventAt(position: number): Query {
  return { text: `select ${storedColumns} from es.events where pos = $1`, values: [position] }
}

export async function viewEventAt(
  { pool, store }: LogReader,
  position: number,
  { unseal } = { unseal: false },
): Promise<EventView | undefined> {
  const { rows } = await pool.query<StoredEvent>(eventAt(position))
  return (await viewEvents(store, rows, { unseal }))[0]
}

export async function findLastOf(pool: pg.Pool, streams: readonly StreamOf<ShopLog>[], count: number) {
  const text = `select e.* from unnest($1::uuid[]) s (id) cross join lateral
    (select ${storedColumns} from es.events where stream_id = s.id order by version desc limit $2) e order by e.version`
  return (await pool.query<StoredEvent>(text, [streams.map(shownUuid), count])).rows
}

const shortStream = 100

export async function readPrefixes(pool: pg.Pool, rows: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const ends = new Map<string, number>()
  for (const { stream_id, version } of rows) ends.set(stream_id, Math.max(ends.get(stream_id) ?? 0, version))
  const short = [...ends].filter(([, version]) => version <= shortStream)
  const text = `select ${storedColumns} from unnest($1::uuid[], $2::int[]) s (id, upto)
    join es.events on stream_id = s.id and version <= s.upto order by stream_id, version`
  const values = [short.map(([id]) => id), short.map(([, version]) => version)]
  return (await pool.query<StoredEvent>(text, values)).rows
}

export async function readWhole(pool: pg.Pool, streams: readonly StreamOf<ShopLog>[], most = 2 ** 31 - 1) {
  const text = `select ${storedColumns} from es.events
    where stream_id = any(array(select id from es.streams where id = any($1) and version <= $2)) order by stream_id, version`
  return (await pool.query<StoredEvent>(text, [streams.map(shownUuid), most])).rows
}

/** Yields matching events after `from`, up to `to`, in order; an aborted signal ends early. */
export async function* readFitting(
  pool: pg.Pool,
  filter: EventFilter,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): AsyncGenerator<StoredEvent[]> {
  const read = async (query: Query) => (await pool.query<StoredEvent>(query)).rows
  // A stream's index finds its events in any range.
  const length = filter.stream ? to - from : rangeSize
  for (let start = from; start < to && !signal.aborted; start += length)
    yield await read(nextQuery({ ...filter, from: start + 1, before: Math.min(start + length, to) + 1 }))
}
