// A pool outlives its connections, whatever uses them at that moment.
import { expect } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { test } from '#scripts/testing/database.ts'

test('[F4] a connection that is lost while somebody holds it ends neither the process nor the pool', async ({
  databaseUrl,
}) => {
  const [pool, owner] = [createPool(databaseUrl, { max: 1 }), createPool(databaseUrl, { as: 'owner', max: 1 })]
  try {
    const held = await pool.connect()
    const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => held.once('end', resolve))
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await lost
    await expect(held.query('select 1')).rejects.toThrow(/not queryable/)
    held.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([pool.end(), owner.end()])
  }
})
