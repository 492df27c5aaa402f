// A projection's rows in memory, folded from the log page by page; the next page is read while one is folded.
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import {
  foldBatch,
  keyText,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
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

/** What operators decided to leave out of a projection. */
export async function readSkips(store: EventStore, projection: string): Promise<Skips> {
  const stream = `operation-${projection}` as const
  const histories = await store.readStreams([stream])
  const skips = new Set<string>()
  for (const event of histories.get(stream) ?? []) {
    if (event.type !== operatorEvents.DeadLetterSkipped.name) continue
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
  /** Keys whose events are passed over, because they are parked. */
  leftOut?: ReadonlySet<string>
  /** Folds only these keys. */
  only?: ReadonlySet<string>
  /** Sets a key aside at its first event that cannot be applied, in `poisoned`, instead of throwing. */
  tolerant?: boolean
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
  /** What could not be applied, if the fold is tolerant. */
  readonly poisoned: PoisonedEvent[] = []
  position: number
  /** True while a key that is not in `rows` has no row at all. */
  complete: boolean
  readonly #parts: LogFoldParts
  readonly #types: number[]
  readonly #skips: Skips
  readonly #leftOut: Set<string>
  /** What changed before the last `takeCooled` and was not touched since. */
  #cooling: Changes = new Map()

  constructor(parts: LogFoldParts) {
    this.#parts = parts
    this.#types = parts.store.codec.typeIds(parts.projection.eventTypes)
    this.#skips = parts.skips
    this.#leftOut = new Set(parts.leftOut)
    this.position = parts.position ?? 0
    this.complete = this.position === 0
  }

  /** Folds on up to `target`, telling after each page; throws RebuildStopped at an event that cannot be applied. */
  async advance(target: number, afterPage?: () => Promise<void> | void): Promise<void> {
    const { store } = this.#parts
    const read = (from: number) => {
      const to = Math.min(from + pageSize, target)
      const rows = store.readTypes(from, to, this.#types)
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

  /** Call when all that changed was written: above `maxRows` the memory is emptied, and rows are loaded when touched again. */
  relieve(maxRows: number): void {
    if (this.rows.size <= maxRows) return
    this.rows.clear()
    this.complete = false
  }

  async #fold(page: readonly StoredEvent[]): Promise<void> {
    const { store, projection, only, tolerant } = this.#parts
    const decoded = await store.codec.decode(page, { unseal: projection.personal })
    const events = only
      ? decoded.filter((event) => projection.keys(event).some((key) => only.has(keyText(projection, key))))
      : decoded
    if (!this.complete) await this.#load(events)
    const fold = foldBatch(projection, events, this.rows, this.#leftOut, this.#skips)
    for (const stuck of fold.poisoned) {
      if (this.#leftOut.has(stuck.key) || only?.has(stuck.key) === false) continue
      if (!tolerant)
        throw new RebuildStopped(
          `${projection.name}: position ${stuck.position}, row ${stuck.key}: ${stuck.error}`,
          stuck,
        )
      this.poisoned.push(stuck)
      this.#leftOut.add(stuck.key)
    }
    for (const [text, entry] of fold.rows) {
      if (only && !only.has(text)) continue
      if (entry.row === null && this.complete) this.rows.delete(text)
      else this.rows.set(text, entry.row)
      if (this.#cooling.size > 0) this.#cooling.delete(text)
      this.changed.set(text, entry)
    }
  }

  async #load(events: readonly RecordedEvent[]): Promise<void> {
    const { projection, load } = this.#parts
    const unknown = new Map<string, RowKey>()
    for (const event of events)
      for (const key of projection.keys(event)) {
        const text = keyText(projection, key)
        if (!this.rows.has(text)) unknown.set(text, key)
      }
    const loaded = await load?.([...unknown.values()])
    for (const text of unknown.keys()) this.rows.set(text, loaded?.get(text) ?? null)
  }
}
