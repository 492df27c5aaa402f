// Runs checks of one snapshot on several connections.
import pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { isUnreachable } from '#backend/db/unreachable.ts'
import { type Check, Tally } from './finding.ts'

/** Runs work on one more connection with the same snapshot. */
export type Beside = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>
type Work<T> = (client: pg.ClientBase, beside: Beside) => Promise<T>

/** Runs all works at once, each on its own connection with the same snapshot, beside a running shop. */
export async function atOneMoment<T extends readonly unknown[]>(
  pool: pg.Pool,
  works: { [K in keyof T]: Work<T[K]> },
): Promise<T> {
  const readOnly = 'begin isolation level repeatable read read only'
  return transaction(
    pool,
    async (first) => {
      const { rows } = await first.query<{ name: string }>('select pg_export_snapshot() as name')
      const [own, ...others] = works as readonly Work<unknown>[]
      const begin = `${readOnly}; set transaction snapshot '${rows[0]?.name}'`
      const beside: Beside = (work) => transaction(pool, work, begin)
      return (await Promise.all([
        own?.(first, beside),
        ...others.map((work) => beside((client) => work(client, beside))),
      ])) as unknown as T
    },
    readOnly,
  )
}

/** Turns a database error into a fault of this check, so that others still run. */
export async function checked(
  client: pg.ClientBase,
  check: Check,
  work: () => Promise<readonly Tally[]>,
): Promise<readonly Tally[]> {
  await client.query('savepoint one_check')
  try {
    const tallies = await work()
    await client.query('release savepoint one_check')
    return tallies
  } catch (error) {
    const refused = refusedBy(check, error)
    await client.query('rollback to savepoint one_check')
    return [refused]
  }
}

/** Throws errors that are no answer of the database. */
export function refusedBy(check: Check, error: unknown): Tally {
  // 57014: the operator's Ctrl-C.
  if (!(error instanceof pg.DatabaseError) || error.code === '57014' || isUnreachable(error)) throw error
  const tally = new Tally(check)
  tally.add(check, `no se pudo comprobar, la base de datos responde: ${error.message}`)
  return tally
}

/** Each row of the query is a fault. The limit bounds the rows; `faults` counts all. */
export async function tallyOf<Row extends object>(
  client: pg.ClientBase,
  tally: Tally,
  { sql, values = [] }: { sql: string; values?: unknown[] },
  sentence: (row: Row) => { subject: string | number; message: string },
): Promise<Tally> {
  const { rows } = await client.query<Row & { faults: number }>(
    `select *, count(*) over () as faults from (${sql}) wrong limit 1000`,
    values,
  )
  for (const row of rows) {
    const { subject, message } = sentence(row)
    tally.add(subject, message)
  }
  tally.faults += (rows[0]?.faults ?? 0) - rows.length
  return tally
}

export async function countOf(on: Pick<pg.ClientBase | pg.Pool, 'query'>, from: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>(`select count(*) as count from ${from}`)
  return rows[0]?.count ?? 0
}
