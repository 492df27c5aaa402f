// Holds a fold's rows in bounded memory: writes them to a table when they fill it, and loads them on the next touch.
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import {
  foldInto,
  type HeldRows,
  type Keyed,
  type KeyedRow,
  type LeftOut,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  rowsOf,
} from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'

export type RowSource = {
  /** True until the first write: nothing needs to be loaded. */
  isEmpty?: boolean
  load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>>
  write?(rows: Folded): Promise<void>
}

export type Step = { events: readonly Decoded[]; keyed: readonly (Keyed | Error)[] }

type Entry = {
  key: RowKey
  row: Row | null
  isNew: boolean
  isChanged: boolean
  changes: number
  bytes: number
}

const defaultBytes = 24e6
/** A step's rows fit a third of the memory. */
const stepShare = 1 / 3
/** A step loads few rows first and then more, since the next rows may be much wider. */
const [fewestLoaded, mostLoaded, growth] = [50, 1000, 8]
const entryBytes = 200
/** Measures one new row of these, and a row again after so many changes, since measuring costs more than a change. */
const [measuredOf, measuredEvery] = [4, 16]

export class RowMemory {
  readonly #projection: Projection
  readonly #source: RowSource | undefined
  readonly #mostBytes: number
  #rows = new Map<string, Entry>()
  #bytes = 0
  #averageBytes = 1000
  #added = 0

  /** `source` holds the fold's initial rows; without one the fold starts empty and everything stays in memory. */
  constructor(projection: Projection, source?: RowSource, mostBytes: number = defaultBytes) {
    this.#projection = projection
    this.#source = source
    this.#mostBytes = mostBytes
  }

  /** Cuts events into steps with loaded rows; cuts each only after the previous step was folded. */
  async *steps(events: readonly Decoded[]): AsyncGenerator<Step> {
    for (let from = 0; from < events.length; ) {
      const step = await this.#load(events, from)
      from += step.events.length
      yield step
    }
  }

  async fold({ events, keyed }: Step, leftOut: LeftOut): Promise<PoisonedEvent[]> {
    const held: HeldRows = {
      get: ({ text }) => this.#rows.get(text)?.row,
      set: (keyed, row) => this.#change(keyed, row),
    }
    const poisoned = foldInto(held, this.#projection, events, leftOut, keyed)
    if (this.#bytes >= this.#mostBytes && this.#source?.write) {
      const changed = this.takeChanged()
      this.#rows = new Map()
      this.#bytes = 0
      await this.#source.write(changed)
    }
    return poisoned
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

  #change({ text, key }: KeyedRow, row: Row | null): void {
    const entry = this.#rows.get(text)
    if (!entry) {
      this.#add(text, { key, row, isNew: true, isChanged: true })
      return
    }
    entry.row = row
    entry.isChanged = true
    if (++entry.changes % measuredEvery !== 0) return
    this.#bytes -= entry.bytes
    entry.bytes = this.#measure(row)
    this.#bytes += entry.bytes
  }

  #add(text: string, entry: Omit<Entry, 'changes' | 'bytes'>): void {
    const bytes = this.#added++ % measuredOf === 0 ? this.#measure(entry.row) : this.#averageBytes
    this.#bytes += bytes
    this.#rows.set(text, Object.assign(entry, { changes: 0, bytes }))
  }

  #measure(row: Row | null): number {
    const bytes = entryBytes + bytesOf(row)
    this.#averageBytes += (bytes - this.#averageBytes) / 25
    return bytes
  }

  async #load(events: readonly Decoded[], from: number): Promise<Step> {
    const begun = this.#bytes
    const keyed: (Keyed | Error)[] = []
    let [unknown, atOnce] = [new Map<string, KeyedRow>(), fewestLoaded]
    const room = this.#mostBytes * stepShare
    const end = Math.min(events.length, from + Math.ceil(room / this.#averageBytes))
    for (let index = from; index < end; index++) {
      const own = rowsOf(this.#projection, events[index] as Decoded)
      keyed.push(own)
      if (!this.#source || this.#source.isEmpty || own instanceof Error) continue
      for (const one of own) if (!this.#rows.has(one.text)) unknown.set(one.text, one)
      if (unknown.size < atOnce) continue
      await this.#fetch(unknown)
      unknown = new Map()
      atOnce = Math.min(atOnce * growth, mostLoaded)
      if (this.#bytes - begun > room) break
    }
    await this.#fetch(unknown)
    return { events: events.slice(from, from + keyed.length), keyed }
  }

  async #fetch(unknown: ReadonlyMap<string, KeyedRow>): Promise<void> {
    if (unknown.size === 0 || !this.#source) return
    const stored = await this.#source.load([...unknown.values()].map(({ key }) => key))
    for (const [text, row] of stored)
      this.#add(text, { key: (unknown.get(text) as KeyedRow).key, row, isNew: false, isChanged: false })
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 40
  for (const name in value) bytes += 32 + bytesOf((value as Row)[name])
  return bytes
}
