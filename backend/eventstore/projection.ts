// A projection: which events, which row, how the row changes. Pure; the writing is done set by set in projection-writer.ts.
import type { AnyEvent, EventDefinitions, EventOf } from '#backend/domain/event.ts'
import type { RecordedEvent } from './event.ts'

/** Primary key columns with their values. */
export type RowKey = Readonly<Record<string, string | number>>
/** A whole row as JSON: column -> value. */
export type Row = Record<string, unknown>

export type Projection = {
  /** Also the table: rm.<name>. */
  readonly name: string
  /** Raised when the rows would come out differently: the shop then rebuilds it. */
  readonly version: number
  readonly primaryKey: readonly string[]
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
    personal?: boolean
    keys(event: RecordedEvent<EventOf<D> & AnyEvent>): RowKey[]
    evolve(row: R | null, event: RecordedEvent<EventOf<D> & AnyEvent>, key: RowKey): R | null
  },
): Projection {
  return {
    ...spec,
    personal: spec.personal ?? false,
    eventTypes: Object.keys(events),
    keys: spec.keys as Projection['keys'],
    evolve: spec.evolve as unknown as Projection['evolve'],
  }
}

/** `{product_id: 3, user_id: 4}` -> '3:4'. */
export function keyText(projection: Projection, key: RowKey): string {
  return projection.primaryKey.map((column) => key[column]).join(':')
}

export type PoisonedEvent = { key: string; position: number; error: string }
export type Fold = {
  /** key text -> the row after the batch; null: deleted. */
  rows: Map<string, { key: RowKey; row: Row | null }>
  poisoned: PoisonedEvent[]
}

/**
 * Folds a batch per key in memory. A key whose event throws stays as it was before that event, and that event and all later ones
 * of the key are reported as poisoned; `parked` names keys that were poisoned before.
 */
export function foldBatch(
  projection: Projection,
  events: readonly RecordedEvent[],
  stored: ReadonlyMap<string, Row>,
  parked: ReadonlySet<string>,
): Fold {
  const rows: Fold['rows'] = new Map()
  const poisoned: PoisonedEvent[] = []
  const bad = new Set(parked)
  for (const event of events) {
    for (const key of projection.keys(event)) {
      const text = keyText(projection, key)
      if (bad.has(text)) {
        poisoned.push({ key: text, position: event.position, error: 'the key was parked before' })
        continue
      }
      try {
        const current = rows.has(text) ? (rows.get(text)?.row ?? null) : (stored.get(text) ?? null)
        rows.set(text, { key, row: projection.evolve(current, event, key) })
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
