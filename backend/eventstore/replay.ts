// A projection from the whole log: rebuilt beside the live rows and swapped in, or compared with them.
import type pg from 'pg'
import type { EventStore } from './event-store.ts'
import { foldBatch, keyText, type Projection, type Row } from './projection.ts'

const pageSize = 5000

export type Progress = (done: number, total: number) => void

/** Thrown by a rebuild at the first event that cannot be applied: a rebuild never skips. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped'
}

/** The rows a projection has after folding the log from its beginning to `target`, in memory. */
export async function foldLog(
  store: EventStore,
  projection: Projection,
  target: number,
  progress?: Progress,
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  const types = new Set(store.codec.typeIds(projection.eventTypes))
  for (let position = 0; position < target; ) {
    const page = (await store.readAfter(position, pageSize)).filter((row) => row.pos <= target)
    const wanted = page.filter((row) => types.has(row.type))
    const events = await store.codec.decode(wanted, { unseal: projection.personal })
    const fold = foldBatch(projection, events, rows, new Set())
    const poisoned = fold.poisoned[0]
    if (poisoned)
      throw new RebuildStopped(
        `${projection.name}: position ${poisoned.position}, key ${poisoned.key}: ${poisoned.error}`,
      )
    for (const [key, { row }] of fold.rows) {
      if (row === null) rows.delete(key)
      else rows.set(key, row)
    }
    position = page.at(-1)?.pos ?? target
    progress?.(position, target)
  }
  return [...rows.values()]
}

/**
 * Rebuilds a projection while the shop serves: folds the log up to now in memory, then replaces the rows and the checkpoint in one
 * transaction. Readers see the old rows until it commits; the pump finds its checkpoint moved, stands down and starts again from it.
 */
export async function rebuild(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: Progress,
): Promise<number> {
  const target = await store.head()
  const rows = await foldLog(store, projection, target, progress)
  const table = `rm.${projection.name}`
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from es.subscriptions where name = $1 for update', [projection.name])
    await client.query(`delete from ${table}`)
    for (let start = 0; start < rows.length; start += pageSize)
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows.slice(start, start + pageSize)),
      ])
    await client.query('delete from es.dead_letters where projection = $1', [projection.name])
    await client.query(
      'update es.subscriptions set pos = $1, version = $2, epoch = epoch + 1, updated_at = now() where name = $3',
      [target, projection.version, projection.name],
    )
    await client.query("select pg_notify('events', '')")
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return rows.length
}

export type Difference = { key: string; live: Row | null; expected: Row | null }

/**
 * Compares the live rows with a straight fold up to the projection's checkpoint; an empty list means they are equal.
 * Keys that were parked are left out: they are reported as dead letters.
 */
export async function compareWithLog(pool: pg.Pool, store: EventStore, projection: Projection): Promise<Difference[]> {
  const table = `rm.${projection.name}`
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const checkpoint = await client.query<{ pos: number }>('select pos from es.subscriptions where name = $1', [
      projection.name,
    ])
    const expected = await foldLog(store, projection, checkpoint.rows[0]?.pos ?? 0)
    // Both sides pass through the table's types, so that times and numbers are compared as stored.
    const { rows } = await client.query<{ live: Row | null; expected: Row | null }>(
      `with live as (select * from ${table}), expected as (select * from json_populate_recordset(null::${table}, $1))
       select to_json(l) as live, to_json(e) as expected from live l full join expected e using (${projection.primaryKey.join(', ')})
       where to_jsonb(l) is distinct from to_jsonb(e)`,
      [JSON.stringify(expected)],
    )
    await client.query('commit')
    return rows.map(({ live, expected: wanted }) => ({
      key: keyText(projection, (live ?? wanted) as never),
      live,
      expected: wanted,
    }))
  } finally {
    client.release()
  }
}
