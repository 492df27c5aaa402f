import type pg from 'pg'
import { describe, expect, vi } from 'vitest'
import { listDeadLetters, NoSuchDeadLetter } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { rebuild, rollback, setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, reading } from '#backend/eventstore/testing/test-store.ts'
import { retryDeadLetters, skipDeadLetter } from './retry.ts'

type Evolve = typeof membersProjection.evolve
/** A projection that cannot read what is added in sevens. */
const broken = {
  ...membersProjection,
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    if ((event.data as { pages?: number }).pages === 7) throw new Error('sevens are unreadable')
    return membersProjection.evolve(row, event, key)
  },
}

describe('dead letters', () => {
  test('stay out of the row until the code can read them, while a pump feeds on', async ({ core, owner }) => {
    const pump = await startPump(core, () => undefined, broken)
    await core.store.append(reading(1, null, 1, 2))
    const { position } = await core.store.append(reading(1, null, 1, 7))
    await core.store.append(reading(1, null, 1, 3))
    await core.store.append(reading(2, null, 1, 1))
    await caughtUp(core)
    const [letter, ...more] = await listDeadLetters(owner, 'members')
    expect(letter).toMatchObject({ key: '1', position, error: 'sevens are unreadable', events: 2 })
    expect(more).toEqual([])
    const same = await retryDeadLetters({ pool: owner, store: core.store, subscription: broken })
    expect(same).toMatchObject({ recovered: [], parked: [{ key: '1', position }] })
    expect(await listDeadLetters(owner)).toHaveLength(1)
    expect((await core.store.readStreams(['operation-members'])).get('operation-members')).toEqual([])
    const parts = { pool: owner, store: core.store, subscription: membersProjection }
    expect(await retryDeadLetters(parts)).toEqual({ recovered: ['1'], parked: [] })
    expect(await listDeadLetters(owner)).toEqual([])
    await core.store.append(reading(1, null, 1, 5))
    await caughtUp(core)
    await pump.stop()
    const row = await core.db.selectFrom('rm.members').select('books').where('member_id', '=', 1).executeTakeFirst()
    expect(row?.books).toEqual([{ bookId: 1, pages: 17 }])
    expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
  })

  test('that are skipped stay out of every rebuild, and the log says why', async ({ core, owner }) => {
    const pump = await startPump(core, () => undefined, broken)
    const { position } = await core.store.append(reading(3, null, 1, 7))
    await core.store.append(reading(3, null, 1, 4))
    await caughtUp(core)
    const parts = { pool: owner, store: core.store, projection: broken, subscription: broken }
    const wrong = { key: '3', position: position + 1, reason: 'prueba' }
    await expect(skipDeadLetter(parts, wrong)).rejects.toThrow(NoSuchDeadLetter)
    expect(await skipDeadLetter(parts, { key: '3', position, reason: 'cantidad ilegible' })).toMatchObject({
      recovered: ['3'],
    })
    await core.store.append(reading(3, null, 1, 1))
    await caughtUp(core)
    await pump.stop()
    const books = async () =>
      (await core.db.selectFrom('rm.members').select('books').where('member_id', '=', 3).executeTakeFirst())?.books
    expect(await books()).toEqual([{ bookId: 1, pages: 5 }])
    // Member 1 still holds a seven that was never skipped: the rebuild with the code that cannot read it stops there, not at member 3.
    await expect(rebuild(parts)).rejects.toThrow(/row 1: sevens/)
    await rebuild({ ...parts, projection: membersProjection })
    expect(await books()).toEqual([{ bookId: 1, pages: 5 }])
    expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
    const recorded = (await core.store.readStreams(['operation-members'])).get('operation-members') ?? []
    expect(recorded.map(({ type, data, meta }) => [type, data, meta.actor])).toContainEqual([
      'DeadLetterSkipped',
      { projection: 'members', key: '3', position, reason: 'cantidad ilegible' },
      'operator',
    ])
  })
})

