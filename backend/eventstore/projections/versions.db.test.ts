import { expect } from 'vitest'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, openOwnerPool, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { ContractBroken, listGenerations } from './generation.ts'
import { openProjections, rebuildOutdated } from './open-projections.ts'
import { rebuild, rollback } from './rebuild.ts'

type Evolve = typeof membersProjection.evolve

/** The next version: one column more, filled for all of history. */
const counted = {
  ...membersProjection,
  version: 2,
  columns: { ...membersProjection.columns, changes: 'int not null' },
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    const after = membersProjection.evolve(row, event, key)
    return after && { ...after, changes: Number(row?.changes ?? 0) + 1 }
  },
}
const silent = () => undefined
const nothing = { rebuilt: [], failed: [] }

/** A process of the version before, fed with the events of two members. */
async function startOld(core: Core) {
  const problems: string[] = []
  const old = await startPump(core, ({ message }) => problems.push(message))
  for (const member of [1, 2]) await core.store.append(reading(member, null, 3))
  await caughtUp(core)
  const oldQuery = () => core.db.selectFrom('rm.members').select(['member_id', 'books']).orderBy('member_id').execute()
  return { old, problems, oldQuery }
}

/** What the next version's query shows: members and their changes. */
async function changesOf({ pool }: Pick<Core, 'pool'>) {
  const { rows } = await pool.query({ text: 'select member_id, changes from rm.members order by 1', rowMode: 'array' })
  return Object.fromEntries(rows)
}

test('a new version beside an old process: both are fed, both can read, and going back is instant', async ({
  core,
  owner,
  databaseUrl,
}) => {
  const { old, problems, oldQuery } = await startOld(core)
  const before = await oldQuery()

  const other = await openStore(databaseUrl)
  const current = await startPump(other, silent, counted) // builds what its queries need before it serves
  expect(await rebuildOutdated(owner, other.store, [counted])).toEqual(nothing)
  expect(await oldQuery()).toEqual(before)
  expect(await changesOf(other)).toEqual({ 1: 3, 2: 3 })

  const { position } = await core.store.append(reading(1, null))
  expect(await other.positions.waitFor(['members'], position)).toBe(true)
  expect(await changesOf(other)).toEqual({ 1: 4, 2: 3 })
  expect(await differencesOf(owner, core.store, counted)).toEqual([])
  // The old process, started anew, finds nothing to rebuild and goes on with its own generation.
  expect(await rebuildOutdated(owner, core.store, [membersProjection])).toEqual(nothing)
  await openProjections(owner, core.store, [membersProjection])
  const generations = await listGenerations(owner, 'members')
  expect(generations.map(({ version, state }) => [version, state])).toEqual([
    [1, 'kept'],
    [2, 'live'],
  ])

  await rollback({ pool: owner, store: core.store, projection: counted })
  await core.store.append(reading(1, null))
  await caughtUp(core)
  expect((await oldQuery())[0]?.books).toEqual([{ bookId: 1, pages: 5 }])
  // The new code's query still runs; what the old rows do not have is empty.
  expect(await changesOf(other)).toMatchObject({ 1: null })
  expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
  // A version that an operator went back from does not come again by a restart.
  expect(await rebuildOutdated(owner, other.store, [counted])).toEqual(nothing)
  await Promise.all([old.stop(), current.stop()])
  await other.close()
  expect(problems.filter((problem) => problem !== 'members was moved by another process')).toEqual([])
})

test('going back to rows that nobody brings up to date is refused', async ({ core, owner }) => {
  const pump = await startPump(core, silent)
  await rollback({ pool: owner, store: core.store, projection: counted })
  await pump.stop()
  // Only version 1 is fed from here on, and version 2 is live.
  const old = await startPump(core, silent)
  const { position } = await core.store.append(reading(2, null))
  const live = async () => (await listGenerations(owner, 'members')).find(({ state }) => state === 'live')?.version
  await expect
    .poll(async () => (await listGenerations(owner, 'members')).find(({ version }) => version === 1)?.pos)
    .toBe(position)
  expect(await live()).toBe(2)
  await old.stop()
  await rollback({ pool: owner, store: core.store, projection: counted })
  expect(await live()).toBe(1) // version 1 was ahead, which is as good
  await core.store.append(reading(2, null, 200))
  const again = await startPump(core, silent)
  await caughtUp(core)
  await again.stop()
  await expect(rollback({ pool: owner, store: core.store, projection: membersProjection })).rejects.toThrow(
    /version 2 is at \d+ of \d+, and this is version 1/,
  )
  expect(await live()).toBe(1)
})

test('a version that drops a column the view shows is refused', async ({ core, owner }) => {
  const { last_finished: _, ...columns } = membersProjection.columns
  const narrow = {
    ...membersProjection,
    version: 3,
    columns,
    evolve: (...[row, event, key]: Parameters<Evolve>) => {
      const after = membersProjection.evolve(row, event, key)
      return after && { member_id: after.member_id, books: after.books }
    },
  }
  const before = await listGenerations(owner, 'members')
  await expect(rebuild({ pool: owner, store: core.store, projection: narrow })).rejects.toThrow(ContractBroken)
  expect(await listGenerations(owner, 'members')).toEqual(before)
  expect((await core.db.selectFrom('rm.members').selectAll().execute()).length).toBeGreaterThan(0)
})

test('of processes that start at once one builds, and the others wait for it', async ({ core, owner }) => {
  const fresh = { ...counted, name: 'member_totals', version: 1 }
  const pools = [1, 2, 3].map(() => openOwnerPool(core))
  await Promise.all(pools.map((pool) => openProjections(pool, core.store, [fresh])))
  const next = { ...fresh, version: 2 }
  const rebuilt = await Promise.all(pools.map((pool) => rebuildOutdated(pool, core.store, [next])))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(rebuilt.flatMap((one) => one.rebuilt)).toEqual([{ name: 'member_totals', parked: 0 }])
  const generations = await listGenerations(owner, 'member_totals')
  expect(generations.map(({ version, state }) => [version, state])).toEqual([
    [1, 'kept'],
    [2, 'live'],
  ])
})
