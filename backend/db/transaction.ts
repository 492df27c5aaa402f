import type pg from 'pg'

export type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>

/** SQL of a time as toISOString writes it. */
export const isoTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Uses the caller's connection; rolls back if the work throws. `begin` may set the isolation. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // a broken connection has rolled back already
    throw error
  }
}

/** Takes a connection from the pool and closes it if the work throws, which undoes everything in any state. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