test('a paused projection stands still while others are fed, and goes on where it was', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined)
  await core.store.append(reading(8, null))
  await caughtUp(core)
  expect(await setPaused(owner, 'members', true)).toBe(true)
  const { position } = await core.store.append(reading(8, null))
  expect(await core.positions.waitFor(['members'], position)).toBe(false)
  expect(await setPaused(owner, 'members', false)).toBe(true)
  await caughtUp(core)
  expect(await setPaused(owner, 'nothing', true)).toBe(false)
  await pump.stop()
})

test('going back shows the rows of before at once, up to date, and forward again', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined)
  const parts = { pool: owner, store: core.store, projection: membersProjection }
  await owner.query('update rm.members set last_finished = 4711 where member_id = 1') // something only the old rows have
  await rebuild(parts)
  await core.store.append(reading(1, null))
  await caughtUp(core)
  const row = () => core.db.selectFrom('rm.members').selectAll().where('member_id', '=', 1).executeTakeFirst()
  expect(await row()).toMatchObject({ last_finished: null, books: [{ pages: 18 }] })
  await rollback(parts)
  expect(await row()).toMatchObject({ last_finished: 4711, books: [{ pages: 18 }] })
  await core.store.append(reading(1, null))
  await caughtUp(core)
  expect(await row()).toMatchObject({ last_finished: 4711, books: [{ pages: 19 }] })
  await rollback(parts)
  expect(await row()).toMatchObject({ last_finished: null, books: [{ pages: 19 }] })
  await pump.stop()
})

test('a row that the table still refuses stays parked, and the others come back', async ({ core, owner }) => {
  const refused = {
    ...broken,
    evolve: (...[row, event, key]: Parameters<Evolve>) => {
      const after = broken.evolve(row, event, key)
      return key.member_id === 41 && after ? { ...after, books: null } : after
    },
  }
  const pump = await startPump(core, () => undefined, refused)
  await core.store.append(reading(40, null, 1, 7))
  const { position } = await core.store.append(reading(41, null))
  await caughtUp(core)
  await pump.stop()
  const mended = {
    ...membersProjection,
    evolve: (...[row, event, key]: Parameters<Evolve>) =>
      key.member_id === 41 ? refused.evolve(row, event, key) : membersProjection.evolve(row, event, key),
  }
  const parts = { pool: owner, store: core.store, subscription: mended }
  const { recovered, parked } = await retryDeadLetters(parts, ['40', '41'])
  expect(recovered).toEqual(['40'])
  expect(parked).toMatchObject([{ key: '41', position, error: expect.stringMatching(/not-null/) }])
  expect((await listDeadLetters(owner)).map(({ key }) => key)).toEqual(['41'])
  expect(await retryDeadLetters({ ...parts, subscription: membersProjection })).toEqual({
    recovered: ['41'],
    parked: [],
  })
  expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
})

test('a retry reads the streams of the row or, where any stream may touch it, what is parked alone', async ({
  core,
  owner,
}) => {
  const { store } = core
  await store.append(reading(50, null, 500))
  const eventsReadByRetry = async (projection: Projection) => {
    const pump = await startPump(core, () => undefined, {
      ...projection,
      evolve: broken.evolve as Projection['evolve'],
    })
    await store.append(reading(50, null, 1, 7))
    await store.append(reading(51, null))
    await store.append(reading(50, null))
    await caughtUp(core, projection.name)
    await pump.stop()
    const letter = (await listDeadLetters(owner, projection.name)).find(({ key }) => key === '50')
    const read = vi.spyOn(store.codec, 'decodeEach')
    expect((await retryDeadLetters({ pool: owner, store, subscription: projection }, ['50'])).recovered).toEqual(['50'])
    const positions = new Set(read.mock.calls.flatMap(([rows]) => rows.map(({ pos }) => pos)))
    read.mockRestore()
    expect(await differencesOf(owner, store, projection)).toEqual([])
    return { read: positions.size, parked: letter?.events }
  }
  expect(await eventsReadByRetry({ ...membersProjection, name: 'told' })).toEqual({ read: 502, parked: 2 })
  // A second seven of the same row: the first is not read again.
  const rows = { ...membersProjection, name: 'untold', streams: 'any' } as const
  expect(await eventsReadByRetry(rows)).toEqual({ read: 4, parked: 4 })
})

