// Compacts the table of checkpoints. Its few rows change with every page of the log; during a long snapshot (a dump, a
// verification) dead versions pile up, and live rows stay behind that empty space.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'

/** Ten times the space that all checkpoints need. */
const mostBytes = 512 * 1024
/** Other movers of checkpoints wait this long at most, plus the compaction itself. */
const lockMs = 50

/**
 * Rewrites the table of checkpoints if it takes much more space than needed. Returns false if another session locks it;
 * the next run tries again. `pool` has the owner's rights.
 */
export async function compactCheckpoints(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_total_relation_size('es.subscriptions')::float8 as bytes",
  )
  if ((rows[0]?.bytes ?? 0) <= mostBytes) return false
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = ${lockMs}`)
    await client.query('vacuum (full, analyze) es.subscriptions')
    return true
  } catch (error) {
    if (hasErrorCode(error, pgErrors.lockNotAvailable)) return false
    throw error
  } finally {
    client.release(true) // its limit goes with it
  }
}
