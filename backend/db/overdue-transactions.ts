// How long a transaction may last: the server's own limit since PostgreSQL 17; on an older one, each process ends those of all processes that last longer.
import type pg from 'pg'

const firstWithLimit = 170_000
/** How often a process looks for those that last too long, in milliseconds. */
const lookEveryMs = 500

/** Sessions by the name that they bear, and the longest transaction of one, in milliseconds. */
export type TransactionLimits = Record<string, number>

/** Sets the server's limit for this session, in milliseconds; a server older than PostgreSQL 17 has none. */
export async function limitTransactions(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query(
    `select set_config('transaction_timeout', $1, false) where current_setting('server_version_num')::int >= ${firstWithLimit}`,
    [String(ms)],
  )
}

/**
 * On a server without a limit of its own, ends the sessions of this login whose transactions last longer, whichever process they belong to:
 * one that has fallen silent in the middle of a message is ended by the others. Returns what stops that.
 */
export async function endOverdueTransactions(pool: pg.Pool, limits: TransactionLimits): Promise<() => void> {
  const { rows } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  if ((rows[0]?.version ?? 0) >= firstWithLimit) return () => undefined
  const overdue = Object.entries(limits)
    .map(([name, ms]) => `(application_name = '${name}' and xact_start < clock_timestamp() - interval '${ms} ms')`)
    .join(' or ')
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    // A commit that waits for its standby is not counted, as by newer servers: ended, it would be seen though it is nowhere else.
    // As the login itself: the application's role may not end sessions.
    const ended = pool.query(
      `begin; set local role none; select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = session_user and (${overdue})
             and wait_event is distinct from 'SyncRep'; commit`,
    )
    // Whoever appends meets the same failure, and says so.
    await ended.catch(() => undefined)
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
