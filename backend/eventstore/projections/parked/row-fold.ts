// Folds a few rows of a projection from the streams that touch them.
import type pg from 'pg'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import {
  foldBatch,
  mayTouch,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  type Skips,
} from '#backend/eventstore/projections/projection.ts'
import { parkedPage, positionsIn, readAt } from './parked-events.ts'

export type TellingStreams = Exclude<Projection['streams'], 'any'>

export type RowFoldParts = {
  pool: pg.Pool
  store: EventStore
  projection: Projection
  streamsOf: TellingStreams
  skips: Skips
  keys: ReadonlyMap<string, RowKey>
  streams: Parked['stream']
}

export class RowFold {
  readonly rows = new Map<string, { key: RowKey; row: Row | null }>()
  readonly poisoned: PoisonedEvent[] = []
  readonly #parts: RowFoldParts
  readonly #interest: Interest
  readonly #stuck = new Set<string>()
  #position = 0

  constructor(parts: RowFoldParts) {
    this.#parts = parts
    this.#interest = new Interest(parts.store, parts.projection.eventTypes)
  }

  get keys(): ReadonlyMap<string, RowKey> {
    return this.#parts.keys
  }

  isLike(other: RowFold): boolean {
    const [one, two] = [this.#parts, other.#parts]
    const hasSameKeys = one.keys.size === two.keys.size && [...one.keys.keys()].every((text) => two.keys.has(text))
    const isSame = ([stream, since]: [string, number]) => two.streams.get(stream) === since
    return hasSameKeys && one.streams.size === two.streams.size && [...one.streams].every(isSame)
  }

  async advance(to: number): Promise<void> {
    if (this.keys.size > 0) for await (const page of this.#pages(to)) await this.#fold(page)
    this.#position = to
  }

  async *#pages(to: number): AsyncGenerator<StoredEvent[]> {
    const { pool, store, streamsOf, keys } = this.#parts
    const streams = [...keys.values()].flatMap(streamsOf)
    const positions = await positionsIn(pool, store.log, streams, { from: this.#position, to })
    for (let from = 0; from < positions.length; from += parkedPage) {
      const rows = await readAt(pool, positions.slice(from, from + parkedPage))
      yield rows.filter((row) => this.#interest.concerns(row))
    }
  }

  async #fold(page: readonly StoredEvent[]): Promise<void> {
    const { store, projection, keys, streams, skips } = this.#parts
    const decoded = await store.codec.decodeEach(page, { unseal: projection.personal })
    const touching = decoded.filter((event) => mayTouch(projection, event, keys))
    const stored = new Map([...this.rows].map(([text, { row }]) => [text, row]))
    const { rows, poisoned } = foldBatch(projection, touching, stored, { row: this.#stuck, stream: streams }, skips)
    const unreadable = poisoned.find(({ by, key }) => by === 'stream' && !streams.has(key))
    if (unreadable) throw decoded.find((event) => event instanceof Undecodable) ?? new Error(unreadable.error)
    for (const one of poisoned) {
      if (one.by === 'stream' || !keys.has(one.key)) continue
      this.poisoned.push(one)
      this.#stuck.add(one.key)
    }
    for (const [text, folded] of rows) if (keys.has(text)) this.rows.set(text, folded)
  }
}
