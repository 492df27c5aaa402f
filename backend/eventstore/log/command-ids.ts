// The ids of accepted commands make a repeat harmless. Nobody repeats a command after a month, and the ids take a fifth of the log's room.
import type pg from 'pg'

const keepDays = 30
const batchSize = 10_000

/** Forgets the ids of commands accepted more than 30 days ago, a few thousand a transaction; returns how many. pool: with the owner's rights. */
export async function forgetExpiredCommandIds(pool: pg.Pool): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rowCount } = await pool.query(
      `delete from es.commands where ctid = any(array(
         select ctid from es.commands where at < now() - make_interval(days => $1) limit $2))`,
      [keepDays, batchSize],
    )
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < batchSize) return forgotten
  }
}
