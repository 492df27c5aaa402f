import type pg from 'pg'
import { expect } from 'vitest'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { additions } from '#backend/eventstore/testing/test-store.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import type { Core } from '#backend/shop.ts'
import { compareWithLog } from './compare-with-log.ts'
import { listGenerations } from './generation.ts'
import { rebuild } from './rebuild.ts'

const differences = (core: Core) => compareWithLog(core.pool, core.store, cartsProjection)
const change = (owner: pg.Pool, quantity: number) =>
  owner.query(`update rm.carts set lines = jsonb_set(lines, '{0,quantity}', to_jsonb($1::int)) where user_id = 1`, [
    quantity,
  ])

test('a row that was changed, one that is missing and one too many are found; a rebuild mends them', async ({
  core,
  owner,
}) => {
  const pump = await startPump(core, () => undefined)
  await Promise.all([1, 2, 3].map((cart) => core.store.append(additions(cart, 0, 2))))
  await caughtUp(core)
  await pump.stop()
  expect(await differences(core)).toEqual([])
  await change(owner, 77)
  await owner.query('delete from rm.carts where user_id = 2')
  await owner.query(`insert into rm.carts values (9, '[]', null)`)
  const found = await differences(core)
  expect(found.map(({ key }) => key).toSorted()).toEqual(['1', '2', '9'])
  expect(found.find(({ key }) => key === '1')).toMatchObject({
    live: { lines: [{ productId: 1, quantity: 77 }] },
    expected: { lines: [{ productId: 1, quantity: 2 }] },
  })
  expect(await rebuild({ pool: owner, store: core.store, projection: cartsProjection })).toMatchObject({ rows: 3 })
  expect(await differences(core)).toEqual([])
})

test('keys that are parked are left out', async ({ core, owner }) => {
  const live = (await listGenerations(owner, 'carts')).find(({ state }) => state === 'live')
  await owner.query(
    `insert into es.dead_letters (generation, projection, key, pos, error) values ($1, 'carts', '1', 1, 'test')`,
    [live?.generation],
  )
  await change(owner, 78)
  expect(await differences(core)).toEqual([])
  await owner.query('delete from es.dead_letters')
  expect(await differences(core)).toHaveLength(1)
})
