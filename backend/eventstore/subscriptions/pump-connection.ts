// The session of a pump: its locks are the leases, so it ends by itself if the process behind it falls silent.
import pg from 'pg'
import { limitTransactions, type TransactionLimits } from '#backend/db/overdue-transactions.ts'
import { requirePrimary } from '#backend/db/primary-check.ts'
import { sessionOptions } from '#backend/db/session-options.ts'
import { type Notifications, notifyGenerations } from '#backend/eventstore/log/notifications.ts'

/** A feeder that hangs (a stopped machine, a lost network) loses its session, and with it its locks, within these milliseconds. */
const maxSilenceMs = 5000
const maxStatementMs = 30_000
const name = 'gamertech pump'
/** Longest share of a page; the transaction of a feeder that falls silent in the middle of a message is ended. */
const maxTransactionMs = 35_000
export const pumpTransactions: TransactionLimits = { [name]: maxTransactionMs }
/** Longest wait for rows that another session locks, in milliseconds: one read model must not hold up the others. */
const lockTimeoutMs = 100

/** Longest wait for an answer once new connections work again, in milliseconds, though a statement may take longer. */
const maxDoubtMs = 1500

/** Goes along with each statement of a session. */
export type StatementWatch = {
  /** How long a statement took, in milliseconds. */
  answered(ms: number): void
  /** Asked before each statement but a commit, which is not worth stopping; what it returns is thrown in its place. */
  stops(): Error | undefined
}

/** Not connected yet; lost connections are reported by the next query. */
export function pumpClient(databaseUrl: string, notifications: Notifications, watch: StatementWatch): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: sessionOptions('application', {
      silenceMs: maxSilenceMs,
      transactionSilenceMs: maxSilenceMs,
      lockMs: lockTimeoutMs,
      statementMs: maxStatementMs,
    }),
    application_name: name,
    connectionTimeoutMillis: 5000,
    query_timeout: 35_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let waitingSince: number | null = null
  const sendWatched = async (...args: unknown[]) => {
    const problem = args[0] === 'commit' ? undefined : watch.stops()
    if (problem) throw problem
    const startedAt = performance.now()
    waitingSince ??= startedAt
    try {
      const answer = await send(...args)
      watch.answered(performance.now() - startedAt)
      return answer
    } finally {
      waitingSince = null
    }
  }
  endIfSwallowed(client, notifications, () => waitingSince)
  return Object.assign(client, { query: sendWatched as typeof client.query })
}

/** A network that swallows everything ends no connection: what stays unanswered although the listening connection had to be made anew, and was, is given up. */
function endIfSwallowed(client: pg.Client, notifications: Notifications, waitingSince: () => number | null): void {
  const doubt = () => {
    const since = waitingSince()
    if (since === null || !notifications.connected) return
    setTimeout(() => {
      if (waitingSince() === since) void client.end().catch(() => undefined)
    }, maxDoubtMs).unref()
  }
  notifications.on('interrupted', doubt)
  client.once('end', () => notifications.off('interrupted', doubt))
}

/** Frees the leases and tells the other processes, which take them at once. */
export async function handOver(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await notifyGenerations(client)
}

/**
 * Opens the session with its limits. hasReplicas: what it commits is flushed at once, since a standby is sent nothing else; otherwise that
 * may wait, as rows and checkpoint are lost together, and replayed together. No standby is waited for.
 */
export async function connectPump(client: pg.Client, hasReplicas: boolean): Promise<void> {
  await client.connect()
  await requirePrimary(client)
  await limitTransactions(client, maxTransactionMs)
  await client.query(`set synchronous_commit = ${hasReplicas ? 'local' : 'off'}`)
}
