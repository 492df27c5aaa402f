import pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { isUnreachable } from '#backend/db/unreachable.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { storedTypes } from '#backend/eventstore/log/decoding/stored-types.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import type { Follow } from '#backend/operations/work-run.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Core } from '#backend/shop.ts'
import { type CheckOfLog, mostNamed, type Tallies, type Tally } from './finding.ts'

/** Sessions of the walk, the books and the database's own checks, of the folds, and for short queries. */
export const verifyConnections = projections.length + 5

export type VerifyContext = Follow & {
  ownerPool: pg.Pool
  core: Pick<Core, 'store' | 'keyring' | 'accounts'>
}

export type Beside = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>

export const readOnly = 'begin isolation level repeatable read read only'

/** Runs the work in one snapshot, beside a running shop. */
export function atOneMoment<T>(pool: pg.Pool, work: (client: pg.ClientBase, beside: Beside) => Promise<T>): Promise<T> {
  return transaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
      const { name = '' } = rows[0] ?? {}
      const inSnapshot = `${readOnly}; set transaction snapshot '${name}'`
      return work(client, (other) => transaction(pool, other, inSnapshot))
    },
    readOnly,
  )
}

const fetched = 500

/** Yields a query's rows in pages, one query at a time for each `client`, which is in a transaction. */
export async function* pagesOf<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: string,
): AsyncGenerator<Row[], void, undefined> {
  await client.query(`declare pages no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>({ text: `fetch ${fetched} from pages`, types: storedTypes })
    if (rows.length > 0) yield rows
    if (rows.length < fetched) break
  }
  await client.query('close pages')
}

/** Turns a database error into a fault of this check, so that others still run. */
export async function checked(client: pg.ClientBase, tally: Tally, work: () => Promise<void>): Promise<void> {
  await client.query('savepoint one_check')
  try {
    await work()
    await client.query('release savepoint one_check')
  } catch (error) {
    // 57014: the operator's Ctrl-C.
    if (!(error instanceof pg.DatabaseError) || error.code === '57014' || isUnreachable(error)) throw error
    tally.add(tally.check, `no se pudo comprobar, la base de datos responde: ${error.message}`)
    await client.query('rollback to savepoint one_check')
  }
}

/**
 * Each row of `wrong` is a fault: a `subject` and a `message`, in both of which a stream's name stands for its id in
 * braces. The check looks at as many items as `counted` has rows.
 */
export type SqlCheck = { check: CheckOfLog; counted?: string; wrong: string; values?: unknown[] }

export async function askAll(client: pg.ClientBase, tallies: Tallies, checks: readonly SqlCheck[]): Promise<void> {
  for (const { check, counted, wrong, values } of checks)
    await checked(client, tallies[check], async () => {
      if (counted !== undefined) tallies[check].looked += await countOf(client, counted)
      await addWrong(client, tallies[check], wrong, values)
    })
}

const streamId = /\{([0-9a-f-]{36})\}/g
const named = (text: string) => text.replace(streamId, (_, uuid: string) => streamName(shopLog, uuid))

/** The limit bounds the rows; `faults` counts all. */
export async function addWrong(client: pg.ClientBase, tally: Tally, wrong: string, values: unknown[] = []) {
  const { rows } = await client.query<{ subject: string; message: string; faults: number }>(
    `select subject::text, message, count(*) over () as faults from (${wrong}) wrong limit ${mostNamed}`,
    values,
  )
  for (const { subject, message } of rows) tally.add(named(subject), named(message))
  tally.faults += (rows[0]?.faults ?? 0) - rows.length
}

export async function countOf(on: Pick<pg.ClientBase | pg.Pool, 'query'>, from: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>(`select count(*) as count from ${from}`)
  return rows[0]?.count ?? 0
}
