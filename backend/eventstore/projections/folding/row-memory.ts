// The rows of a fold, in about as much memory however many they are: what was not touched for long is written to a table, and loaded
// again when it is touched.
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import {
  foldInto,
  type HeldRows,
  type Keyed,
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

/** bytes: about what it takes. */
type Entry = { key: RowKey; row: Row | null; isChanged: boolean; kept: number; bytes: number }

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
      get: (text) => this.#find(text)?.row,
      set: (text, key, row) => {
        if (only?.has(text) !== false) this.#keep(text, key, row, true)
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

  #keep(text: string, key: RowKey, row: Row | null, isChanged: boolean): void {
    const known = this.#recent.get(text)
    const older = known ? undefined : this.#older.get(text)
    if (older) this.#older.delete(text)
    // What is nowhere need not be remembered as gone.
    if (row === null && !this.#mayBeElsewhere(text)) {
      this.#recentBytes -= known?.bytes ?? 0
      this.#recent.delete(text)
      return
    }
    const kept = ((known ?? older)?.kept ?? 0) + 1
    const bytes = this.#isMeasured(kept) ? this.#measure(row) : ((known ?? older)?.bytes ?? this.#averageBytes)
    this.#recentBytes += bytes - (known?.bytes ?? 0)
    if (!known) this.#recent.set(text, { key, row, isChanged, kept, bytes })
    else {
      known.row = row
      known.isChanged = isChanged
      known.kept = kept
      known.bytes = bytes
    }
  }

  /** Measuring a row takes as long as folding it: of those that appear one in four is measured, of those that stay each ever less often. */
  #isMeasured(kept: number): boolean {
    if (kept === 1) return this.#appeared++ % 4 === 0
    return kept % 256 === 0 || (kept >= 16 && (kept & (kept - 1)) === 0)
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
    let [unknown, atOnce] = [new Map<string, RowKey>(), fewestLoaded]
    for (const event of events) {
      const own = rowsOf(this.#projection, event)
      keyed.push(own)
      if (!this.#source || own instanceof Error) continue
      for (const { text, key } of own)
        if (only?.has(text) !== false && !this.#find(text) && this.#mayBeElsewhere(text)) unknown.set(text, key)
      if (unknown.size < atOnce) continue
      await this.#fetch(unknown)
      unknown = new Map()
      atOnce = Math.min(atOnce * 2, mostLoaded)
      if (this.#recentBytes - begun > room) return { events: events.slice(0, keyed.length), keyed }
    }
    await this.#fetch(unknown)
    return { events, keyed }
  }

  async #fetch(unknown: ReadonlyMap<string, RowKey>): Promise<void> {
    if (unknown.size === 0 || !this.#source) return
    for (const [text, row] of await this.#source.load([...unknown.values()]))
      this.#keep(text, unknown.get(text) as RowKey, row, false)
  }

  async #relieve(): Promise<void> {
    if (this.#recentBytes < this.#generationBytes || !this.#source?.write) return
    const cold = new Map([...this.#older].filter(([, entry]) => entry.isChanged))
    this.#older = this.#recent
    this.#recent = new Map()
    this.#recentBytes = 0
    if (cold.size > 0) await this.#source.write(cold)
  }
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
