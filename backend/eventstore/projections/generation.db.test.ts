// The tables and checkpoints of generations, as the owner makes and drops them.
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { dropGeneration, showGeneration } from './generation.ts'

test('[T47 partial] what the application writes into a checkpoint is no statement that the owner runs', async ({
  core,
  owner,
}) => {
  const { rows } = await core.pool.query(
    `insert into es.subscriptions (name, kind, version, pos, state, target) values ($1, 'projection', 1, 0, 'building', 0) returning *`,
    ['x; create role intruder superuser; --'],
  )
  const client = await owner.connect()
  try {
    for (const touch of [dropGeneration, showGeneration])
      await expect(touch(client, rows[0])).rejects.toThrow('a name that is none')
    expect((await client.query("select from pg_roles where rolname = 'intruder'")).rowCount).toBe(0)
  } finally {
    client.release()
  }
})
