// A projection: which events, which row, how the row changes. Pure; the writing is done set by set in projection-writer.ts.
import type { AnyEvent, EventDefinitions, EventOf } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
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
  /** The rows an event touches. */
  keys(event: RecordedEvent): RowKey[]
  /** The row after an event; null deletes it or keeps it absent. */
  evolve(row: Row | null, event: RecordedEvent, key: RowKey): Row | null
}

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
    keys(event: RecordedEvent<EventOf<D> & AnyEvent>): Pick<RowOf<C>, K>[]
    evolve(row: RowOf<C> | null, event: RecordedEvent<EventOf<D> & AnyEvent>, key: Pick<RowOf<C>, K>): RowOf<C> | null
  },
): DefinedProjection<Name, C, EventOf<D>> {
  return {
    ...spec,
    personal: spec.personal ?? false,
    indexes: spec.indexes ?? {},
    eventTypes: Object.keys(events),
    keys: spec.keys as unknown as Projection['keys'],
    evolve: spec.evolve as unknown as Projection['evolve'],
  }
}

/** `{book_id: 3, member_id: 4}` -> '3:4'. Throws if a column of the primary key is missing: no row has such a key. */
export function keyText({ name, primaryKey }: Pick<Projection, 'name' | 'primaryKey'>, key: RowKey): string {
  const [first = '', ...others] = primaryKey
  const value = (column: string) => key[column] ?? noValue(name, column)
  return others.reduce((text, column) => `${text}:${value(column)}`, String(value(first)))
}

function noValue(projection: string, column: string): never {
  throw new Error(`${projection}: a key without ${column}`)
}

/** Events that a projection leaves out for some keys, as an operator decided: `position key`. */
export type Skips = ReadonlySet<string>

export function skipText(position: number, key: string): string {
  return `${position} ${key}`
}

export type PoisonedEvent = { key: string; position: number; error: string }
export type Fold = {
  /** key text -> the row after the batch; null: deleted. */
  rows: Map<string, { key: RowKey; row: Row | null }>
  poisoned: PoisonedEvent[]
}

/**
 * Folds a batch per key in memory. A key whose event throws stays as it was before that event, and that event and all later ones
 * of the key are reported as poisoned; `parked` names keys that were poisoned before. `stored` gives the row of a key not folded yet.
 */
export function foldBatch(
  projection: Projection,
  events: readonly RecordedEvent[],
  stored: Pick<ReadonlyMap<string, Row | null>, 'get'>,
  parked: ReadonlySet<string>,
  skips: Skips,
): Fold {
  const rows: Fold['rows'] = new Map()
  const poisoned: PoisonedEvent[] = []
  const bad = new Set(parked)
  for (const event of events) {
    for (const key of projection.keys(event)) {
      const text = keyText(projection, key)
      if (skips.size > 0 && skips.has(skipText(event.position, text))) continue
      if (bad.has(text)) {
        poisoned.push({ key: text, position: event.position, error: 'the key was parked before' })
        continue
      }
      try {
        const known = rows.get(text)
        const row = projection.evolve(known ? known.row : (stored.get(text) ?? null), event, key)
        if (known) known.row = row
        else rows.set(text, { key, row })
      } catch (error) {
        bad.add(text)
        poisoned.push({
          key: text,
          position: event.position,
          error: error instanceof Error ? error.message : String(error),
        })
      }
    }
  }
  return { rows, poisoned }
}
