// Reads streams, guarded numbers and counters of all callers of one moment in one statement, versions in another.
import type pg from 'pg'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { Batcher } from './batcher.ts'

export type Guarded = { key: number; total: number; taken: number }
/** Streams by uuid, each from its last event of these types, guarded keys, and the next number of a counter. */
type Wanted = { ids?: readonly string[]; snapshots?: readonly number[]; keys?: readonly number[]; counter?: string }
type Found = { events: StoredEvent[]; guarded: Guarded[]; nextId?: number | undefined }
/** An event if `pos` is set; a guarded number if `key` is; otherwise a counter's next number, in `total`. */
type MixedRow = Omit<StoredEvent, 'pos'> & { pos: number | null; key: number | null; total: number; taken: number }
type Read = (name: string, text: string, values: unknown[]) => Promise<unknown>

const blank = `select ${storedColumns.replace(/\w+/g, 'null')}`

/** One caller's stream can't fail the others. The calls of one turn see one moment. */
export function openReads(read: Read): Batcher<Wanted, Found> {
  return new Batcher(async (all) => apart(all, (await readTogether(read, all)) as MixedRow[]), { isolates: true })
}

/**
 * The subselect lets PostgreSQL plan once per session, as in es.version. The callers' snapshots types are merged: each
 * belongs to one category, whose readers all start at its snapshots.
 */
function readTogether(read: Read, all: readonly Wanted[]): Promise<unknown> {
  const counters = countersOf(all)
  const numbers = counters.map(
    ([counter], nth) =>
      ` union all ${blank}, null, nextval('es.${counter}_id'), null from generate_series(1, (select $${nth + 4}::int))`,
  )
  return read(
    ['at once', ...counters.map(([counter]) => `with ${counter}`)].join(' '),
    `select ${storedColumns}, null::bigint as key, null::bigint as total, null::bigint as taken
     from es.read_streams($1, $2, null)
     union all ${blank}, key, total, taken from es.guards
     where key = any((select $3::bigint[])::bigint[])${numbers.join('')}`,
    [
      distinct(all.flatMap(({ ids = [] }) => ids)),
      distinct(all.flatMap(({ snapshots = [] }) => snapshots)),
      distinct(all.flatMap(({ keys = [] }) => keys)),
      ...counters.map(([, count]) => count),
    ],
  )
}

function countersOf(all: readonly Wanted[]): [counter: string, count: number][] {
  const counters = Map.groupBy(
    all.flatMap(({ counter = [] }) => counter),
    (counter) => counter,
  )
  return [...counters]
    .map(([counter, { length }]): [string, number] => [counter, length])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function apart(all: readonly Wanted[], rows: readonly MixedRow[]): Found[] {
  const ofStreams = Map.groupBy(rows as readonly StoredEvent[], ({ stream_id }) => stream_id)
  const ofKeys = new Map((rows as readonly Guarded[]).map((row) => [row.key, row]))
  const drawn = rows.filter(({ pos, key }) => pos === null && key === null)
  const ofCounters = new Map(countersOf(all).map(([counter, count]) => [counter, drawn.splice(0, count)]))
  return all.map(({ ids = [], keys = [], counter = '' }) => ({
    events: ids.flatMap((id) => ofStreams.get(id) ?? []),
    guarded: keys.flatMap((key) => ofKeys.get(key) ?? []),
    nextId: ofCounters.get(counter)?.shift()?.total,
  }))
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

/**
 * Counts events by stream id, in the order of the ids; 0 for an absent stream. The subselect hides the list's length
 * from the planner, which would otherwise plan anew at each call.
 */
export async function readVersions(pool: pg.Pool, ids: readonly string[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    name: 'es.version',
    text: 'select id, version from es.streams where id = any((select $1::uuid[])::uuid[])',
    values: [ids],
  })
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return ids.map((id) => versions.get(id) ?? 0)
}
