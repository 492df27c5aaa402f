import type pg from 'pg'

export type DatabaseClock = { now(): Date; set(): Promise<void> }

/**
 * The database's time, so all processes agree despite wrong machine clocks. Between calls of `set` the process's
 * monotonic clock carries it on.
 */
export async function openDatabaseClock(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseClock> {
  let origin = 0
  /** Resynchronises: two clocks drift apart, and the monotonic one may stop while a machine sleeps. */
  const set = async () => {
    const asked = performance.now()
    const { rows } = await pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const answered = performance.now()
    if (rows[0]) origin = rows[0].now - (asked + answered) / 2
  }
  await set()
  return { now: () => new Date(origin + performance.now()), set }
}
