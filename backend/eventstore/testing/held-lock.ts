// For tests: a connection with the owner's rights that holds a lock until others are seen waiting for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'

/** Takes the lock, runs `work`, and lets go by `release` once `count` sessions of that application stand in a queue. */
export async function whileHeld<T>(
  databaseUrl: string,
  held: { lock: string; waiting: string; count: number; release?: string },
  work: () => T,
): Promise<T> {
  const pool = createPool(databaseUrl, { as: 'owner', max: 2 })
  const client = await pool.connect()
  try {
    await client.query(`begin; ${held.lock}`)
    const running = work()
    await untilWaiting(pool, held.waiting, held.count)
    await client.query(`${held.release ?? ''}; commit`)
    return running
  } finally {
    client.release()
    await pool.end()
  }
}

async function untilWaiting(pool: pg.Pool, application: string, count: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*) as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and application_name = $1`,
      [application],
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
    await sleep(10)
  }
  throw new Error(`fewer than ${count} sessions of ${application} wait`)
}
