import type pg from 'pg'

/** A hold of a newcomer is looked at again for a day after its end. */
const expired = [
  'delete from auth.sessions where expires_at < $1',
  'delete from auth.password_resets where expires_at < $1',
  'delete from auth.idempotency_records where expires_at <= $1',
  "delete from auth.newcomer_holds where hold_until < $1::timestamptz - interval '1 day'",
]

export async function dropExpiredRows({ pool, now }: { pool: pg.Pool; now: () => Date }): Promise<void> {
  for (const statement of expired) await pool.query(statement, [now()])
}
