// Holds a fold's rows in bounded memory: writes them to a table when they fill it, and loads them on the next touch.
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import {
  foldBatch,
  type Keyed,
  type LeftOut,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  rowsOf,
} from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'

export type RowSource = {
  readonly isEmpty: boolean
  load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>>
  write(rows: Folded): Promise<void>
}

export type Step = { events: readonly Decoded[]; keyed: readonly (Keyed | Error)[] }

type Entry = { key: RowKey; row: Row | null; isNew: boolean; isChanged: boolean; bytes: number }

const defaultBytes = 24e6
/** A step's rows fit a third of the memory if they are as wide as the last ones, and are few in case they are wider. */
const [stepShare, longestStep] = [1 / 3, 500]
const entryBytes = 200

export class RowMemory {
  readonly #projection: Projection
  readonly #source: RowSource
  readonly #mostBytes: number
  #rows = new Map<string, Entry>()
  bytes = 0
  #averageBytes = 1000

  /** `source` holds the fold's initial rows. */
  constructor(projection: Projection, source: RowSource, mostBytes: number = defaultBytes) {
    this.#projection = projection
    this.#source = source
    this.#mostBytes = mostBytes
  }

  /** Cuts events into steps with loaded rows; cuts each only after the previous step was folded. */
  async *steps(all: readonly Decoded[]): AsyncGenerator<Step> {
    for (let from = 0; from < all.length; ) {
      const fitting = Math.ceil((this.#mostBytes * stepShare) / this.#averageBytes)
      const events = all.slice(from, from + Math.min(fitting, longestStep))
      from += events.length
      const keyed = events.map((event) => rowsOf(this.#projection, event))
      await this.#load(keyed.flatMap((own) => (own instanceof Error ? [] : own)))
      yield { events, keyed }
    }
  }

  async fold({ events, keyed }: Step, leftOut: LeftOut): Promise<PoisonedEvent[]> {
    const before = { get: (text: string) => this.#rows.get(text)?.row }
    const { rows, poisoned } = foldBatch(this.#projection, events, before, leftOut, keyed)
    for (const [text, { key, row }] of rows) this.#keep(text, { key, row, isNew: true, isChanged: true })
    if (this.bytes >= this.#mostBytes) await this.spill()
    return poisoned
  }

  async spill(): Promise<void> {
    const changed = this.takeChanged()
    this.#rows = new Map()
    this.bytes = 0
    await this.#source.write(changed)
  }

  takeChanged(): Folded {
    const changed = new Map<string, { key: RowKey; row: Row | null; isNew: boolean }>()
    for (const [text, entry] of this.#rows) {
      const { key, row, isNew, isChanged } = entry
      if (!isChanged) continue
      entry.isChanged = false
      if (isNew && row === null) continue
      changed.set(text, { key, row, isNew })
      entry.isNew = false
    }
    return changed
  }

  #keep(text: string, entry: Omit<Entry, 'bytes'>): void {
    const known = this.#rows.get(text)
    const bytes = entryBytes + bytesOf(entry.row)
    this.#averageBytes += (bytes - this.#averageBytes) / 25
    this.bytes += bytes - (known?.bytes ?? 0)
    this.#rows.set(text, { ...entry, isNew: known?.isNew ?? entry.isNew, bytes })
  }

  async #load(keyed: Keyed): Promise<void> {
    if (this.#source.isEmpty) return
    const unknown = new Map(keyed.filter(({ text }) => !this.#rows.has(text)).map(({ text, key }) => [text, key]))
    if (unknown.size === 0) return
    for (const [text, row] of await this.#source.load([...unknown.values()]))
      this.#keep(text, { key: unknown.get(text) as RowKey, row, isNew: false, isChanged: false })
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 40
  for (const name in value) bytes += 32 + bytesOf((value as Row)[name])
  return bytes
}
