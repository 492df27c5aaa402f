// The few rows of checkpoints change with every page of the log. While somebody looks at one moment for long (a dump, a verification) none of their
// versions can go; afterwards the newest ones lie at the end of what became a large table, stay in their places there, and every look at them
// passes through the empty rest.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'

/** As many rows as there ever are fit into a tenth of it. */
const mostBytes = 512 * 1024
/** Who moves checkpoints meanwhile waits behind us for so long at most, and then for the moment that it takes, in milliseconds. */
const lockMs = 50

/**
 * Writes the checkpoints anew, close together, if they take much more room than they need. Returns whether it did: not while another session
 * locks them, which is left for the next time. pool: with the owner's rights.
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
