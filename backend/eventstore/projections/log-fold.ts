// Folds a projection's rows from the log page by page, and reads the next page meanwhile.
import type { Queryable } from '#backend/db/transaction.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { RowMemory, type RowSource, type Step } from './folding/row-memory.ts'
import {
  behindAnother,
  type Fold,
  foldBatch,
  type MutableParked,
  notePoisoned,
  onlyRows,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Skips,
  skipText,
} from './projection.ts'

const pagePositions = 4000
const leastSampled = 200

export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped'
  readonly poisoned: PoisonedEvent | undefined

  constructor(message: string, poisoned?: PoisonedEvent) {
    super(message)
    this.poisoned = poisoned
  }
}

export async function readSkips(store: EventStore, projection: string, on?: Queryable): Promise<Skips> {
  const skips = new Set<string>()
  // Ignores skips written by a newer release: their events are parked again, and nothing else stops.
  for (const event of await store.readEach(`operation-${projection}`, { on })) {
    if (event instanceof Undecodable || event.type !== operatorEvents.DeadLetterSkipped.name) continue
    const { position, key } = operatorEvents.DeadLetterSkipped.schema.parse(event.data)
    skips.add(skipText(position, key))
  }
  return skips
}

export type LogFoldParts = {
  store: EventStore
  projection: Projection
  skips: Skips
  leftOut: Parked
  /**
   * Receives the first events of rows or streams that cannot be applied and returns one to stop at; undefined parks
   * them all. Default: stop.
   */
  stopAt?: (poisoned: readonly PoisonedEvent[]) => Promise<PoisonedEvent | undefined>
  position?: number
  rows: RowSource
  samples?: boolean
}

export class LogFold {
  readonly #parked: PoisonedEvent[] = []
  position: number
  readonly #parts: LogFoldParts
  readonly #filter: SubscriptionFilter
  readonly #leftOut: MutableParked
  readonly memory: RowMemory
  /** Never written; empty unless asked for. */
  readonly sample: Fold['rows'] = new Map()

  constructor(parts: LogFoldParts) {
    this.#parts = parts
    this.#filter = new SubscriptionFilter(parts.store, parts.projection.eventTypes)
    this.#leftOut = { row: new Set(parts.leftOut.row), stream: new Map(parts.leftOut.stream) }
    this.memory = new RowMemory(parts.projection, parts.rows)
    this.position = parts.position ?? 0
  }

  /** Throws RebuildStopped at an event that cannot be applied. */
  async advance(target: number, afterPage?: () => Promise<void> | void): Promise<void> {
    const { store } = this.#parts
    const read = (from: number) => {
      const page = store.readConcerning(from, Math.min(from + pagePositions, target), this.#filter)
      page.catch(() => undefined) // a page read ahead of a failure is nobody's
      return page
    }
    let next = this.position < target ? read(this.position) : undefined
    while (next) {
      const { rows, to } = await next
      next = to < target ? read(to) : undefined
      await this.#fold(await store.codec.decodeEach(rows, { unseal: this.#parts.projection.personal }))
      this.position = to
      await afterPage?.()
    }
  }

  /** Folds a page that follows the position, read and decoded for others too. */
  async take(page: readonly StoredEvent[], decoded: readonly Decoded[]): Promise<void> {
    await this.#fold(decoded.filter((_, nth) => this.#filter.concerns(page[nth] as StoredEvent)))
    this.position += page.length
  }

  takeParked(): PoisonedEvent[] {
    return this.#parked.splice(0)
  }

  leaveOut({ row, stream }: Parked): void {
    for (const key of row) this.#leftOut.row.add(key)
    for (const [name, position] of stream) this.#leftOut.stream.set(name, position)
  }

  async #fold(events: readonly Decoded[]): Promise<void> {
    for await (const step of this.memory.steps(events)) {
      if (this.#parts.samples) this.#foldSample(step)
      const poisoned = await this.memory.fold(step, { parked: this.#leftOut, skips: this.#parts.skips })
      if (poisoned.length > 0) await this.#park(poisoned)
    }
  }

  #foldSample({ events, keyed }: Step): void {
    const { projection, skips } = this.#parts
    const isOpen = this.sample.size < leastSampled
    const isSampled = (text: string) => isOpen || this.sample.has(text)
    const own = events.filter((_, nth) => {
      const rows = keyed[nth]
      return rows instanceof Error || rows?.some(({ text }) => isSampled(text))
    })
    const before = { get: (text: string) => this.sample.get(text)?.row }
    const { rows } = foldBatch(onlyRows(projection, isSampled), own, before, { parked: this.#leftOut, skips })
    for (const [text, row] of rows) this.sample.set(text, row)
  }

  async #park(poisoned: readonly PoisonedEvent[]): Promise<void> {
    const first = poisoned.filter(({ by, key, error }) => error !== behindAnother && !this.#leftOut[by].has(key))
    const stopped = first.length === 0 ? undefined : await (this.#parts.stopAt?.(first) ?? first[0])
    if (stopped)
      throw new RebuildStopped(
        `${this.#parts.projection.name}: position ${stopped.position}, ${stopped.by} ${stopped.key}: ${stopped.error}`,
        stopped,
      )
    for (const one of first) notePoisoned(this.#leftOut, one)
    if (this.#parts.stopAt) this.#parked.push(...poisoned)
  }
}
