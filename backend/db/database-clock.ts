// What time it is, by the database: all processes agree, and none is misled by a machine whose clock is wrong or jumps.
import type pg from 'pg'

/** The database's time as of the last `set`, carried on by the process's monotonic clock, which never jumps. */
export class DatabaseClock {
  readonly #pool: Pick<pg.Pool, 'query'>
  /** Unix milliseconds at which the monotonic clock was at 0; off by half a round trip at most. */
  #origin = 0

  private constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool
  }

  /** A clock that is set. Throws what the database throws. */
  static async open(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(pool)
    await clock.set()
    return clock
  }

  /** Asks the database again: two clocks drift apart, and the monotonic one may stand while a machine sleeps. */
  async set(): Promise<void> {
    const asked = performance.now()
    const { rows } = await this.#pool.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    )
    const answered = performance.now()
    const { now } = rows[0] ?? {}
    if (now !== undefined) this.#origin = now - (asked + answered) / 2
  }

  /** The time now. */
  readonly now = (): Date => new Date(this.#origin + performance.now())
}
