// A read model that the code no longer has.
import { expect } from 'vitest'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { columnsOf, listGenerations } from './generation.ts'
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
