// One process at a time, whichever began first; the others wait as long as it takes.
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const retryMs = 500

/**
 * Runs work while no other process runs work of the same lock (a number of locks.ts). The lock is asked for again and again: to wait for it
 * in the database for minutes is more than the limits of a statement allow. It goes with the connection if the process dies.
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
