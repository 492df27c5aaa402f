// The session of a pump: its locks are the leases, so it ends by itself if the process behind it falls silent.
import pg from 'pg'
import { limitTransactions, type TransactionLimits } from '#backend/db/overdue-transactions.ts'
import { requirePrimary } from '#backend/db/primary-check.ts'
import { sessionOptions } from '#backend/db/session-options.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'

/** A feeder that hangs (a stopped machine, a lost network) loses its session, and with it its locks, within these milliseconds. */
const maxSilenceMs = 5000
const maxStatementMs = 30_000
const name = 'gamertech pump'
/** Longest share of a page; the transaction of a feeder that falls silent in the middle of a message is ended. */
const maxTransactionMs = 35_000
export const pumpTransactions: TransactionLimits = { [name]: maxTransactionMs }
/** Longest wait for rows that another session locks, in milliseconds: one read model must not hold up the others. */
const lockTimeoutMs = 100

/** Not connected yet; lost connections are reported by the next query. */
export function pumpClient(databaseUrl: string): pg.Client {
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
  return client
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
