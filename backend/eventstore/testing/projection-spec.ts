// The language of projection specs: given these events, these are the rows; in memory, and the same by way of PostgreSQL.
import type pg from 'pg'
import { expect } from 'vitest'
import { transaction } from '#backend/db/transaction.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { RowOf } from '#backend/eventstore/projections/columns.ts'
import { createGeneration, tableOf } from '#backend/eventstore/projections/generation.ts'
import {
  type DefinedProjection,
  foldBatch,
  type HandledEvent,
  keyText,
  nothingParked,
  type Row,
  type RowKey,
} from '#backend/eventstore/projections/projection.ts'
import { applyBatch } from '#backend/eventstore/projections/row-writer.ts'

/** When the nth event of a spec happened (from 1): a second after the one before it, as ISO text. */
export function timeOf(nth: number): string {
  return new Date(Date.UTC(2026, 10, 21, 12, 0, nth)).toISOString()
}

/** Events of one spec, in the order of the log. The types of events and rows are the projection's. */
export function given<P extends DefinedProjection>(projection: P, ...events: HandledEvent<P>[]) {
  const recorded = events.map(record)
  const keyOf = (row: Row) => keyText(projection, row as RowKey)
  return {
    /** Exactly these rows are there afterwards, in any order. */
    expectRows(...rows: RowOf<P['columns']>[]): void {
      const { folded, refused } = fold(projection, recorded)
      expect(refused).toEqual([])
      const byKey = (some: readonly Row[]) => some.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      expect(byKey(folded)).toEqual(byKey(rows))
    },
    /** The first event that cannot be applied: its row's key, its place among the events (from 1), and why. */
    expectRefused(key: string, position: number, error: string): void {
      expect(fold(projection, recorded).refused[0]).toEqual({ by: 'row', key, position, error })
    },
  }
}

/**
 * Applies the events to a table in PostgreSQL, each in a batch of its own, and expects the rows that a fold of all of them in memory gives.
 * owner: with the rights that make tables. Nothing of it is left.
 */
export async function expectSameInPostgres<P extends DefinedProjection>(
  owner: pg.Pool,
  projection: P,
  events: readonly HandledEvent<P>[],
): Promise<void> {
  const recorded = events.map(record)
  const { folded, refused } = fold(projection, recorded)
  expect(refused).toEqual([])
  expect(folded.length).toBeGreaterThan(0)
  const undo = new Error('nothing of it is left')
  const applied = transaction(owner, async (client) => {
    const generation = await createGeneration(client, projection, 'building', 0)
    const target = { projection, generation }
    for (const event of recorded)
      expect(await applyBatch(client, target, [event], { parked: nothingParked, skips: new Set() })).toMatchObject({
        poisoned: [],
      })
    const table = tableOf(generation)
    const { rows } = await client.query(
      `select to_jsonb(t) as stored, to_jsonb(e) as folded from ${table} t
       full join json_populate_recordset(null::${table}, $1) e using (${projection.primaryKey.join(', ')})
       where to_jsonb(t) is distinct from to_jsonb(e)`,
      [JSON.stringify(folded)],
    )
    expect(rows).toEqual([])
    throw undo
  })
  await applied.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

function fold(projection: DefinedProjection, events: readonly RecordedEvent[]) {
  const { rows, poisoned } = foldBatch(projection, events, new Map(), { parked: nothingParked, skips: new Set() })
  const folded = [...rows.values()].map(({ row }) => row).filter((row) => row !== null)
  return { folded, refused: poisoned }
}

function record({ type, data }: AnyEvent, index: number): RecordedEvent {
  return {
    type,
    data,
    position: index + 1,
    stream: `spec-${index + 1}`,
    version: 1,
    meta: { actor: 'operator', cause: 'Spec', correlation: 'spec' },
    at: new Date(timeOf(index + 1)),
  }
}
