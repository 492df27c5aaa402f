// A release with a new version of a projection starts beside rows and streams that stand still, and beside a build that fails.
import type pg from 'pg'
import { expect } from 'vitest'
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { RebuildStopped } from '#backend/eventstore/projections/log-fold.ts'
import { openProjections, rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, reading } from '#backend/eventstore/testing/test-store.ts'
import { retryDeadLetters } from './retry.ts'

type Evolve = typeof membersProjection.evolve

/** A projection that cannot apply what is read in these numbers of pages. */
const refusing = (name: string, version: number, ...pages: readonly number[]): Projection => ({
  ...membersProjection,
  name,
  version,
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    const { pages: read = 0 } = event.data as { pages?: number }
    if (pages.includes(read)) throw new Error(`${read} pages are unreadable`)
    return membersProjection.evolve(row, event, key)
  },
})
/** The same with one column more. */
const widened = (projection: Projection): Projection => ({
  ...projection,
  columns: { ...projection.columns, changes: 'int' },
  evolve: (row, event, key) => {
    const after = projection.evolve(row, event, key)
    return after && { ...after, changes: Number(row?.changes ?? 0) + 1 }
  },
})
const silent = () => undefined
const keysOf = async (owner: pg.Pool, name: string) => (await listDeadLetters(owner, name)).map(({ key }) => key).sort()
/** Seven pages, eight pages and an event of a version that nobody knows, each with an event behind it, and one person without trouble. */
async function readAwkwardly({ store }: Core, owner: pg.Pool): Promise<void> {
  for (const member of [1, 3, 4]) await store.append(reading(member, null))
  for (const entry of [reading(1, null, 1, 7), reading(2, null, 1, 8)]) await store.append(entry)
  await plantEvent(owner, { stream: 'member-3', type: 'PagesRead', version: 9, data: {} })
  for (const member of [1, 2, 3, 4]) await store.append(reading(member, null))
}
const versions = async (owner: pg.Pool, name: string) =>
  (await listGenerations(owner, name)).map(({ version, state }) => [version, state])

test('[CORE-03 partial] what stands still is tried by the new version, and stands still there too if it is no better', async ({
  core: { store },
  core,
  owner,
}) => {
  const name = 'inherited'
  const pump = await startPump(core, silent, refusing(name, 1, 7, 8))
  await readAwkwardly(core, owner)
  await caughtUp(core, name)
  expect(await keysOf(owner, name)).toEqual(['1', '2', 'member-3'])
  const next = widened(refusing(name, 2, 7)) // eights are mended
  expect(await openProjections(owner, store, [next])).toEqual([])
  expect(await rebuildOutdated(owner, store, [next])).toEqual({ rebuilt: [], failed: [] })
  expect(await versions(owner, name)).toEqual([
    [1, 'kept'],
    [2, 'live'],
  ])
  expect(await keysOf(owner, name)).toEqual(['1', 'member-3'])
  const nextPump = await startPump(core, silent, next)
  await store.append(reading(4, null))
  await caughtUp(core, name)
  const rows = async () =>
    (await owner.query(`select member_id, changes, books->0->'pages' as pages from rm.${name} order by 1`)).rows
  expect(await rows()).toEqual([
    { member_id: 1, changes: 1, pages: 1 },
    { member_id: 2, changes: 2, pages: 9 },
    { member_id: 3, changes: 1, pages: 1 },
    { member_id: 4, changes: 3, pages: 3 },
  ])
  expect(await differencesOf(owner, store, next)).toEqual([])
  const mended = widened(refusing(name, 2))
  expect(await retryDeadLetters({ pool: owner, store, subscription: mended })).toMatchObject({
    recovered: ['1'],
    parked: [{ by: 'stream', key: 'member-3' }],
  })
  expect((await rows())[0]).toEqual({ member_id: 1, changes: 3, pages: 9 })
  expect(await differencesOf(owner, store, mended)).toEqual([])
  await Promise.all([pump.stop(), nextPump.stop()])
})

test('a rebuild of the same version takes along what stands still, and says how much', async ({ core, owner }) => {
  const name = 'inherited'
  const { store } = core
  const next = widened(refusing(name, 3))
  const { rebuilt, failed } = await rebuildOutdated(owner, store, [next])
  expect([rebuilt, failed]).toEqual([[{ name, parked: 1 }], []])
  expect(await keysOf(owner, name)).toEqual(['member-3'])
  expect(await differencesOf(owner, store, next)).toEqual([])
})

