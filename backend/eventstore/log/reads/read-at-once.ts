// Streams, guarded numbers and a number of a counter, read by one statement; the versions of many streams by another.
import type pg from 'pg'
import type { CounterOf, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamOf, streamUuid } from '#backend/eventstore/log/stream-id.ts'

/** counter: whose next number is taken, if one is. */
export type WantedAtOnce<L extends LogDefinition = LogDefinition> = {
  streams: StreamOf<L>[]
  /** As in EventStore.readStreams. */
  openedBy: string[]
  guarded: number[]
  counter: CounterOf<L> | null
}
export type ReadAtOnce<L extends LogDefinition = LogDefinition> = {
  histories: Map<StreamOf<L>, RecordedEvent[]>
  guarded: Map<number, { total: number; taken: number }>
  nextId: number | null
}

/** An event; or (pos is null) a guarded number; or (key is null too) the counter's next number, as `total`. */
type MixedRow = Omit<StoredEvent, 'pos'> & { pos: number | null; key: number | null; total: number; taken: number }
type Parts<L> = { log: L; codec: EventCodec; read: (name: string, text: string, values: unknown[]) => unknown }

/** An event's columns of a row that is none. */
const blank = `select ${storedColumns.replace(/\w+/g, 'null')}`

export async function readAtOnce<L extends LogDefinition>(
  { log, codec, read }: Parts<L>,
  { streams, openedBy, guarded, counter }: WantedAtOnce<L>,
): Promise<ReadAtOnce<L>> {
  if (counter !== null && !log.counters.includes(counter)) throw new Error(`unknown counter: ${counter}`)
  const names = new Map<string, StreamOf<L>>(streams.map((stream) => [streamUuid(log, stream), stream]))
  const next = counter === null ? '' : ` union all ${blank}, null, nextval('es.${counter}_id'), null`
  const rows = (await read(
    counter === null ? 'at once' : `at once with ${counter}`,
    `select ${storedColumns}, null::bigint as key, null::bigint as total, null::bigint as taken
     from es.read_streams($1, $2, null) union all ${blank}, key, total, taken from es.guards where key = any($3)${next}`,
    [[...names.keys()], codec.typeIds(openedBy), guarded],
  )) as MixedRow[]
  const isEvent = (row: MixedRow): row is MixedRow & StoredEvent => row.pos !== null
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

/** How many events these streams hold, by their ids and in their order; 0 for one that is absent. */
export async function readVersions(pool: pg.Pool, ids: readonly string[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: string; version: number }>({
    name: 'es.version',
    text: 'select id, version from es.streams where id = any($1)',
    values: [ids],
  })
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return ids.map((id) => versions.get(id) ?? 0)
}
