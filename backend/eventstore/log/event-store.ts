// The store as the rest of the shop sees it: append, read some streams, read the log.
import pg from 'pg'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { AppendEntry, AppendOutcome, Claim, StockDelta } from './append-entry.ts'
import { AppendLane } from './append-queue.ts'
import type { EventCodec } from './codec.ts'
import type { EventMetadata, RecordedEvent, StoredEvent } from './event.ts'
import { type StreamName, streamUuid } from './stream-id.ts'
import { appends, type ObservedAppend } from './telemetry.ts'

export type NewWrite = { stream: StreamName; expected: number | null; events: readonly AnyEvent[] }
export type NewEntry = {
  commandId: string
  /** Command id of the entry appended right before, where this one was decided on what that one leads to: refused together with it. */
  follows?: string | undefined
  at?: Date | undefined
  meta: EventMetadata
  writes: readonly NewWrite[]
  claims?: readonly Claim[]
}

/** A hole in the positions: never skipped, always an alarm. */
export class LogNotContiguous extends Error {
  override readonly name = 'LogNotContiguous'
}

const jsonOid = 114
const timestampOid = 1184
const columns = 'pos, stream_id, version, type, schema_version, data, meta, at'

export class EventStore {
  readonly codec: EventCodec
  readonly #pool: pg.Pool
  readonly #lane: AppendLane
  readonly #guard: (event: AnyEvent) => StockDelta | null

  /** guard: the stock change an event stands for, so that es.stock is the fold of the log by construction. */
  constructor(parts: {
    pool: pg.Pool
    lanePool: pg.Pool
    codec: EventCodec
    guard: (event: AnyEvent) => StockDelta | null
    afterAppend: () => void
  }) {
    this.codec = parts.codec
    this.#pool = parts.pool
    this.#lane = new AppendLane(parts.lanePool, parts.afterAppend)
    this.#guard = parts.guard
  }

  /** Appends one atomic unit; see AppendLane.append for what it throws. */
  append(entry: NewEntry): Promise<AppendOutcome> {
    const observed: ObservedAppend = { entry, startedAt: performance.now() }
    return appends.tracePromise(() => this.#append(entry, observed.traceparent), observed)
  }

  async #append(entry: NewEntry, traceparent: string | undefined): Promise<AppendOutcome> {
    const meta = traceparent === undefined ? entry.meta : { ...entry.meta, traceparent }
    const writes: AppendEntry['writes'] = await Promise.all(
      entry.writes.map(async ({ stream, expected, events }) => ({
        stream,
        expected,
        events: await this.codec.encode(events, meta),
      })),
    )
    const stock = entry.writes.flatMap((write) => write.events.map(this.#guard).filter((delta) => delta !== null))
    return this.#lane.append({
      commandId: entry.commandId,
      at: entry.at ?? null,
      writes,
      claims: entry.claims ?? [],
      stock,
      ...(entry.follows !== undefined && { follows: entry.follows }),
      ...(traceparent !== undefined && { traceparent }),
    })
  }

  /** Entries that wait in this process for the next batch. */
  get waiting(): number {
    return this.#lane.waiting
  }

  /** The histories of these streams, personal fields opened; one round trip. An absent stream has an empty history. */
  async readStreams(streams: readonly StreamName[]): Promise<Map<StreamName, RecordedEvent[]>> {
    const names = new Map(streams.map((stream) => [streamUuid(stream), stream]))
    const histories = new Map<StreamName, RecordedEvent[]>(streams.map((stream) => [stream, []]))
    if (streams.length === 0) return histories
    const rows = await this.#read(
      'stream',
      `select ${columns} from es.events where stream_id = any($1) order by stream_id, version`,
      [[...names.keys()]],
    )
    for (const event of await this.codec.decode(rows, { unseal: true, names })) histories.get(event.stream)?.push(event)
    return histories
  }

  /** The stored events after a position, in order; throws LogNotContiguous where one is missing. */
  async readAfter(position: number, limit: number): Promise<StoredEvent[]> {
    const rows = await this.#read('after', `select ${columns} from es.events where pos > $1 order by pos limit $2`, [
      position,
      limit,
    ])
    rows.forEach((row, index) => {
      if (row.pos !== position + index + 1) throw new LogNotContiguous(`position ${position + index + 1} is missing`)
    })
    return rows
  }

  /**
   * The stored events of these types between two positions (after `from`, up to `to`), in order; throws LogNotContiguous where any event
   * of the stretch is missing.
   */
  async readTypes(from: number, to: number, types: readonly number[]): Promise<StoredEvent[]> {
    const rows = await this.#read(
      'types',
      `select ${columns} from es.events where pos > $1 and pos <= $2 and type = any($3) order by pos`,
      [from, to, types],
    )
    if (rows.length === to - from) return rows
    const { rows: counts } = await this.#pool.query<{ events: number }>({
      name: 'es.count',
      text: 'select count(*) as events from es.events where pos > $1 and pos <= $2',
      values: [from, to],
    })
    if (counts[0]?.events !== to - from)
      throw new LogNotContiguous(`of the positions ${from + 1} to ${to} only ${counts[0]?.events} are there`)
    return rows
  }

  /** The last position of the log, 0 when empty. */
  async head(): Promise<number> {
    const { rows } = await this.#pool.query<{ pos: number }>('select pos from es.events order by pos desc limit 1')
    return rows[0]?.pos ?? 0
  }

  /** The guarded stock of these products, in units; a product without stock events is absent. */
  async readStock(productIds: readonly number[]): Promise<Map<number, { onHand: number; reserved: number }>> {
    const { rows } = await this.#pool.query<{ product_id: number; on_hand: number; reserved: number }>({
      name: 'es.stock',
      text: 'select product_id, on_hand, reserved from es.stock where product_id = any($1)',
      values: [productIds],
    })
    return new Map(rows.map((row) => [row.product_id, { onHand: row.on_hand, reserved: row.reserved }]))
  }

  /** The next id of a kind of thing: positive integers in creation order. */
  async nextId(kind: 'user' | 'product' | 'order'): Promise<number> {
    const { rows } = await this.#pool.query<{ id: number }>(`select nextval('es.${kind}_id') as id`)
    return (rows[0] as { id: number }).id
  }

  async #read(name: string, text: string, values: unknown[]): Promise<StoredEvent[]> {
    const result = await this.#pool.query<StoredEvent>({ name: `es.${name}`, text, values, types: storedTypes })
    return result.rows
  }
}

/** Leaves json columns as text, since what nobody wants is never parsed, and reads times without the driver's regular expressions. */
const storedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === jsonOid) return (text: string) => text
    const parser = pg.types.getTypeParser(oid, format)
    return oid === timestampOid ? (text: string) => utcTime(text) ?? parser(text) : parser
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** '2026-11-21 07:49:54.123456+00' as PostgreSQL writes it under UTC, to the millisecond; undefined for other shapes. */
function utcTime(text: string): Date | undefined {
  if (!text.endsWith('+00') || text.charCodeAt(4) !== 45) return undefined
  const number = (from: number, to: number) => {
    let value = 0
    for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48
    return value
  }
  const fraction = text.slice(20, -3).padEnd(3, '0')
  const milliseconds = text.charCodeAt(19) === 46 ? Number(fraction.slice(0, 3)) : 0
  return new Date(
    Date.UTC(
      number(0, 4),
      number(5, 7) - 1,
      number(8, 10),
      number(11, 13),
      number(14, 16),
      number(17, 19),
      milliseconds,
    ),
  )
}
