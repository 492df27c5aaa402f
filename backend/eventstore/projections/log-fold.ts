// A projection's rows in memory, folded from the log page by page; the next page is read while one is folded.
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import {
  behindAnother,
  foldBatch,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  rowsOf,
  type Skips,
  skipText,
} from './projection.ts'

const pageSize = 10_000

/** Thrown at the first event that cannot be applied: a rebuild never skips by itself. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped'
  /** The event and its row; absent if the new rows came out wrong. */
  readonly stuck: PoisonedEvent | undefined

  constructor(message: string, stuck?: PoisonedEvent) {
    super(message)
    this.stuck = stuck
  }
}

/** What operators decided to leave out of a projection or a reactor. */
export async function readSkips(store: EventStore, projection: string): Promise<Skips> {
  const skips = new Set<string>()
  // What only a newer release can read of the operators' doings is no skip here: its event is then parked, and nothing else stands still.
  for (const event of await store.readEach(`operation-${projection}`)) {
    if (event instanceof Undecodable || event.type !== operatorEvents.DeadLetterSkipped.name) continue
    const { position, key } = operatorEvents.DeadLetterSkipped.schema.parse(event.data)
    skips.add(skipText(position, key))
  }
  return skips
}

type Changes = Map<string, { key: RowKey; row: Row | null }>

export type LogFoldParts = {
  store: EventStore
  projection: Projection
  skips: Skips
  /** What stands still: its events are passed over, those of a stream from the position it is parked at. */
  leftOut?: Parked
  /** Folds only these keys. */
  only?: ReadonlySet<string>
  /**
   * Asked about events that cannot be applied, the first of each row or stream: returns one that the fold must stop at. If it returns
   * none, they are parked, with all that comes behind them. Default: the fold stops.
   */
  stopAt?: (poisoned: readonly PoisonedEvent[]) => Promise<PoisonedEvent | undefined>
  /** Where the fold starts; `load` then fetches stored rows when they are first touched. */
  position?: number
  load?: (keys: readonly RowKey[]) => Promise<Map<string, Row>>
}

/** A fold of the log from `position` on; `advance` moves it, `rows` and `changed` hold its outcome. */
export class LogFold {
  /** All that is known in memory; null: known to be absent. */
  readonly rows = new Map<string, Row | null>()
  /** What changed and was not taken to be written yet. */
  changed: Changes = new Map()
  #parked: PoisonedEvent[] = []
  position: number
  /** True while a key that is not in `rows` has no row at all. */
  complete: boolean
  readonly #parts: LogFoldParts
  readonly #interest: Interest
  readonly #skips: Skips
  readonly #leftOut: { row: Set<string>; stream: Map<string, number> }
  /** What changed before the last `takeCooled` and was not touched since. */
  #cooling: Changes = new Map()

  constructor(parts: LogFoldParts) {
    this.#parts = parts
    this.#interest = new Interest(parts.store, parts.projection.eventTypes)
    this.#skips = parts.skips
    this.#leftOut = { row: new Set(parts.leftOut?.row), stream: new Map(parts.leftOut?.stream) }
    this.position = parts.position ?? 0
    this.complete = this.position === 0
  }

  /** Folds on up to `target`, telling after each page; throws RebuildStopped at an event that cannot be applied. */
  async advance(target: number, afterPage?: () => Promise<void> | void): Promise<void> {
    const { store } = this.#parts
    const read = (from: number) => {
      const to = Math.min(from + pageSize, target)
      const rows = store.readConcerning(from, to, this.#interest)
      rows.catch(() => undefined) // a page read ahead of a failure is nobody's
      return { to, rows }
    }
    let next = this.position < target ? read(this.position) : undefined
    while (next) {
      const { to, rows } = next
      const page = await rows
      next = to < target ? read(to) : undefined
      await this.#fold(page)
      this.position = to
      await afterPage?.()
    }
  }

  /** Takes what changed before the last call and was not touched since: rows that may be done with. */
  takeCooled(): Changes {
    const cooled = this.#cooling
    this.#cooling = this.changed
    this.changed = new Map()
    return cooled
  }

  /** Takes all that changed and was not taken. */
  takeChanged(): Changes {
    const all = new Map([...this.#cooling, ...this.changed])
    this.#cooling = new Map()
    this.changed = new Map()
    return all
  }

  /** Takes what was parked and not taken. */
  takeParked(): PoisonedEvent[] {
    const all = this.#parked
    this.#parked = []
    return all
  }

  /** Call when all that changed was written: above `maxRows` the memory is emptied, and rows are loaded when touched again. */
  relieve(maxRows: number): void {
    if (this.rows.size <= maxRows) return
    this.rows.clear()
    this.complete = false
  }

  async #fold(page: readonly StoredEvent[]): Promise<void> {
    const { store, projection, only } = this.#parts
    const decoded = await store.codec.decodeEach(page, { unseal: projection.personal })
    const isChosen = (event: Decoded) => {
      const keyed = rowsOf(projection, event)
      return keyed instanceof Error || keyed.some(({ text }) => only?.has(text))
    }
    const events = only ? decoded.filter(isChosen) : decoded
    if (!this.complete) await this.#load(events)
    const { rows, poisoned } = foldBatch(projection, events, this.rows, this.#leftOut, this.#skips)
    if (poisoned.length > 0)
      await this.#park(poisoned.filter(({ by, key }) => by === 'stream' || only?.has(key) !== false))
    for (const [text, entry] of rows) {
      if (only && !only.has(text)) continue
      if (entry.row === null && this.complete) this.rows.delete(text)
      else this.rows.set(text, entry.row)
      if (this.#cooling.size > 0) this.#cooling.delete(text)
      this.changed.set(text, entry)
    }
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

  async #load(events: readonly Decoded[]): Promise<void> {
    const { projection, load } = this.#parts
    const unknown = new Map<string, RowKey>()
    for (const event of events) {
      const keyed = rowsOf(projection, event)
      if (keyed instanceof Error) continue
      for (const { text, key } of keyed) if (!this.rows.has(text)) unknown.set(text, key)
    }
    const loaded = await load?.([...unknown.values()])
    for (const text of unknown.keys()) this.rows.set(text, loaded?.get(text) ?? null)
  }
}
