// A read model that the code no longer has.
import { expect } from 'vitest'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { columnsOf, dropGeneration, listGenerations, showGeneration } from './generation.ts'
import { dropRetired } from './retired.ts'

test('stays while a process of an older release feeds it or reads it, and is gone with its rows afterwards', async ({
  core,
  owner,
}) => {
  const { name } = membersProjection
  const pump = await startPump(core, () => undefined)
  await core.store.append(reading(1, null, 3))
  await caughtUp(core)
  expect(await dropRetired(owner, [name, 'never_there'])).toEqual([])
  await pump.stop()
  const reader = await owner.connect()
  await reader.query(`begin; select * from rm.${name}`)
  expect(await dropRetired(owner, [name])).toEqual([])
  await reader.query('commit')
  reader.release()
  const [generation] = await listGenerations(owner, name)
  expect(await dropRetired(owner, [name])).toEqual([name])
  expect(await listGenerations(owner, name)).toEqual([])
  expect([
    ...(await columnsOf(owner, name)),
    ...(await columnsOf(owner, `${name}__${generation?.generation}`)),
  ]).toEqual([])
  expect(await dropRetired(owner, [name])).toEqual([])
})

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
