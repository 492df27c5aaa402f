// Reads streams, guarded numbers and counters for all callers of one moment in one statement, and stream versions in
// another.
import type pg from 'pg'
import type { CounterOf, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamOf, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { Batcher } from './batcher.ts'

export type WantedAtOnce<L extends LogDefinition = LogDefinition> = {
  streams?: readonly StreamOf<L>[]
  snapshots?: readonly string[]
  guarded?: readonly number[]
  counter?: CounterOf<L> | null
}
export type ReadAtOnce<L extends LogDefinition = LogDefinition> = {
  histories: Map<StreamOf<L>, RecordedEvent[]>
  guarded: Map<number, { total: number; taken: number }>
  nextId: number | null
}

/** An event; a guarded number if pos is null; a counter's next number, in `total`, if key is null too. */
type MixedRow = Omit<StoredEvent, 'pos'> & { pos: number | null; key: number | null; total: number; taken: number }
type Asked = { ids: string[]; snapshots: number[]; guarded: readonly number[]; counter: string | null }
type Read = (name: string, text: string, values: unknown[]) => Promise<unknown>

export type AtOnce = Batcher<Asked, MixedRow[]>

const blank = `select ${storedColumns.replace(/\w+/g, 'null')}`

/** One caller's stream can't fail the others. The calls of one turn see one moment. */
export function openAtOnce(read: Read): AtOnce {
  const readAll = async (asked: readonly Asked[]) => apart(asked, (await readTogether(read, asked)) as MixedRow[])
  return new Batcher(readAll, { isolates: true })
}

export async function readAtOnce<L extends LogDefinition>(
  { log, codec, atOnce }: { log: L; codec: EventCodec; atOnce: AtOnce },
  { streams = [], snapshots = [], guarded = [], counter = null }: WantedAtOnce<L>,
): Promise<ReadAtOnce<L>> {
  if (counter !== null && !log.counters.includes(counter)) throw new Error(`unknown counter: ${counter}`)
  const names = new Map<string, StreamOf<L>>(streams.map((stream) => [streamUuid(log, stream), stream]))
  const rows = await atOnce.ask({ ids: [...names.keys()], snapshots: codec.typeIds(snapshots), guarded, counter })
  const numbers = rows.filter((row) => !isEvent(row))
  const histories = new Map<StreamOf<L>, RecordedEvent[]>(streams.map((stream) => [stream, []]))
  for (const event of await codec.decode(rows.filter(isEvent), { unseal: true, names }))
    histories.get(event.stream as StreamOf<L>)?.push(event)
  return {
    histories,
    guarded: new Map(numbers.flatMap(({ key, total, taken }) => (key === null ? [] : [[key, { total, taken }]]))),
    nextId: numbers.find(({ key }) => key === null)?.total ?? null,
  }
}

function isEvent(row: MixedRow): row is MixedRow & StoredEvent {
  return row.pos !== null
}

/**
 * The subselect lets PostgreSQL plan once per session, as in es.version. The callers' snapshots types are merged: each
 * belongs to one category, whose readers all start at its snapshots.
 */
function readTogether(read: Read, asked: readonly Asked[]): Promise<unknown> {
  const counters = countersOf(asked)
  const next = counters.map(([counter], nth) => {
    return ` union all ${blank}, null, nextval('es.${counter}_id'), null from generate_series(1, (select $${nth + 4}::int))`
  })
  return read(
    ['at once', ...counters.map(([counter]) => `with ${counter}`)].join(' '),
    `select ${storedColumns}, null::bigint as key, null::bigint as total, null::bigint as taken
     from es.read_streams($1, $2, null) union all ${blank}, key, total, taken from es.guards
     where key = any((select $3::bigint[])::bigint[])${next.join('')}`,
    [
      distinct(asked.flatMap(({ ids }) => ids)),
      distinct(asked.flatMap(({ snapshots }) => snapshots)),
      distinct(asked.flatMap(({ guarded }) => guarded)),
      ...counters.map(([, count]) => count),
    ],
  )
}

function countersOf(asked: readonly Asked[]): [counter: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { counter } of asked) if (counter !== null) counts.set(counter, (counts.get(counter) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function apart(asked: readonly Asked[], rows: readonly MixedRow[]): MixedRow[][] {
  const ofStreams = Map.groupBy(rows.filter(isEvent), ({ stream_id }) => stream_id)
  const numbers = rows.filter((row) => !isEvent(row))
  const ofKeys = new Map(numbers.map((row) => [row.key, row]))
  const drawn = numbers.filter(({ key }) => key === null)
  const ofCounters = new Map(countersOf(asked).map(([counter, count]) => [counter, drawn.splice(0, count)]))
  return asked.map(({ ids, guarded, counter }) => [
    ...ids.flatMap((id) => ofStreams.get(id) ?? []),
    ...guarded.flatMap((key) => ofKeys.get(key) ?? []),
    ...(counter === null ? [] : (ofCounters.get(counter)?.splice(0, 1) ?? [])),
  ])
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