const anyRows = { ...membersProjection, name: 'pages', streams: 'any' } as const
const sevens = { ...anyRows, evolve: broken.evolve as Projection['evolve'] }
const eights = {
  ...anyRows,
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    if ((event.data as { pages?: number }).pages === 8) throw new Error('eights are unreadable')
    return membersProjection.evolve(row, event, key)
  },
}
const standing = test.extend('eight', { scope: 'file' }, async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined, sevens)
  await core.store.append(reading(60, null, 1, 7))
  for (const count of [900, 900]) await core.store.append(reading(60, null, count))
  const { position } = await core.store.append(reading(60, null, 1, 8))
  for (const count of [900, 900]) await core.store.append(reading(60, null, count))
  await caughtUp(core, 'pages')
  await pump.stop()
  expect((await listDeadLetters(owner, 'pages')).filter(({ key }) => key === '60')).toMatchObject([{ events: 3602 }])
  return position
})

describe('a row that stood still for thousands of events', () => {
  /** Tries it again; how many events were read at once at most. */
  const retry = async ({ core: { store }, owner }: { core: Core; owner: pg.Pool }, projection: Projection) => {
    const read = vi.spyOn(store.codec, 'decodeEach')
    const retried = await retryDeadLetters({ pool: owner, store, subscription: projection }, ['60'])
    const atOnce = Math.max(...read.mock.calls.map(([page]) => page.length))
    read.mockRestore()
    return { ...retried, atOnce }
  }

  standing('is tried by the first of them, and nothing is touched while that fails', async ({ core, owner, eight }) => {
    expect(eight).toBeGreaterThan(0)
    const parkedAs = async () =>
      (await owner.query(`select count(*), min(xmin::text), max(xmin::text) from es.dead_letters where key = '60'`))
        .rows
    const before = await parkedAs()
    expect(await retry({ core, owner }, sevens)).toMatchObject({
      recovered: [],
      parked: [{ key: '60', error: 'sevens are unreadable' }],
      atOnce: 1,
    })
    expect(await parkedAs()).toEqual(before)
  })

  standing(
    'is taken back page by page; those behind another failure are parked again',
    async ({ core, owner, eight }) => {
      const lettersOf = async () => (await listDeadLetters(owner, 'pages')).filter(({ key }) => key === '60')
      expect(await retry({ core, owner }, eights)).toMatchObject({
        recovered: [],
        parked: [{ key: '60', position: eight, error: 'eights are unreadable' }],
        atOnce: 1000,
      })
      expect(await lettersOf()).toMatchObject([{ position: eight, events: 1801, error: 'eights are unreadable' }])
      expect(await retry({ core, owner }, anyRows)).toMatchObject({ recovered: ['60'], parked: [], atOnce: 1000 })
      expect(await lettersOf()).toEqual([])
      expect(await differencesOf(owner, core.store, anyRows)).toEqual([])
    },
  )
})

test('what a bad release parked is taken back in parts, each recorded for itself', async ({ core, owner }) => {
  const { store } = core
  const rows = { ...membersProjection, name: 'many' }
  const members = Array.from({ length: 620 }, (_, nth) => 1000 + nth)
  const pump = await startPump(core, () => undefined, { ...rows, evolve: broken.evolve })
  await Promise.all(members.map((member) => store.append(reading(member, null, 1, 7))))
  await caughtUp(core, 'many')
  await pump.stop()
  const { recovered, parked } = await retryDeadLetters({ pool: owner, store, subscription: rows }, members.map(String))
  expect([recovered.toSorted(), parked]).toEqual([members.map(String), []])
  const recorded = (await store.readStreams(['operation-many'])).get('operation-many') ?? []
  expect(recorded.map(({ data }) => (data as { keys: string[] }).keys.length)).toEqual([500, 120])
  expect(await differencesOf(owner, store, rows)).toEqual([])
})
