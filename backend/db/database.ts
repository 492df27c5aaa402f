// Connections: a pool under the application's role, and one for what is done once.
import pg from 'pg'
import { limitTransactions } from './overdue-transactions.ts'
import { requirePrimary } from './primary-check.ts'
import { sessionOptions } from './session-options.ts'
import { boundWait } from './waits/bounded-wait.ts'

// Positions, counts and ids stay far below 2^53, so bigint columns are read as numbers.
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
  /** 'application' (default) drops to the least-privileged role on connecting; 'owner' keeps the login's own rights. */
  as?: 'application' | 'owner'
  name?: string
  /** False lifts the time limits of statements and open transactions, and waits long for a connection, for an operator's long work. */
  limits?: false | Partial<Limits>
  /** 'writes' (default) refuses what is not the primary; 'reads' takes a standby and writes nowhere, not even where a standby was promoted. */
  serves?: 'writes' | 'reads'
}
export type Limits = {
  /** Longest statement, in milliseconds; default 30,000. */
  statementMs: number
  /** Longest wait for a lock; default: the statement's limit. */
  lockMs: number
  /** Longest wait for a connection; default: as long as making one may take. */
  waitMs: number
  /** Longest transaction, also one whose client fell silent in the middle of a message, where the server has such a limit; default: none. */
  transactionMs: number
}

/** How long the server's own refusal of a statement may take to arrive, in milliseconds. */
const answerMs = 2000
/** How long a new connection may take: five round trips of the slowest network that anybody should be served over, in milliseconds. */
const connectMs = 5000
/** The same for work that nobody waits for, beside processes that take all of the machine. */
const patientMs = 60_000
/** Of a pool that an operator's long work shares with nobody, and which still gives up some day. */
export const patientLimits = { lockMs: patientMs, statementMs: 600_000, waitMs: patientMs }

/** A pool whose lost connections (a server restart), idle or lent out, are reported by the next query instead of ending the process. */
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
    // A network that swallows everything must not keep a caller for ever; the server's own limit ends sooner.
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

/** What a new connection has to pass before it is lent out for the first time. */
async function begin(client: pg.PoolClient, serves: 'writes' | 'reads', transactionMs?: number): Promise<void> {
  if (serves === 'writes') await requirePrimary(client)
  if (transactionMs !== undefined) await limitTransactions(client, transactionMs)
}

/**
 * A connection of its own for what is done once. connectWithinMs: else it is waited for as long as the network does.
 * One that dies makes the work reject, and ends nothing else.
 */
export async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  connectWithinMs = 0,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectWithinMs })
  // Whoever does not listen to it is ended by it, as an error that nobody caught.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
