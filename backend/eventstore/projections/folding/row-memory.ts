// Holds a fold's rows in bounded memory: writes rows back to a table when untouched for long, and loads them on the
// next touch.
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import {
  foldInto,
  type HeldRows,
  type Keyed,
  type KeyedRow,
  type Parked,
  type PoisonedEvent,
  type Projection,
  type Row,
  type RowKey,
  rowsOf,
  type Skips,
} from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'

export type RowSource = {
  load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>>
  mayHave?(key: string): boolean
  write?(rows: Folded): Promise<void>
}

export type LeftOut = {
  parked: Parked
  skips: Skips
  only?: ReadonlySet<string> | undefined
}

export type Step = { events: readonly Decoded[]; keyed: readonly (Keyed | Error)[] }

type Entry = {
  key: RowKey
  row: Row | null
  isChanged: boolean
  kept: number
  bytes: number
  generation: number | null
}

/**
 * Rows live in two memory generations of this size; the older is written while a new one fills. A step's rows fit a
 * third of that.
 */
const defaultBytes = 12e6
const stepShare = 1 / 3
/** A step loads few rows first and doubles each time, since the next rows may be much wider. */
const [fewestLoaded, mostLoaded] = [20, 640]
const entryBytes = 200

export class RowMemory {
  readonly #projection: Projection
  readonly #source: RowSource | undefined
  #recent = new Map<string, Entry>()
  #older = new Map<string, Entry>()
  /** Remembers the last failed lookup, since a fold looks a new row up before writing. */
  #missed: KeyedRow | undefined
  #generation = 0
  #recentBytes = 0
  #averageBytes = entryBytes
  #appeared = 0
  readonly #generationBytes: number

  /** `source` holds the fold's initial rows; without one the fold starts empty. `bytes` limits a generation. */
  constructor(projection: Projection, source?: RowSource, bytes: number = defaultBytes) {
    this.#projection = projection
    this.#source = source
    this.#generationBytes = bytes
  }

