// The session of a pump: its locks are the leases, so they end with a silent process.
import pg from 'pg'
import { limitTransactions, type TransactionLimits } from '#backend/db/overdue-transactions.ts'
import { requirePrimary } from '#backend/db/primary-check.ts'
import { sessionOptions } from '#backend/db/session-options.ts'
import { type Notifications, notifyGenerations } from '#backend/eventstore/log/notifications.ts'

/** PostgreSQL ends a silent feeder's session after this long, and frees its locks. */
const maxSilenceMs = 5000
const maxStatementMs = 30_000
const name = 'gamertech pump'
/** Limits a transaction, so that one stops whose feeder dies in the middle of a message. */
const maxTransactionMs = 35_000
export const pumpTransactions: TransactionLimits = { [name]: maxTransactionMs }
const lockTimeoutMs = 100

/** Longest wait for an answer after the network works again, though statements may take longer. */
const maxDoubtMs = 1500

export type StatementWatch = {
  answered(ms: number): void
  /** Checked before each statement except commits; throws the returned error. */
  stops(): Error | undefined
}

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

/**
 * Ends a connection whose statement got no answer though the listening connection broke and came back: a network that
 * swallows packets reports no error.
 */
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

export async function handOver(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await notifyGenerations(client)
}

/**
 * Opens the session with its limits. With replicas, commits flush at once, so that standbys get them; otherwise rows
 * and checkpoint may be lost and replayed together. Never waits for a standby.
 */
export async function connectPump(client: pg.Client, hasReplicas: boolean): Promise<void> {
  await client.connect()
  await requirePrimary(client)
  await limitTransactions(client, maxTransactionMs)
  await client.query(`set synchronous_commit = ${hasReplicas ? 'local' : 'off'}`)
}
