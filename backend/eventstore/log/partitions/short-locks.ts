// A change that needs the log to itself for an instant, tried until it gets it, so that nobody waits for it longer than that instant.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import { transaction } from '#backend/db/transaction.ts'

/** Who works on the log just now, oldest first: its application's name and for how many seconds. */
export type Holder = { name: string; seconds: number }
export type Waited = {
  signal: AbortSignal
  /** Told after each try that failed. */
  waitsFor(holders: readonly Holder[]): void
}

/** Everybody else's wait for a try, at most. */
const lockMs = 100
const pauseMs = 1000

/** Runs the statements in one transaction; throws what the signal is aborted with. */
export async function withShortLock(
  owner: pg.Pool,
  { signal, waitsFor }: Waited,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      await transaction(owner, async (client) => {
        await client.query(`set local lock_timeout = ${lockMs}`)
        await work(client)
      })
      return
    } catch (error) {
      if (!hasErrorCode(error, pgErrors.lockNotAvailable, pgErrors.deadlockDetected)) throw error
      waitsFor(await holdersOf(owner))
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function holdersOf(owner: pg.Pool): Promise<Holder[]> {
  const { rows } = await owner.query<Holder>(
    `select coalesce(nullif(a.application_name, ''), a.usename::text) as name, extract(epoch from now() - min(a.xact_start))::int as seconds
     from pg_locks l join pg_stat_activity a using (pid)
     where l.relation = 'es.events'::regclass and l.granted and a.pid <> pg_backend_pid() group by 1 order by 2 desc limit 5`,
  )
  return rows
}