  /** Cuts events into steps with loaded rows; cuts each only after the previous step was folded. */
  async *steps(events: readonly Decoded[], only?: LeftOut['only']): AsyncGenerator<Step> {
    for (let from = 0; from < events.length; ) {
      const fitting = Math.floor((this.#generationBytes * stepShare) / this.#averageBytes)
      const step = await this.#load(events.slice(from, from + Math.max(1, fitting)), only)
      from += step.events.length
      yield step
    }
  }

  async fold({ events, keyed }: Step, { parked, skips, only }: LeftOut): Promise<PoisonedEvent[]> {
    const held: HeldRows = {
      get: (keyed) => this.#entryOf(keyed)?.row,
      set: (keyed, row) => {
        if (only?.has(keyed.text) !== false) this.#keep(keyed, row, true)
      },
    }
    const poisoned = foldInto(held, this.#projection, events, { parked, skips }, keyed)
    await this.#relieve()
    return poisoned
  }

  takeChanged(): Folded {
    const changed = new Map([...this.#older, ...this.#recent].filter(([, entry]) => entry.isChanged))
    for (const entry of changed.values()) entry.isChanged = false
    return changed
  }

  #find(text: string): Entry | undefined {
    return this.#recent.get(text) ?? this.#older.get(text)
  }

  #entryOf(keyed: KeyedRow): Entry | undefined {
    const known = keyed.place as Entry | undefined
    if (known && known.generation !== null) return known
    if (this.#missed === keyed) return undefined
    const found = this.#find(keyed.text)
    keyed.place = found
    this.#missed = found ? undefined : keyed
    return found
  }

  #keep(keyed: KeyedRow, row: Row | null, isChanged: boolean): void {
    const { text, key } = keyed
    const known = this.#entryOf(keyed)
    if (row === null && !this.#mayBeElsewhere(text)) this.#remove(text, known)
    else if (known) this.#change(text, known, row, isChanged)
    else keyed.place = this.#add({ text, key }, row, isChanged)
  }

  #add({ text, key }: Pick<KeyedRow, 'text' | 'key'>, row: Row | null, isChanged: boolean): Entry {
    const bytes = this.#appeared++ % measuredOf === 0 ? this.#measure(row) : this.#averageBytes
    const entry: Entry = { key, row, isChanged, kept: 1, bytes, generation: this.#generation }
    this.#missed = undefined
    this.#recent.set(text, entry)
    this.#recentBytes += bytes
    return entry
  }

  #change(text: string, entry: Entry, row: Row | null, isChanged: boolean): void {
    const before = entry.bytes
    entry.row = row
    entry.isChanged = isChanged
    entry.kept++
    if (isMeasuredAgain(entry.kept)) entry.bytes = this.#measure(row)
    if (entry.generation === this.#generation) this.#recentBytes += entry.bytes - before
    else {
      entry.generation = this.#generation
      this.#older.delete(text)
      this.#recent.set(text, entry)
      this.#recentBytes += entry.bytes
    }
  }

  #remove(text: string, entry: Entry | undefined): void {
    if (!entry) return
    if (entry.generation === this.#generation) this.#recentBytes -= entry.bytes
    entry.generation = null
    this.#recent.delete(text)
    this.#older.delete(text)
  }

  #measure(row: Row | null): number {
    const bytes = entryBytes + bytesOf(row)
    this.#averageBytes += (bytes - this.#averageBytes) / 25
    return bytes
  }

  #mayBeElsewhere(text: string): boolean {
    return this.#source !== undefined && this.#source.mayHave?.(text) !== false
  }

  async #load(events: readonly Decoded[], only: LeftOut['only']): Promise<Step> {
    const room = this.#generationBytes * stepShare
    const begun = this.#recentBytes
    const keyed: (Keyed | Error)[] = []
    let [unknown, atOnce] = [new Map<string, KeyedRow>(), fewestLoaded]
    for (let index = 0; index < events.length; index++) {
      const own = rowsOf(this.#projection, events[index] as Decoded)
      keyed.push(own)
      if (!this.#source || own instanceof Error) continue
      for (const keyedRow of own) {
        const { text } = keyedRow
        if (only?.has(text) !== false && !this.#entryOf(keyedRow) && this.#mayBeElsewhere(text))
          unknown.set(text, keyedRow)
      }
      if (unknown.size < atOnce) continue
      await this.#fetch(unknown)
      unknown = new Map()
      atOnce = Math.min(atOnce * 2, mostLoaded)
      if (this.#recentBytes - begun > room) return { events: events.slice(0, keyed.length), keyed }
    }
    await this.#fetch(unknown)
    return { events, keyed }
  }

  async #fetch(unknown: ReadonlyMap<string, KeyedRow>): Promise<void> {
    if (unknown.size === 0 || !this.#source) return
    const keys = [...unknown.values()].map(({ key }) => key)
    for (const [text, row] of await this.#source.load(keys)) this.#keep(unknown.get(text) as KeyedRow, row, false)
  }

  async #relieve(): Promise<void> {
    if (this.#recentBytes < this.#generationBytes || !this.#source?.write) return
    const cold = new Map([...this.#older].filter(([, entry]) => entry.isChanged))
    this.#older = this.#recent
    this.#recent = new Map()
    this.#generation++
    this.#recentBytes = 0
    if (cold.size > 0) await this.#source.write(cold)
  }
}

const measuredOf = 8

function isMeasuredAgain(kept: number): boolean {
  return kept % 256 === 0 || (kept >= 16 && (kept & (kept - 1)) === 0)
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return value.reduce<number>((bytes, item) => bytes + 8 + bytesOf(item), 40)
  let [bytes, highest] = [40, -1]
  for (const name in value) {
    bytes += 16 + bytesOf((value as Row)[name])
    const first = name.charCodeAt(0)
    if (first > digitNine || first < digitZero) continue
    bytes += 48
    if (Number(name) < longestGap) highest = Math.max(highest, Number(name))
  }
  return bytes + 12 * (highest + 1)
}

/** V8 stores numeric fields in an array up to the highest one, unless the gap is too long. */
const longestGap = 1040
const [digitZero, digitNine] = ['0', '9'].map((digit) => digit.charCodeAt(0)) as [number, number]
