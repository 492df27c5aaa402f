// The store as an application sees it: append, read streams, read the log.

import type pg from 'pg'
import type { Queryable } from '#backend/db/transaction.ts'
import {
  type ActorOf,
  type CategoryOf,
  type ClaimScopeOf,
  type CounterOf,
  type EventIn,
  guardedChangeOf,
  type LogDefinition,
} from '#backend/eventstore/definition/log-definition.ts'
import { type AppendEntry, type AppendOutcome, bytesOf, type StoredClaim } from './append-entry.ts'
import { AppendQueue } from './append-queue.ts'
import type { EventCodec } from './codec.ts'
import { type AcceptedCommands, findAcceptedCommands } from './command-ids.ts'
import { storedColumns, storedTypes } from './decoding/stored-types.ts'
import type { SubscriptionFilter } from './decoding/subscription-filter.ts'
import type { Decoded } from './decoding/undecodable.ts'
import type { EventMetadata, RecordedEvent, StoredEvent } from './event.ts'
import { Batcher } from './reads/batcher.ts'
import { type ConcerningPage, readAfter, readConcerning } from './reads/log-pages.ts'
import { type Guarded, openReads, readVersions } from './reads/read-together.ts'
import { type StreamName, type StreamOf, streamName, streamUuid } from './stream-id.ts'
import { appends, type ObservedAppend } from './telemetry.ts'

/** Writes events of one stream's category at an expected version (0: new; null: any). */
export type NewWrite<L extends LogDefinition = LogDefinition> = {
  [C in CategoryOf<L>]: { stream: StreamName<C>; expected: number | null; events: readonly EventIn<L, C>[] }
}[CategoryOf<L>]

export type Claim<L extends LogDefinition = LogDefinition> = {
  scope: ClaimScopeOf<L>
  key: Buffer
  stream: StreamOf<L>
}

export type NewEntry<L extends LogDefinition = LogDefinition> = {
  commandId: string
  fingerprint?: Buffer | undefined
  at?: Date | undefined
  meta: EventMetadata<ActorOf<L>>
  writes: readonly NewWrite<L>[]
  claims?: readonly Claim<L>[]
}

/** A version bound makes the planner use the index, whatever length it expects of streams. */
const newestEvents = `select ${storedColumns} from es.events where stream_id = $1
  and version > coalesce((select version from es.streams where id = $1) - $2::int, 0) order by version`

/**
 * Appends entries (all or nothing), reads streams by version and the log by position. Positions count from 1 without a
 * gap; once a position is visible, so are all earlier ones.
 */
export class EventStore<L extends LogDefinition = LogDefinition> {
  readonly log: L
  readonly codec: EventCodec
  readonly #pool: pg.Pool
  readonly #appends: AppendQueue
  readonly #versions = new Batcher((ids: readonly string[]) => readVersions(this.#pool, ids), { most: 100 })
  readonly #reads = openReads((...query) => this.#read(...query))

  constructor(parts: { log: L; pool: pg.Pool; appendPool: pg.Pool; codec: EventCodec; afterAppend: () => void }) {
    this.log = parts.log
    this.codec = parts.codec
    this.#pool = parts.pool
    this.#appends = new AppendQueue(parts.appendPool, parts.afterAppend)
  }

