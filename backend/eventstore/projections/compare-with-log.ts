// The live rows of a projection beside a straight fold of the log.
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { columnsOf, type Generation } from './generation.ts'
import { LogFold, readSkips } from './log-fold.ts'
import { keyText, nothingParked, type Projection, type Row, type RowKey } from './projection.ts'
import { readParked } from './row-writer.ts'

export type Difference = { key: string; live: Row | null; expected: Row | null }
export type ComparisonProgress = (done: number, total: number) => void

/**
 * Compares the live rows with a straight fold up to their checkpoint, over the columns that both have; an empty list means they are
 * equal. Keys that were parked are left out: they are reported as dead letters. Throws RebuildStopped at an event that this code
 * cannot apply. pool: with the owner's rights or the application's, without time limits.
 */
export async function compareWithLog(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
): Promise<Difference[]> {
  return transaction(
    pool,
    (client) => compare(client, store, projection, progress),
    'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 0',
  )
}

async function compare(
  client: pg.ClientBase,
  store: EventStore,
  projection: Projection,
  progress?: ComparisonProgress,
): Promise<Difference[]> {
  const { name, primaryKey } = projection
  const live = await client.query<Pick<Generation, 'generation' | 'pos'>>(
    "select generation, pos from es.subscriptions where name = $1 and state = 'live'",
    [name],
  )
  const { generation = 0, pos = 0 } = live.rows[0] ?? {}
  const parked = (await readParked(client, [generation])).get(generation) ?? nothingParked
  const fold = new LogFold({ store, projection, skips: await readSkips(store, name), leftOut: parked })
  await fold.advance(pos, () => progress?.(fold.position, pos))
  const shown = await columnsOf(client, name)
  const columns = Object.keys(projection.columns).filter((column) => shown.has(column))
  const typed = columns.map((column) => `${column} ${shown.get(column)}`).join(', ')
  // Both sides pass through the view's types, so that times and numbers are compared as stored.
  const { rows } = await client.query<{ live: Row | null; expected: Row | null }>(
    `with live as (select ${columns.join(', ')} from rm.${name}), expected as (select * from json_to_recordset($1) e(${typed}))
     select to_json(l) as live, to_json(e) as expected from live l full join expected e using (${primaryKey.join(', ')})
     where to_jsonb(l) is distinct from to_jsonb(e)`,
    [JSON.stringify([...fold.rows.values()])],
  )
  return rows
    .map((row) => ({ key: keyText(projection, (row.live ?? row.expected) as RowKey), ...row }))
    .filter(({ key }) => !parked.row.has(key))
}
