// A projection: which events, which row, how the row changes. Pure; the writing is done set by set in projection-writer.ts.
import type { AnyEvent, EventDefinitions, EventOf } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'

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

/** Declares a projection over the events of some aggregates, typed by them and by the table's row. */
export function defineProjection<D extends EventDefinitions, R extends object>(
  events: D,
  spec: {
    name: string
    version: number
    primaryKey: readonly (keyof R & string)[]
    columns: Readonly<Record<keyof R & string, string>>
    indexes?: Readonly<Record<string, string>>
    personal?: boolean
    keys(event: RecordedEvent<EventOf<D> & AnyEvent>): RowKey[]
    evolve(row: R | null, event: RecordedEvent<EventOf<D> & AnyEvent>, key: RowKey): R | null
  },
): Projection {
  return {
    ...spec,
    personal: spec.personal ?? false,
    indexes: spec.indexes ?? {},
    eventTypes: Object.keys(events),
    keys: spec.keys as Projection['keys'],
    evolve: spec.evolve as unknown as Projection['evolve'],
  }
}

/** `{product_id: 3, user_id: 4}` -> '3:4'. */
export function keyText(projection: Projection, key: RowKey): string {
  const [first = '', ...others] = projection.primaryKey
  return others.reduce((text, column) => `${text}:${key[column]}`, String(key[first]))
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
