// Faults that projections on PostgreSQL are known to have; each is tried here and must not be ours.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { startChild } from './child-process.ts'
import { membersProjection } from './library/members.projection.ts'
import { caughtUp, startPump } from './pump-fixture.ts'
import { test } from './store-fixture.ts'
import type { Core } from './test-store.ts'
import { reading } from './test-store.ts'

const silent = () => undefined
const pagesOf = async (core: Core, memberId: number) =>
  (await core.db.selectFrom('rm.members').select('books').where('member_id', '=', memberId).executeTakeFirst())
    ?.books[0]?.pages

test('who lost the race for a checkpoint takes its rows back', async ({ core, owner }) => {
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message))
  try {
    for (let round = 1; round <= 5; round++) {
      await core.store.append(reading(30, null))
      await caughtUp(core)
      expect(await pagesOf(core, 30)).toBe(round)
      await owner.query("update es.subscriptions set epoch = epoch + 1 where name = 'members'")
    }
    await core.store.append(reading(30, null))
    await caughtUp(core)
    expect(await pagesOf(core, 30)).toBe(6)
    expect(problems.length).toBeGreaterThan(0)
  } finally {
    await pump.stop()
  }
})

test('during a rebuild nothing is lost of what is appended, and no reader ever sees fewer rows', async ({
  core,
  owner,
}) => {
  const pump = await startPump(core, silent)
  let rebuilding = true
  const counts: number[] = []
  try {
    for (let memberId = 40; memberId < 60; memberId++) await core.store.append(reading(memberId, null))
    await caughtUp(core)
    const reader = (async () => {
      while (rebuilding) {
        const { rows } = await core.pool.query<{ members: number }>('select count(*) as members from rm.members')
        counts.push(rows[0]?.members ?? 0)
      }
    })()
    const writer = (async () => {
      for (let memberId = 1000; rebuilding; memberId++) {
        await core.store.append(reading(memberId, null))
        await sleep(5)
      }
    })()
    const before = await listGenerations(owner, 'members')
    for (let round = 0; round < 2; round++)
      await rebuild({ pool: owner, store: core.store, projection: membersProjection })
    rebuilding = false
    await Promise.all([reader, writer])
    await caughtUp(core)
    expect(counts.length).toBeGreaterThan(3)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts[0]).toBeGreaterThanOrEqual(20)
    expect((await listGenerations(owner, 'members')).at(-1)?.generation).not.toBe(before.at(-1)?.generation)
    expect(await differencesOf(core.pool, core.store, membersProjection)).toEqual([])
  } finally {
    rebuilding = false
    await pump.stop()
  }
})

test('one bad event parks its key, and the rest go on', async ({ core, owner }) => {
  const broken = {
    ...membersProjection,
    evolve: (...[row, event, key]: Parameters<typeof membersProjection.evolve>) => {
      if (event.stream === 'member-70' && event.version === 2) throw new Error('bad')
      return membersProjection.evolve(row, event, key)
    },
  }
  const pump = await startPump(core, silent, broken)
  for (const memberId of [70, 71, 70, 71, 70]) await core.store.append(reading(memberId, null))
  await caughtUp(core)
  await pump.stop()
  expect([await pagesOf(core, 70), await pagesOf(core, 71)]).toEqual([1, 2])
  const { rows: letters } = await core.pool.query(
    "select d.key, e.version from es.dead_letters d join es.subscriptions s using (generation) join es.events e on e.pos = d.pos where s.state = 'live' order by d.pos",
  )
  expect(letters).toEqual([
    { key: '70', version: 2 },
    { key: '70', version: 3 },
  ])
  await rebuild({ pool: owner, store: core.store, projection: membersProjection })
  expect(await pagesOf(core, 70)).toBe(3)
})

test('a process waits for a position that another process projects', async ({ core, databaseUrl }) => {
  const feeder = startChild('pump', databaseUrl)
  try {
    await once(feeder.stdout as NodeJS.ReadableStream, 'data')
    await caughtUp(core)
    for (let round = 1; round <= 5; round++) {
      await core.store.append(reading(80, null))
      await caughtUp(core)
      expect(await pagesOf(core, 80)).toBe(round)
    }
  } finally {
    feeder.kill('SIGKILL')
  }
})
