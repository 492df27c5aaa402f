// Work between begin and commit, whole or not at all.
import type pg from 'pg'

/** What a statement can be sent to: a pool, or a connection with its transaction. */
export type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>

/** On a connection of the caller's: rolls back if the work throws. `begin` may set the isolation. */
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

/** On a connection of the pool's. Where the work throws it is closed, which takes everything back whatever state it was left in. */
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
