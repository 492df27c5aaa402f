import pg from 'pg'
import { limitTransactions } from './overdue-transactions.ts'
import { requirePrimary } from './primary-check.ts'
import { sessionOptions } from './session-options.ts'
import { boundWait } from './waits/bounded-wait.ts'

// Reads bigint as number: positions, counts and ids stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const int8Array = 1016 as number
pg.types.setTypeParser(int8Array as never, (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : Number(item))),
)

export type PoolOptions = {
  max?: number
  as?: 'application' | 'owner'
  name?: string
  /** False lifts all time limits and waits long for a connection, for operators' long work. */
  limits?: false | Partial<Limits>
  /** 'writes' (default) refuses all but the primary; 'reads' accepts a standby, read-only even once promoted. */
  serves?: 'writes' | 'reads'
}
export type Limits = {
  statementMs: number
  lockMs: number
  silenceMs: number
  /** Longest wait for a connection; default: the time to make one. */
  waitMs: number
  /** Longest transaction, where the server supports a limit; ends silent clients too. Default: none. */
  transactionMs: number
}

const answerMs = 2000
/** A caller rather waits for a connection than is refused while the machine is busy, but not for long. */
export const callerWaitMs = 4000
const connectMs = 5000
const patientMs = 60_000
/** Limits for an operator's exclusive pool: generous but finite. */
export const patientLimits = { lockMs: patientMs, statementMs: 600_000, waitMs: patientMs }

/** A pool that reports lost connections with the next query instead of ending the process. */
export function createPool(databaseUrl: string, options: PoolOptions = {}): pg.Pool {
  const limits = options.limits !== false && { statementMs: 30_000, ...options.limits }
  const { as = 'application', serves = 'writes' } = options
  const { transactionMs, waitMs = connectMs, ...sessionLimits } = limits || { waitMs: patientMs }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max ?? 8,
    connectionTimeoutMillis: Math.max(connectMs, waitMs),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Frees the caller from a silent network; the server's own limit ends sooner.
    ...(limits && { query_timeout: limits.statementMs + answerMs }),
    application_name: options.name ?? 'gamertech',
    options: sessionOptions(as, limits ? { transactionSilenceMs: 5000, ...sessionLimits } : {}, serves),
    verify: (client, done) => {
      begin(client, serves, transactionMs).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (waitMs < connectMs) boundWait(pool, waitMs)
  return pool
}

async function begin(client: pg.PoolClient, serves: 'writes' | 'reads', transactionMs?: number): Promise<void> {
  if (serves === 'writes') await requirePrimary(client)
  if (transactionMs !== undefined) await limitTransactions(client, transactionMs)
}

/**
 * Opens one connection for a single task. `connectWithinMs`: default is the network's own limit. A lost connection
 * rejects the work and nothing else.
 */
export async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  connectWithinMs = 0,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectWithinMs })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
