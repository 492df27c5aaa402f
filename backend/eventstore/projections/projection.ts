// A projection: which events, which row, how the row changes. Pure; the writing is done set by set in row-writer.ts.
import type { AnyEvent, EventDefinitions, EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { StreamPattern } from '#backend/eventstore/log/stream-id.ts'
import type { Columns, RowOf } from './columns.ts'

/** Primary key columns with their values. */
export type RowKey = Readonly<Record<string, string | number>>
/** A whole row as JSON: column -> value. */
export type Row = Record<string, unknown>

export type Projection = {
  /** Also the view that shows its live rows: rm.<name>. */
  readonly name: string
  /** Raised when the rows would come out differently: the shop then rebuilds it. */
  readonly version: number
  readonly primaryKey: readonly string[]
  /** Column -> SQL type with its constraints. A later version may add columns; one that drops a column needs a new name. */
  readonly columns: Readonly<Record<string, string>>
  /** Index name -> what follows `on <table>` in `create index`. */
  readonly indexes: Readonly<Record<string, string>>
  readonly eventTypes: readonly string[]
  /** Only a projection that shows personal data has its events unsealed. */
  readonly personal: boolean
  /** Where the events of a row come from: what is parked of it is taken back from there. */
  readonly streams: StreamsOf<RowKey>
  /** The rows an event touches. */
  keys(event: RecordedEvent): RowKey[]
  /** The row after an event; null deletes it or keeps it absent. */
  evolve(row: Row | null, event: RecordedEvent, key: RowKey): Row | null
}

/**
 * The streams that touch a row. Or 'any' of them, if its key does not tell: then what one stream does to the row must not depend on what the
 * others did, as in a count or a sum, so that what was parked of one may be added behind the others.
 */
export type StreamsOf<Key> = ((key: Key) => readonly StreamPattern[]) | 'any'

declare const handled: unique symbol

/** A projection whose name, columns and events are known to the compiler. */
export type DefinedProjection<
  Name extends string = string,
  C extends Columns = Columns,
  Event extends AnyEvent = AnyEvent,
> = Omit<Projection, 'name' | 'columns'> & {
  readonly name: Name
  readonly columns: C
  /** For the compiler alone: nothing stands here. */
  readonly [handled]?: Event
}
/** The events that a projection handles. */
export type HandledEvent<P extends DefinedProjection> = NonNullable<P[typeof handled]>

/** The columns of the primary key, all of them and no other column. */
type KeyOf<C extends Columns, K extends keyof C> = Pick<RowOf<C>, K> & {
  readonly [Other in Exclude<keyof C, K>]?: never
}

/**
 * Declares a projection over the events of some aggregates. Its row is typed by `columns`, and what `keys` returns by `primaryKey`: the
 * columns of the primary key, all of them.
 */
export function defineProjection<
  const Name extends string,
  D extends EventDefinitions,
  const C extends Columns,
  const K extends keyof C & string,
>(
  events: D,
  spec: {
    name: Name
    version: number
    columns: C
    primaryKey: readonly K[]
    indexes?: Readonly<Record<string, string>>
    personal?: boolean
    streams: StreamsOf<Pick<RowOf<C>, K>>
    keys(event: RecordedEvent<EventOf<D> & AnyEvent>): KeyOf<C, K>[]
    evolve(row: RowOf<C> | null, event: RecordedEvent<EventOf<D> & AnyEvent>, key: Pick<RowOf<C>, K>): RowOf<C> | null
  },
): DefinedProjection<Name, C, EventOf<D>> {
  return {
    ...spec,
    streams: spec.streams as StreamsOf<RowKey>,
    personal: spec.personal ?? false,
    indexes: spec.indexes ?? {},
    eventTypes: Object.keys(events),
    keys: spec.keys as unknown as Projection['keys'],
    evolve: spec.evolve as unknown as Projection['evolve'],
  }
}

/** `{book_id: 3, member_id: 4}` -> '3:4'. Throws if a column of the primary key is missing: no row has such a key. */
export function keyText({ name, primaryKey }: Pick<Projection, 'name' | 'primaryKey'>, key: RowKey): string {
  let text = ''
  for (let nth = 0; nth < primaryKey.length; nth++) {
    const column = primaryKey[nth] as string
    const value = key[column] ?? noValue(name, column)
    text = nth === 0 ? String(value) : `${text}:${value}`
  }
  return text
}

function noValue(projection: string, column: string): never {
  throw new Error(`${projection}: a key without ${column}`)
}

/** Events that a subscription leaves out for a row or a stream, as an operator decided: `position key`. */
export type Skips = ReadonlySet<string>

/** key: the text of a row's key, or the name of a stream. */
export function skipText(position: number, key: string): string {
  return `${position} ${key}`
}

/**
 * An event that is parked: with its row, if it cannot be applied to it; with its stream, if it cannot be read, since nothing then tells
 * what rows it touches. Later events of the row or the stream are parked behind it.
 */
export type PoisonedEvent = {
  by: 'row' | 'stream'
  /** The text of the row's key, or the name of the stream. */
  key: string
  position: number
  error: string
}
/** What stands still: texts of keys, and names of streams with the positions from which on they do. */
export type Parked = { readonly row: ReadonlySet<string>; readonly stream: ReadonlyMap<string, number> }

/** Nothing stands still. */
export const nothingParked: Parked = { row: new Set(), stream: new Map() }

export const behindAnother = 'an earlier event is parked'

export type Fold = {
  /** key text -> the row after the batch; null: deleted. */
  rows: Map<string, { key: RowKey; row: Row | null }>
  poisoned: PoisonedEvent[]
}

/** place: for whoever holds the rows to note where this one is. */
export type KeyedRow = { readonly text: string; readonly key: RowKey; place: object | undefined }
export type Keyed = readonly KeyedRow[]

/** The rows an event touches, with the texts of their keys; an Error if that cannot be told: the event is then parked with its stream. */
export function rowsOf(projection: Projection, event: Decoded): Keyed | Error {
  if (event instanceof Undecodable) return event
  try {
    return projection.keys(event).map((key) => ({ text: keyText(projection, key), key, place: undefined }))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The same; none if it cannot be told. */
export function knownRowsOf(projection: Projection, event: Decoded): Keyed {
  const keyed = rowsOf(projection, event)
  return keyed instanceof Error ? [] : keyed
}

/** Whether the event touches one of these rows, or may: what it touches cannot be told. */
export function mayTouch(projection: Projection, event: Decoded, rows: Pick<ReadonlySet<string>, 'has'>): boolean {
  const keyed = rowsOf(projection, event)
  return keyed instanceof Error || keyed.some(({ text }) => rows.has(text))
}

/** The rows that a fold goes on from and changes; undefined: it knows none. */
export type HeldRows = {
  get(keyed: KeyedRow): Row | null | undefined
  set(keyed: KeyedRow, row: Row | null): void
}

/** Folds a batch in memory, as foldInto does. `stored` gives the row of a key not folded yet. */
export function foldBatch(
  projection: Projection,
  events: readonly Decoded[],
  stored: Pick<ReadonlyMap<string, Row | null>, 'get'>,
  parked: Parked,
  skips: Skips,
): Fold {
  const rows: Fold['rows'] = new Map()
  const held: HeldRows = {
    get({ text }) {
      const folded = rows.get(text)
      return folded ? folded.row : stored.get(text)
    },
    set: ({ text, key }, row) => void rows.set(text, { key, row }),
  }
  return { rows, poisoned: foldInto(held, projection, events, { parked, skips }) }
}

/**
 * Folds events into the rows that are held. A key whose event throws stays as it was before that event, and that event and all later ones
 * of the key are returned as poisoned; the same for a stream with an event that cannot be read. `parked` names what was poisoned before.
 * known: the keys of these events, one after the other, as rowsOf tells them.
 */
export function foldInto(
  held: HeldRows,
  projection: Projection,
  events: readonly Decoded[],
  { parked, skips }: { parked: Parked; skips: Skips },
  known?: readonly (Keyed | Error)[],
): PoisonedEvent[] {
  const poisoned: PoisonedEvent[] = []
  const bad = { row: new Set(parked.row), stream: new Map(parked.stream) }
  const isSkipped = (event: Decoded, key: string) => skips.has(skipText(event.position, key))
  const park = (by: PoisonedEvent['by'], key: string, { position }: Decoded, error: string) => {
    if (by === 'row') bad.row.add(key)
    else if (!bad.stream.has(key)) bad.stream.set(key, position)
    poisoned.push({ by, key, position, error })
  }
  const apply = (event: RecordedEvent, keyed: KeyedRow) => {
    try {
      held.set(keyed, projection.evolve(held.get(keyed) ?? null, event, keyed.key))
    } catch (error) {
      park('row', keyed.text, event, reasonOf(error))
    }
  }
  for (let index = 0; index < events.length; index++) {
    const event = events[index] as Decoded
    if (skips.size > 0 && isSkipped(event, event.stream)) continue
    const keyed = known?.[index] ?? rowsOf(projection, event)
    if (bad.stream.size > 0 && isBehind(bad.stream, event)) park('stream', event.stream, event, behindAnother)
    else if (keyed instanceof Error) park('stream', event.stream, event, reasonOf(keyed))
    else
      for (const one of keyed)
        if (skips.size > 0 && isSkipped(event, one.text)) continue
        else if (bad.row.size > 0 && bad.row.has(one.text)) park('row', one.text, event, behindAnother)
        else apply(event as RecordedEvent, one)
  }
  return poisoned
}

/** Whether the event, or an earlier one of its stream, was parked before. */
export function isBehind(streams: Parked['stream'], { stream, position }: Decoded): boolean {
  const since = streams.get(stream)
  return since !== undefined && position >= since
}

/** In one line; of an event that cannot be read, nothing of what it holds. */
export function reasonOf(error: unknown): string {
  if (error instanceof Undecodable) return error.reason
  return error instanceof Error ? error.message : String(error)
}
