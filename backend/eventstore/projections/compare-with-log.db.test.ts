import type pg from 'pg'
import { expect } from 'vitest'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { listGenerations } from './generation.ts'
import { rebuild } from './rebuild.ts'

const differences = (core: Core) => differencesOf(core.pool, core.store, membersProjection)
const change = (owner: pg.Pool, pages: number) =>
  owner.query(`update rm.members set books = jsonb_set(books, '{0,pages}', to_jsonb($1::int)) where member_id = 1`, [
    pages,
  ])

test('a row that was changed, one that is missing and one too many are found; a rebuild mends them', async ({
  core,
  owner,
}) => {
  const pump = await startPump(core, () => undefined)
  await Promise.all([1, 2, 3].map((member) => core.store.append(reading(member, 0, 2))))
  await caughtUp(core)
  await pump.stop()
  expect(await differences(core)).toEqual([])
  await change(owner, 77)
  await owner.query('delete from rm.members where member_id = 2')
  await owner.query(`insert into rm.members values (9, '[]', null)`)
  const found = await differences(core)
  expect(found.map(({ key }) => key).toSorted()).toEqual(['1', '2', '9'])
  expect(found.find(({ key }) => key === '1')).toMatchObject({
    live: { books: [{ bookId: 1, pages: 77 }] },
    expected: { books: [{ bookId: 1, pages: 2 }] },
  })
  expect(await rebuild({ pool: owner, store: core.store, projection: membersProjection })).toMatchObject({ rows: 3 })
  expect(await differences(core)).toEqual([])
})

test('keys that are parked are left out', async ({ core, owner }) => {
  const live = (await listGenerations(owner, 'members')).find(({ state }) => state === 'live')
  await owner.query(
    `insert into es.dead_letters (generation, projection, key, pos, error) values ($1, 'members', '1', 1, 'test')`,
    [live?.generation],
  )
  await change(owner, 78)
  expect(await differences(core)).toEqual([])
  await owner.query('delete from es.dead_letters')
  expect(await differences(core)).toHaveLength(1)
})