  append(entry: NewEntry<L>): Promise<AppendOutcome> {
    const observed: ObservedAppend = { entry, startedAt: performance.now() }
    return appends.tracePromise(() => this.#append(entry, observed.traceparent), observed)
  }

  async #append(entry: NewEntry, traceparent: string | undefined): Promise<AppendOutcome> {
    const meta = traceparent === undefined ? entry.meta : { ...entry.meta, traceparent }
    const writes: AppendEntry['writes'] = await Promise.all(
      entry.writes.map(async ({ stream, expected, events }) => ({
        stream,
        id: streamUuid(this.log, stream),
        expected,
        events: await this.codec.encode(stream, events, meta),
      })),
    )
    const events = entry.writes.flatMap((write) => write.events)
    return this.#appends.append({
      commandId: entry.commandId,
      fingerprint: entry.fingerprint ?? null,
      bytes: bytesOf(writes),
      at: entry.at ?? null,
      writes,
      claims: (entry.claims ?? []).map((claim) => this.#storedClaim(claim)),
      guarded: events
        .map((event) => guardedChangeOf(this.log, this.codec.asRead(event)))
        .filter((change) => change !== null),
      ...(traceparent !== undefined && { traceparent }),
    })
  }

  #storedClaim({ scope, key, stream }: Claim): StoredClaim {
    return { scope, code: this.#scopeCode(scope), key, stream: streamUuid(this.log, stream) }
  }

  #scopeCode(scope: string): number {
    const code = (this.log.claimScopes as LogDefinition['claimScopes'])[scope]
    if (code === undefined) throw new Error(`unknown scope of claims: ${scope}`)
    return code
  }

  get waiting(): number {
    return this.#appends.waiting
  }

  findAccepted(commandIds: readonly string[]): Promise<AcceptedCommands> {
    return findAcceptedCommands(this.#pool, commandIds)
  }

  /**
   * Reads streams with personal fields opened; an absent one has an empty history. `snapshots` names all snapshot
   * events of the category: each history then starts at its last one, and simultaneous calls share a round trip.
   * `until` reads the log as of that position.
   */
  async readStreams<C extends CategoryOf<L>>(
    streams: readonly StreamName<C>[],
    snapshots?: readonly EventIn<L, C>['type'][],
    until?: number,
  ): Promise<Map<StreamName<C>, RecordedEvent<EventIn<L, C>>[]>> {
    const names = new Map<string, StreamName<C>>(streams.map((stream) => [streamUuid(this.log, stream), stream]))
    const histories = new Map<StreamName, RecordedEvent[]>(streams.map((stream) => [stream, []]))
    const rows = await this.#readHistories([...names.keys()], snapshots, until)
    for (const event of await this.codec.decode(rows, { unseal: true, names })) histories.get(event.stream)?.push(event)
    return histories as Map<StreamName<C>, RecordedEvent<EventIn<L, C>>[]>
  }

  async #readHistories(ids: readonly string[], snapshots?: readonly string[], until?: number): Promise<StoredEvent[]> {
    if (ids.length === 0) return []
    const types = this.codec.typeIds(snapshots ?? [])
    if (snapshots && until === undefined) return (await this.#reads.ask({ ids, snapshots: types })).events
    return this.#read('streams', `select ${storedColumns} from es.read_streams($1, $2, $3)`, [
      ids,
      types,
      until ?? null,
    ])
  }

  /**
   * Reads one stream with personal fields opened; unreadable events become Undecodable. `newest` limits the number of
   * events from the end. `on` chooses the connection.
   */
  async readEach(
    stream: StreamOf<L>,
    { newest, on = this.#pool }: { newest?: number; on?: Queryable | undefined } = {},
  ): Promise<Decoded[]> {
    const id = streamUuid(this.log, stream)
    const rows = await this.#read('each', newestEvents, [id, newest ?? null], on)
    return this.codec.decodeEach(rows, { unseal: true, names: new Map([[id, stream]]), on })
  }

  /** Number of events in a stream, 0 if absent. Changes in the appending transaction. */
  versionOf(stream: StreamOf<L>): Promise<number> {
    return this.#versions.ask(streamUuid(this.log, stream))
  }

  /**
   * Stored events after a position, in order: at least one, if there is any, and at most a few megabytes. Throws
   * LogNotContiguous for a gap.
   */
  readAfter(position: number, limit: number, on: Queryable = this.#pool): Promise<StoredEvent[]> {
    return readAfter(on, position, limit)
  }

  /**
   * Stored events for a reader after `from`, up to `to`, in order; the result's `to` is smaller if the page reached a
   * few megabytes. Throws LogNotContiguous for a gap.
   */
  readConcerning(from: number, to: number, filter: SubscriptionFilter): Promise<ConcerningPage> {
    return readConcerning(this.#pool, from, to, filter)
  }

  async *pagesConcerning(from: number, to: number, filter: SubscriptionFilter): AsyncGenerator<StoredEvent[]> {
    for (let last = from; last < to; ) {
      const page = await this.readConcerning(last, to, filter)
      yield page.rows
      last = page.to
    }
  }

  async head(): Promise<number> {
    const { rows } = await this.#pool.query<{ pos: number }>('select pos from es.events order by pos desc limit 1')
    return rows[0]?.pos ?? 0
  }

  async readGuarded(keys: readonly number[]): Promise<Map<number, Omit<Guarded, 'key'>>> {
    if (keys.length === 0) return new Map()
    const { guarded } = await this.#reads.ask({ keys })
    return new Map(guarded.map(({ key, total, taken }) => [key, { total, taken }]))
  }

  async findClaim(scope: ClaimScopeOf<L>, key: Buffer): Promise<StreamOf<L> | undefined> {
    const { rows } = await this.#pool.query<{ stream_id: string }>({
      name: 'es.claims',
      text: 'select stream_id from es.claims where scope = $1 and key = $2',
      values: [this.#scopeCode(scope), key],
    })
    return rows[0] && (streamName(this.log, rows[0].stream_id) as StreamOf<L>)
  }

  /**
   * Frees a stream's claims and destroys its person's key for good; safe to repeat. Throws unless the stream holds its
   * category's `freesClaims` event and that event names the person.
   */
  async forget(stream: StreamOf<L>, subject: number): Promise<void> {
    await this.#pool.query('select es.forget_subject($1, $2)', [streamUuid(this.log, stream), subject])
  }

  /** The next number of a counter: positive and rising, with holes after failed work. */
  async nextId(counter: CounterOf<L>): Promise<number> {
    if (!this.log.counters.includes(counter)) throw new Error(`unknown counter: ${counter}`)
    return (await this.#reads.ask({ counter })).nextId as number
  }

  async #read(name: string, text: string, values: unknown[], on: Queryable = this.#pool): Promise<StoredEvent[]> {
    return (await on.query<StoredEvent>({ name: `es.${name}`, text, values, types: storedTypes })).rows
  }
}
