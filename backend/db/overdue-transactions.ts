// Limits the length of transactions: PostgreSQL 17 by itself; on older servers, every process ends overdue ones.
import type pg from 'pg'

const firstWithLimit = 170_000
const lookEveryMs = 500

export type TransactionLimits = Record<string, number>

/** Sets the server's limit for this session, in milliseconds; does nothing before PostgreSQL 17. */
export async function limitTransactions(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query(
    `select set_config('transaction_timeout', $1, false) where current_setting('server_version_num')::int >= ${firstWithLimit}`,
    [String(ms)],
  )
}

/**
 * On a server without its own limit, ends overdue sessions of this login, including those of frozen processes.
 * Returns a function that stops it.
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
    // Spares a commit that waits for its standby, as newer servers do: ending it would show data that exists nowhere
    // else. Runs as the login itself, since the application's role may not end sessions.
    const ended = pool.query(
      `begin; set local role none; select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = session_user and (${overdue})
             and wait_event is distinct from 'SyncRep'; commit`,
    )
    await ended.catch(() => undefined)
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
