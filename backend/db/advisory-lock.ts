import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const retryMs = 500

/**
 * Runs work while no other process holds the same lock (see locks.ts). Polls for the lock, because waiting in the
 * database would exceed the statement limits. The lock ends with the connection if the process dies.
 */
export async function exclusively<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    while (!(await isTaken(client, lock))) await delay(retryMs)
    return await work()
  } finally {
    client.release(true)
  }
}

async function isTaken(client: pg.ClientBase, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
  return rows[0]?.mine === true
}
