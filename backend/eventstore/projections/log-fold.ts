// A projection's rows in memory, folded from the log page by page; the next page is read while one is folded.
import type { Queryable } from '#backend/db/transaction.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { PageSize } from './folding/page-size.ts'
import { RowMemory, type RowSource } from './folding/row-memory.ts'
import type { StraightSample } from './folding/straight-sample.ts'
import {
  behindAnother,
  mayTouch,
  nothingParked,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Skips,
  skipText,
} from './projection.ts'
import type { Folded } from './row-writer.ts'

/** Thrown at an event that cannot be applied and may not be parked. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped'
  /** The event and its row; absent if the new rows came out wrong. */
  readonly stuck: PoisonedEvent | undefined

  constructor(message: string, stuck?: PoisonedEvent) {
    super(message)
    this.stuck = stuck
  }
}

/** What operators decided to leave out of a projection or a reactor. `on`: over this connection. */
export async function readSkips(store: EventStore, projection: string, on?: Queryable): Promise<Skips> {
  const skips = new Set<string>()
  // What only a newer release can read of the operators' doings is no skip here: its event is then parked, and nothing else stands still.
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
  /** What stands still: its events are passed over, those of a stream from the position it is parked at. */
  leftOut?: Parked | undefined
  /** Folds only these keys. */
  only?: ReadonlySet<string>
  /**
   * Asked about events that cannot be applied, the first of each row or stream: returns one that the fold must stop at. If it returns
   * none, they are parked, with all that comes behind them. Default: the fold stops.
   */
  stopAt?: (poisoned: readonly PoisonedEvent[]) => Promise<PoisonedEvent | undefined>
  /** Where the fold starts. */
  position?: number
  /** Where the rows are that the fold starts with, and where those go that do not fit into memory. Default: all are in memory. */
  rows?: RowSource
  /** Of a generation of rows in memory; default: as RowMemory has it. */
  memoryBytes?: number | undefined
  /** Is given the same events. */
  sample?: StraightSample | undefined
}

/** A fold of the log from `position` on; `advance` moves it, `takeChanged` hands out what it led to. */
export class LogFold {
  #parked: PoisonedEvent[] = []
  position: number
  readonly #parts: LogFoldParts
  readonly #interest: Interest
  readonly #leftOut: { row: Set<string>; stream: Map<string, number> }
  readonly #memory: RowMemory
  readonly #pageSize = new PageSize()

  constructor(parts: LogFoldParts) {
    this.#parts = parts
    this.#interest = new Interest(parts.store, parts.projection.eventTypes)
    this.#leftOut = { row: new Set(parts.leftOut?.row), stream: new Map(parts.leftOut?.stream) }
    this.#memory = new RowMemory(parts.projection, parts.rows, parts.memoryBytes)
    this.position = parts.position ?? 0
  }

  /** Folds on up to `target`, telling after each page; throws RebuildStopped at an event that cannot be applied. */
  async advance(target: number, afterPage?: () => Promise<void> | void): Promise<void> {
    const { store } = this.#parts
    const read = (from: number) => {
      const page = store.readConcerning(from, Math.min(from + this.#pageSize.positions, target), this.#interest)
      page.catch(() => undefined) // a page read ahead of a failure is nobody's
      return page
    }
    let next = this.position < target ? read(this.position) : undefined
    while (next) {
      const { rows, to } = await next
      this.#pageSize.learn(rows, to - this.position)
      next = to < target ? read(to) : undefined
      await this.#fold(await store.codec.decodeEach(rows, { unseal: this.#parts.projection.personal }))
      this.position = to
      await afterPage?.()
    }
  }

  /** Folds what another reader has read and decoded as this projection wants it: all that concerns it after `position`, up to `to`. */
  async take(events: readonly Decoded[], to: number): Promise<void> {
    await this.#fold(events)
    this.position = to
  }

  /** Takes all that changed and was not taken. */
  takeChanged(): Folded {
    return this.#memory.takeChanged()
  }

  /** Takes what was parked and not taken. */
  takeParked(): PoisonedEvent[] {
    const all = this.#parked
    this.#parked = []
    return all
  }

  /** Leaves out what stands still from here on. */
  leaveOut({ row, stream }: Parked): void {
    for (const key of row) this.#leftOut.row.add(key)
    for (const [name, position] of stream) this.#leftOut.stream.set(name, position)
  }

  async #fold(decoded: readonly Decoded[]): Promise<void> {
    const { projection, only, skips, sample } = this.#parts
    const events = only ? decoded.filter((event) => mayTouch(projection, event, only)) : decoded
    for await (const step of this.#memory.steps(events, only)) {
      const poisoned = await this.#memory.fold(step, { parked: this.#leftOut, skips, only })
      if (poisoned.length > 0)
        await this.#park(poisoned.filter(({ by, key }) => by === 'stream' || only?.has(key) !== false))
    }
    sample?.fold(events, { row: this.#parts.leftOut?.row ?? nothingParked.row, stream: this.#leftOut.stream })
  }

  async #park(poisoned: readonly PoisonedEvent[]): Promise<void> {
    const first = poisoned.filter(({ by, key, error }) => error !== behindAnother && !this.#leftOut[by].has(key))
    const stuck = first.length === 0 ? undefined : await (this.#parts.stopAt?.(first) ?? first[0])
    if (stuck)
      throw new RebuildStopped(
        `${this.#parts.projection.name}: position ${stuck.position}, ${stuck.by} ${stuck.key}: ${stuck.error}`,
        stuck,
      )
    for (const { by, key, position } of first)
      if (by === 'row') this.#leftOut.row.add(key)
      else this.#leftOut.stream.set(key, position)
    if (this.#parts.stopAt) this.#parked.push(...poisoned)
  }
}
