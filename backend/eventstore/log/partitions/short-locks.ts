// Retries a change that needs an exclusive lock, so that others wait for an instant at most.
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'pg'
import { locks } from '#backend/db/locks.ts'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Queryable } from '#backend/db/transaction.ts'

export type Holder = { name: string; seconds: number }
export type Waited = {
  signal: AbortSignal
  waitsFor(holders: readonly Holder[]): void
}

const lockMs = 100
const pauseMs = 1000

/**
 * Runs trusted SQL in one transaction and returns the last statement's first value. One message carries all statements,
 * so that a stopped process keeps no lock. Throws the signal's reason.
 */
export async function withShortLock(owner: Queryable, { signal, waitsFor }: Waited, sql: string): Promise<unknown> {
  for (;;) {
    signal.throwIfAborted()
    try {
      const results: unknown = await owner.query(`set local lock_timeout = ${lockMs}; ${sql}`)
      return Object.values((results as QueryResult[]).at(-1)?.rows[0] ?? {})[0]
    } catch (error) {
      if (!hasErrorCode(error, pgErrors.lockNotAvailable, pgErrors.deadlockDetected)) throw error
      waitsFor(await holdersOf(owner))
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Leaves out sessions whose transaction has ended and a divider between two tries. */
async function holdersOf(owner: Queryable): Promise<Holder[]> {
  const { rows } = await owner.query<Holder>(
    `select coalesce(nullif(a.application_name, ''), a.usename::text, a.backend_type) as name,
       coalesce(extract(epoch from now() - min(a.xact_start))::int, 0) as seconds
     from pg_locks l join pg_stat_activity a using (pid)
     where (l.relation = 'es.events'::regclass or l.locktype = 'advisory' and l.classid = 0 and l.objid = ${locks.partitioning} and l.objsubid = 1)
       and l.database = (select oid from pg_database where datname = current_database())
       and l.granted and a.pid <> pg_backend_pid() group by 1 order by 2 desc limit 5`,
  )
  return rows
}
