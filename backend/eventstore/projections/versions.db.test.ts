import { expect } from 'vitest'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { caughtUp, openOwnerPool, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { additions, openStore } from '#backend/eventstore/testing/test-store.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { compareWithLog } from './compare-with-log.ts'
import { ContractBroken, listGenerations } from './generation.ts'
import { openProjections, rebuildOutdated } from './open-projections.ts'
import { rebuild, rollback } from './rebuild.ts'

type Evolve = typeof cartsProjection.evolve

/** The next version: one column more, filled for all of history. */
const counted = {
  ...cartsProjection,
  version: 2,
  columns: { ...cartsProjection.columns, changes: 'int not null' },
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    const after = cartsProjection.evolve(row, event, key)
    return after && { ...after, changes: Number(row?.changes ?? 0) + 1 }
  },
}
const silent = () => undefined

test('a new version beside an old process: both are fed, both can read, and going back is instant', async ({
  core,
  owner,
  databaseUrl,
}) => {
  const problems: string[] = []
  const old = await startPump(core, ({ message }) => problems.push(message))
  for (const cart of [1, 2]) await core.store.append(additions(cart, null, 3))
  await caughtUp(core)
  const oldQuery = () => core.db.selectFrom('rm.carts').select(['user_id', 'lines']).orderBy('user_id').execute()
  const before = await oldQuery()

  const other = await openStore(databaseUrl)
  const current = await startPump(other, silent, counted) // builds what its queries need before it serves
  expect(await rebuildOutdated(owner, other.store, [counted])).toEqual([])
  expect(await oldQuery()).toEqual(before)
  const { rows } = await other.pool.query('select user_id, changes from rm.carts order by 1')
  expect(rows).toEqual([
    { user_id: 1, changes: 3 },
    { user_id: 2, changes: 3 },
  ])

  const { position } = await core.store.append(additions(1, null))
  expect(await other.positions.waitFor(['carts'], position)).toBe(true)
  expect((await other.pool.query('select changes from rm.carts where user_id = 1')).rows).toEqual([{ changes: 4 }])
  expect(await compareWithLog(owner, core.store, counted)).toEqual([])
  // The old process, started anew, finds nothing to rebuild and goes on with its own generation.
  expect(await rebuildOutdated(owner, core.store, [cartsProjection])).toEqual([])
  await openProjections(owner, core.store, [cartsProjection])
  const generations = await listGenerations(owner, 'carts')
  expect(generations.map(({ version, state }) => [version, state])).toEqual([
    [1, 'kept'],
    [2, 'live'],
  ])

  await rollback({ pool: owner, store: core.store, projection: counted })
  await core.store.append(additions(1, null))
  await caughtUp(core)
  expect((await oldQuery())[0]?.lines).toEqual([{ productId: 1, quantity: 5 }])
  // The new code's query still runs; what the old rows do not have is empty.
  expect((await other.pool.query('select changes from rm.carts where user_id = 1')).rows).toEqual([{ changes: null }])
  expect(await compareWithLog(owner, core.store, cartsProjection)).toEqual([])
  // A version that an operator went back from does not come again by a restart.
  expect(await rebuildOutdated(owner, other.store, [counted])).toEqual([])
  await Promise.all([old.stop(), current.stop()])
  await other.close()
  expect(problems.filter((problem) => problem !== 'carts was moved by somebody else')).toEqual([])
})

test('going back to rows that nobody brings up to date is refused', async ({ core, owner }) => {
  const pump = await startPump(core, silent)
  await rollback({ pool: owner, store: core.store, projection: counted })
  await pump.stop()
  // Only version 1 is fed from here on, and version 2 is live.
  const old = await startPump(core, silent)
  const { position } = await core.store.append(additions(2, null))
  const live = async () => (await listGenerations(owner, 'carts')).find(({ state }) => state === 'live')?.version
  await expect
    .poll(async () => (await listGenerations(owner, 'carts')).find(({ version }) => version === 1)?.pos)
    .toBe(position)
  expect(await live()).toBe(2)
  await old.stop()
  await rollback({ pool: owner, store: core.store, projection: counted })
  expect(await live()).toBe(1) // version 1 was ahead, which is as good
  await core.store.append(additions(2, null, 200))
  const again = await startPump(core, silent)
  await caughtUp(core)
  await again.stop()
  await expect(rollback({ pool: owner, store: core.store, projection: cartsProjection })).rejects.toThrow(
    /version 2 is at \d+ of \d+, and this is version 1/,
  )
  expect(await live()).toBe(1)
})

test('a version that drops a column the view shows is refused', async ({ core, owner }) => {
  const { last_order_id: _, ...columns } = cartsProjection.columns
  const narrow = {
    ...cartsProjection,
    version: 3,
    columns,
    evolve: (...[row, event, key]: Parameters<Evolve>) => {
      const after = cartsProjection.evolve(row, event, key)
      return after && { user_id: after.user_id, lines: after.lines }
    },
  }
  const before = await listGenerations(owner, 'carts')
  await expect(rebuild({ pool: owner, store: core.store, projection: narrow })).rejects.toThrow(ContractBroken)
  expect(await listGenerations(owner, 'carts')).toEqual(before)
  expect((await core.db.selectFrom('rm.carts').selectAll().execute()).length).toBeGreaterThan(0)
})

test('of processes that start at once one builds, and the others wait for it', async ({ core, owner }) => {
  const fresh = { ...counted, name: 'cart_totals', version: 1 }
  const pools = [1, 2, 3].map(() => openOwnerPool(core))
  await Promise.all(pools.map((pool) => openProjections(pool, core.store, [fresh])))
  const next = { ...fresh, version: 2 }
  const rebuilt = await Promise.all(pools.map((pool) => rebuildOutdated(pool, core.store, [next])))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(rebuilt.flat()).toEqual(['cart_totals'])
  const generations = await listGenerations(owner, 'cart_totals')
  expect(generations.map(({ version, state }) => [version, state])).toEqual([
    [1, 'kept'],
    [2, 'live'],
  ])
})

test('a read model that is new gets all of history; a reactor that is new gets none of it', async ({ core, owner }) => {
  const first = { ...counted, name: 'cart_counts', version: 1 }
  await openProjections(owner, core.store, [first])
  const { rows } = await core.pool.query('select user_id, changes from rm.cart_counts order by 1')
  expect(rows).toEqual([
    { user_id: 1, changes: 5 },
    { user_id: 2, changes: 204 },
  ])
  const seen: RecordedEvent[] = []
  const reactor = {
    name: 'late',
    eventTypes: cartsProjection.eventTypes,
    react: async (_client: unknown, events: readonly RecordedEvent[]) => void seen.push(...events),
  }
  await registerReactors(core.pool, core.store, [reactor])
  await registerReactors(core.pool, core.store, [reactor])
  const pump = await startPump(core, silent, first, [{ kind: 'reactor', reactor }])
  const { position } = await core.store.append(additions(9, null))
  await caughtUp(core, 'cart_counts')
  await caughtUp(core, 'late')
  await rebuild({ pool: owner, store: core.store, projection: first })
  await caughtUp(core, 'cart_counts')
  await pump.stop()
  expect(seen.map((event) => event.position)).toEqual([position])
})