test('a version that cannot apply what the shown rows have applied is not shown: they are, and the process starts', async ({
  core,
  owner,
}) => {
  const name = 'stopped'
  const { store } = core
  await store.append(reading(11, null, 1, 9))
  const pump = await startPump(core, silent, refusing(name, 1))
  await caughtUp(core, name)
  const worse = widened(refusing(name, 2, 9))
  const poisoned = { by: 'row', key: '11', error: '9 pages are unreadable' }
  const [failed, ...others] = await openProjections(owner, store, [worse])
  expect(others).toEqual([])
  expect(failed?.name).toBe(name)
  expect(failed?.error).toBeInstanceOf(RebuildStopped)
  expect(failed?.error).toMatchObject({ poisoned })
  expect(await versions(owner, name)).toEqual([[1, 'live']])
  // The new code's queries work, without what the old rows do not hold; the old rows are fed.
  await store.append(reading(11, null))
  await caughtUp(core, name)
  const { rows } = await core.pool.query(`select changes, books from rm.${name} where member_id = 11`)
  expect(rows).toEqual([{ changes: null, books: [{ bookId: 1, pages: 10 }] }])
  expect(await openProjections(owner, store, [worse])).toEqual([])
  expect(await rebuildOutdated(owner, store, [worse])).toMatchObject({ rebuilt: [], failed: [{ name }] })
  const better = widened(refusing(name, 2))
  expect(await rebuildOutdated(owner, store, [better])).toEqual({
    rebuilt: [{ name, parked: expect.any(Number) }],
    failed: [],
  })
  expect((await core.pool.query(`select changes from rm.${name} where member_id = 11`)).rows).toEqual([{ changes: 2 }])
  expect(await differencesOf(owner, store, better)).toEqual([])
  await pump.stop()
})

test('so is one whose table the database refuses; the next attempt goes on', async ({ core, owner }) => {
  const name = 'refused'
  const { store } = core
  const first = refusing(name, 1)
  expect(await openProjections(owner, store, [first])).toEqual([])
  const misspelled = { ...widened({ ...first, version: 2 }), indexes: { bad: '(no_such_column)' } }
  const [failed] = await openProjections(owner, store, [misspelled])
  expect(String(failed?.error)).toMatch(/no_such_column/)
  expect((await versions(owner, name))[0]).toEqual([1, 'live'])
  const { rebuilt } = await rebuildOutdated(owner, store, [{ ...misspelled, indexes: {} }])
  expect(rebuilt.map((one) => one.name)).toEqual([name])
})

test('a projection that is new parks what it cannot apply: no rows are shown that could get worse', async ({
  core: { store },
  owner,
}) => {
  const name = 'fresh'
  expect(await openProjections(owner, store, [refusing(name, 1, 9)])).toEqual([])
  expect(await keysOf(owner, name)).toEqual(['11', 'member-3'])
})

test('a row that the table refused stays out of the new rows too, until the code is mended', async ({
  core,
  owner,
}) => {
  const name = 'unwritable'
  const { store } = core
  const refused = (version: number): Projection => {
    const projection = refusing(name, version)
    const evolve: Projection['evolve'] = (row, event, key) =>
      key.member_id === 21 ? { member_id: 21, books: null, last_finished: null } : projection.evolve(row, event, key)
    return { ...projection, evolve }
  }
  for (const member of [20, 21]) await store.append(reading(member, null))
  const pump = await startPump(core, silent, widened(refusing(name, 1)))
  await caughtUp(core, name)
  await pump.stop()
  const worse = await startPump(core, silent, widened(refused(1)))
  for (const member of [20, 21]) await store.append(reading(member, null))
  await caughtUp(core, name)
  await worse.stop()
  expect(await keysOf(owner, name)).toContain('21')
  const { rebuilt, failed } = await rebuildOutdated(owner, store, [widened(refused(2))])
  expect(failed).toEqual([])
  expect(rebuilt).toEqual([{ name, parked: expect.any(Number) }])
  expect(await keysOf(owner, name)).toContain('21')
  expect((await owner.query(`select changes from rm.${name} where member_id = 20`)).rows).toEqual([{ changes: 2 }])
  const mended = widened(refusing(name, 2))
  expect((await retryDeadLetters({ pool: owner, store, subscription: mended })).recovered).toContain('21')
  expect(await differencesOf(owner, store, mended)).toEqual([])
})
