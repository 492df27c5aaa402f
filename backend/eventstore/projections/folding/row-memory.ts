// The rows of a fold, in about as much memory however many they are: what was not touched for long is written to a table, and loaded
// again when it is touched.
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

/** Where rows are that are not in memory. */
export type RowSource = {
  /** What was written is what is loaded. An absent row is not in the result. */
  load(keys: readonly RowKey[]): Promise<ReadonlyMap<string, Row>>
  /** False if a row is certainly not there; default: each may be. */
  mayHave?(key: string): boolean
  /** Takes rows that changed; default: the memory keeps all rows. */
  write?(rows: Folded): Promise<void>
}

/** What a fold leaves out. */
export type LeftOut = {
  parked: Parked
  skips: Skips
  /** Keys of other rows are not folded. */
  only?: ReadonlySet<string> | undefined
}

/** As many events as may be folded at a time, with their keys as rowsOf tells them. */
export type Step = { events: readonly Decoded[]; keyed: readonly (Keyed | Error)[] }

/** bytes: about what it takes. generation: the one that it is in, counted from 0; null: in none, it is gone. */
type Entry = {
  key: RowKey
  row: Row | null
  isChanged: boolean
  kept: number
  bytes: number
  generation: number | null
}

/**
 * Rows are in two generations of about so many bytes; the older one is written while a third is filled. As many events are folded at a
 * time as touch a part of that.
 */
const defaultBytes = 12e6
const stepShare = 1 / 3
/** Rows that are loaded at once: of a step first a few, then twice as many each time, since they may be much wider than those before. */
const [fewestLoaded, mostLoaded] = [20, 640]
/** What an entry takes beside its row. */
const entryBytes = 200

export class RowMemory {
  readonly #projection: Projection
  readonly #source: RowSource | undefined
  #recent = new Map<string, Entry>()
  #older = new Map<string, Entry>()
  /** Looked for and not found just now: whoever writes a new row has asked for it first. */
  #missed: KeyedRow | undefined
  /** The number of the recent generation. */
  #generation = 0
  #recentBytes = 0
  #averageBytes = entryBytes
  #appeared = 0
  readonly #generationBytes: number

  /** source: where the rows are that the fold begins with; absent: it begins without any. bytes: of a generation. */
  constructor(projection: Projection, source?: RowSource, bytes: number = defaultBytes) {
    this.#projection = projection
    this.#source = source
    this.#generationBytes = bytes
  }

  /**
   * Cuts events into steps of as many as may be folded at a time, whose rows are loaded; each is cut when the step before it was folded.
   * only: as it is folded.
   */
  async *steps(events: readonly Decoded[], only?: LeftOut['only']): AsyncGenerator<Step> {
    for (let from = 0; from < events.length; ) {
      const fitting = Math.floor((this.#generationBytes * stepShare) / this.#averageBytes)
      const step = await this.#load(events.slice(from, from + Math.max(1, fitting)), only)
      from += step.events.length
      yield step
    }
  }

  /** Folds a step; returns what could not be applied, see foldInto. */
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

  /** Takes all that changed and was neither taken nor written. */
  takeChanged(): Folded {
    const changed = new Map([...this.#older, ...this.#recent].filter(([, entry]) => entry.isChanged))
    for (const entry of changed.values()) entry.isChanged = false
    return changed
  }

  #find(text: string): Entry | undefined {
    return this.#recent.get(text) ?? this.#older.get(text)
  }

  /** The same, looked for once. */
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
    // What is nowhere need not be remembered as gone.
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

  /** Loads the rows of these events, some at a time; returns the first of them, whose rows take no more than a step may. */
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

/** Measuring a row takes as long as folding it: of those that appear one in so many is measured, of those that stay each ever less often. */
const measuredOf = 8

function isMeasuredAgain(kept: number): boolean {
  return kept % 256 === 0 || (kept >= 16 && (kept & (kept - 1)) === 0)
}

/** About how many bytes a value of JSON takes in memory. */
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

/** Fields whose names are numbers stand in an array up to the highest of them, unless that is very high. */
const longestGap = 1040
const [digitZero, digitNine] = ['0', '9'].map((digit) => digit.charCodeAt(0)) as [number, number]
