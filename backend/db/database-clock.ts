import type pg from 'pg'

/**
 * The database's time, so all processes agree despite wrong machine clocks. Between calls of `set` the process's
 * monotonic clock carries it on.
 */
export class DatabaseClock {
  readonly #pool: Pick<pg.Pool, 'query'>
  #origin = 0

  private constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool
  }

  static async open(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(pool)
    await clock.set()
    return clock
  }

  /** Resynchronises: two clocks drift apart, and the monotonic one may stop while a machine sleeps. */
  async set(): Promise<void> {
    const asked = performance.now()
    const { rows } = await this.#pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const answered = performance.now()
    const { now } = rows[0] ?? {}
    if (now !== undefined) this.#origin = now - (asked + answered) / 2
  }

  readonly now = (): Date => new Date(this.#origin + performance.now())
}
