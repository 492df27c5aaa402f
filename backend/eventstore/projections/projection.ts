// A projection: its events, its rows, and how an event changes a row. Pure; row-writer.ts writes.
import type { AnyEvent, EventDefinitions, EventOf } from '#backend/eventstore/definition/event-definition.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { StreamPattern } from '#backend/eventstore/log/stream-id.ts'
import type { Columns, RowOf } from './columns.ts'

export type RowKey = Readonly<Record<string, string | number>>
export type Row = Record<string, unknown>

export type Projection = {
  /** Also names the view of its live rows: rm.<name>. */
  readonly name: string
  /** Raise this number when rows would come out differently: the shop then rebuilds. */
  readonly version: number
  readonly primaryKey: readonly string[]
  /** Column -> SQL type with constraints. A later version may add columns; to drop one, the table needs a new name. */
  readonly columns: Readonly<Record<string, string>>
  /** Index name -> the SQL after `on <table>` in `create index`. */
  readonly indexes: Readonly<Record<string, string>>
  readonly eventTypes: readonly string[]
  /** Only personal projections get their events unsealed. */
  readonly personal: boolean
  readonly streams: StreamsOf<RowKey>
  keys(event: RecordedEvent): RowKey[]
  evolve(row: Row | null, event: RecordedEvent, key: RowKey): Row | null
}

/**
 * The streams that touch a row, or 'any' if the key cannot tell. With 'any', streams must change a row independently,
 * as counts and sums do, so that a retry may add parked events later.
 */
export type StreamsOf<Key> = ((key: Key) => readonly StreamPattern[]) | 'any'

declare const handled: unique symbol

export type DefinedProjection<
  Name extends string = string,
  C extends Columns = Columns,
  Event extends AnyEvent = AnyEvent,
> = Omit<Projection, 'name' | 'columns'> & {
  readonly name: Name
  readonly columns: C
  readonly [handled]?: Event
}
export type HandledEvent<P extends DefinedProjection> = NonNullable<P[typeof handled]>

type KeyOf<C extends Columns, K extends keyof C> = Pick<RowOf<C>, K> & {
  readonly [Other in Exclude<keyof C, K>]?: never
}

/**
 * Declares a projection over some aggregates' events. `columns` gives the row's type; `keys` must return exactly the
 * columns of `primaryKey`.
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

/** `{book_id: 3, member_id: 4}` -> '3:4'. Throws for a missing column. */
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

export type Skips = ReadonlySet<string>

export function skipText(position: number, key: string): string {
  return `${position} ${key}`
}

/**
 * A parked event: with its row if it cannot be applied, with its stream if it cannot be read, since its rows are then
 * unknown. Later events of the row or stream are parked behind.
 */
export type PoisonedEvent = {
  by: 'row' | 'stream'
  key: string
  position: number
  error: string
}
export type Parked = { readonly row: ReadonlySet<string>; readonly stream: ReadonlyMap<string, number> }
export type MutableParked = { readonly row: Set<string>; readonly stream: Map<string, number> }

export function notePoisoned(parked: MutableParked, { by, key, position }: Omit<PoisonedEvent, 'error'>): void {
  if (by === 'row') parked.row.add(key)
  else if (!parked.stream.has(key)) parked.stream.set(key, position)
}

export type LeftOut = { parked: Parked; skips: Skips }

export const nothingParked: Parked = { row: new Set(), stream: new Map() }

export const behindAnother = 'an earlier event is parked'

export type Fold = {
  /** key text -> the row after the batch; null: deleted. */
  rows: Map<string, { key: RowKey; row: Row | null }>
  poisoned: PoisonedEvent[]
}

export type KeyedRow = { readonly text: string; readonly key: RowKey }
export type Keyed = readonly KeyedRow[]

/** An event's rows with the texts of their keys; an Error if the keys are unknown, which parks its stream. */
export function rowsOf(projection: Projection, event: Decoded): Keyed | Error {
  if (event instanceof Undecodable) return event
  try {
    return projection.keys(event).map((key) => ({ text: keyText(projection, key), key }))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

export function knownRowsOf(projection: Projection, event: Decoded): Keyed {
  const keyed = rowsOf(projection, event)
  return keyed instanceof Error ? [] : keyed
}

export function mayTouch(projection: Projection, event: Decoded, rows: Pick<ReadonlySet<string>, 'has'>): boolean {
  const keyed = rowsOf(projection, event)
  return keyed instanceof Error || keyed.some(({ text }) => rows.has(text))
}

export function onlyRows(
  projection: Projection,
  isWanted: (text: string, event: RecordedEvent) => boolean,
): Projection {
  const keys = (event: RecordedEvent) =>
    projection.keys(event).filter((key) => isWanted(keyText(projection, key), event))
  return { ...projection, keys }
}

/**
 * Folds events into rows. When an event throws, its row stays as before, and that event and all later ones of the row
 * are returned as poisoned; likewise for a stream with an unreadable event. `parked` names earlier failures. `known`
 * holds rowsOf for these events.
 */
export function foldBatch(
  projection: Projection,
  events: readonly Decoded[],
  stored: Pick<ReadonlyMap<string, Row | null>, 'get'>,
  { parked, skips }: LeftOut,
  known?: readonly (Keyed | Error)[],
): Fold {
  const { rows, poisoned }: Fold = { rows: new Map(), poisoned: [] }
  const bad = { row: new Set(parked.row), stream: new Map(parked.stream) }
  const isSkipped = (event: Decoded, key: string) => skips.has(skipText(event.position, key))
  const park = (by: PoisonedEvent['by'], key: string, { position }: Decoded, error: string) => {
    const one = { by, key, position, error }
    notePoisoned(bad, one)
    poisoned.push(one)
  }
  const apply = (event: RecordedEvent, { text, key }: KeyedRow) => {
    const before = rows.get(text) ?? { row: stored.get(text) ?? null }
    try {
      rows.set(text, { key, row: projection.evolve(before.row, event, key) })
    } catch (error) {
      park('row', text, event, reasonOf(error))
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
  return { rows, poisoned }
}

export function isBehind(streams: Parked['stream'], { stream, position }: Decoded): boolean {
  const since = streams.get(stream)
  return since !== undefined && position >= since
}

export function reasonOf(error: unknown): string {
  if (error instanceof Undecodable) return error.reason
  return error instanceof Error ? error.message : String(error)
}
