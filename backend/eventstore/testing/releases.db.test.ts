// Two releases of one application side by side, of which the newer one knows a newer version of an event.
import { expect } from 'vitest'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { retryAllParked, retryDeadLetters } from '#backend/eventstore/subscriptions/parked/retry.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { differencesOf } from './differences.ts'
import type { MemberEvent } from './library/library.ts'
import { membersProjection } from './library/members.projection.ts'
import { releases } from './library/releases.ts'
import { caughtUp, startPump } from './pump-fixture.ts'
import { listener, makeHeardTable } from './recording-readers.ts'
import { test as storeTest } from './store-fixture.ts'
import { type Core, openStore } from './test-store.ts'

type Reading = { pages: number; minutes: number }
type Read = { type: 'ReadFor'; memberId: number; pages: number; minutes: number | null }

/** As the newer releases decide: version 2 says how long somebody read. */
const timedReader: Decider<Reading, Read, MemberEvent, 'member'> = {
  category: 'member',
  initial: { pages: 0, minutes: 0 },
  evolve(state, { type, data }) {
    if (type !== 'PagesRead') return state
    const { minutes = 0 } = data as { minutes?: number | null }
    return { pages: state.pages + data.pages, minutes: state.minutes + (minutes ?? 0) }
  },
  decide: (_, { type: __, ...data }) => [{ type: 'PagesRead', data: { ...data, bookId: 1 } }],
}
/** As the first release decides. */
const reader: typeof timedReader = {
  ...timedReader,
  decide: (_, { memberId, pages }) => [{ type: 'PagesRead', data: { memberId, pages, bookId: 1 } }],
}
const context = { actor: 'librarian', correlation: 'test' } as const
const reads = (memberId: number, minutes: number | null = null) =>
  ({ type: 'ReadFor', memberId, pages: 2, minutes }) as const
const versions = async ({ pool }: Core, position: number) =>
  (
    await pool.query<{ version: number }>(
      'select schema_version as version from es.events where pos > $1 order by pos',
      [position],
    )
  ).rows.map(({ version }) => version)

const reactor = listener()
const test = storeTest.extend('started', { scope: 'file' }, async ({ core, owner }) => {
  await makeHeardTable(owner)
  await openProjections(owner, core.store, [membersProjection])
  await registerReactors(core.pool, core.store, [reactor])
  return true
})
const subscriptions = [membersProjection, reactor]
const startReaders = (core: Core, problems: string[]) =>
  startPump(core, ({ message }) => problems.push(message), membersProjection, [reactor])

test('[CORE-07 partial] while one release only reads the newer version, the one before it is never met with it, and may come back', async ({
  started,
  core: old,
  databaseUrl,
  owner,
}) => {
  expect(started).toBe(true)
  const problems: string[] = []
  const next = await openStore(databaseUrl, releases.readsNewer)
  const pumps = [await startReaders(old, problems), await startReaders(next, problems)]
  const start = await old.store.head()
  for (let round = 0; round < 3; round++) {
    await handleCommand(old.store, context, reader, 1, reads(1))
    // What its version cannot hold is not in the state that the command returns, as it will not be when it is read.
    const { result } = await handleCommand(next.store, context, timedReader, 1, reads(1, 5))
    expect(result).toEqual((await loadState(next.store, timedReader, 1)).state)
    expect(result).toEqual({ pages: 4 * (round + 1), minutes: 0 })
  }
  expect(await versions(old, start)).toEqual([1, 1, 1, 1, 1, 1])
  await pumps[1]?.stop()
  await next.close()
  await handleCommand(old.store, context, reader, 1, reads(1))
  await caughtUp(old)
  await caughtUp(old, 'listener')
  await pumps[0]?.stop()
  expect(await listDeadLetters(owner)).toEqual([])
  expect(problems.filter((problem) => !problem.includes('moved by another process'))).toEqual([])
  expect(await differencesOf(owner, old.store, membersProjection)).toEqual([])
})

test('[CORE-07 partial] a release that writes the newer version stands beside the one that reads it, and can be rolled back', async ({
  databaseUrl,
  owner,
}) => {
  const problems: string[] = []
  const [reading, writing] = [
    await openStore(databaseUrl, releases.readsNewer),
    await openStore(databaseUrl, releases.writesNewer),
  ]
  const pumps = [await startReaders(reading, problems), await startReaders(writing, problems)]
  const start = await reading.store.head()
  for (let round = 0; round < 3; round++)
    for (const { store } of [writing, reading]) await handleCommand(store, context, timedReader, 2, reads(2, 5))
  expect(await versions(reading, start)).toEqual([2, 1, 2, 1, 2, 1])
  await pumps[1]?.stop()
  await writing.close()
  const { result } = await handleCommand(reading.store, context, timedReader, 2, reads(2))
  expect(result).toEqual({ pages: 14, minutes: 15 })
  await caughtUp(reading)
  await caughtUp(reading, 'listener')
  await pumps[0]?.stop()
  expect(await listDeadLetters(owner)).toEqual([])
  expect(problems.filter((problem) => !problem.includes('moved by another process'))).toEqual([])
  expect(await differencesOf(owner, reading.store, membersProjection)).toEqual([])
  await reading.close()
})

test('if a release writes what another cannot read, that one refuses and parks these streams alone, and the newer one takes them back', async ({
  core: old,
  databaseUrl,
  owner,
}) => {
  const problems: string[] = []
  const writing = await openStore(databaseUrl, releases.writesNewer)
  const pump = await startReaders(old, problems)
  await handleCommand(writing.store, context, timedReader, 3, reads(3, 5))
  await handleCommand(writing.store, context, timedReader, 3, reads(3))
  await expect(handleCommand(old.store, context, reader, 3, reads(3))).rejects.toThrow(Undecodable)
  await handleCommand(old.store, context, reader, 4, reads(4))
  await caughtUp(old)
  await caughtUp(old, 'listener')
  await pump.stop()
  const parked = { by: 'stream', key: 'member-3', events: 2 }
  expect(await listDeadLetters(owner)).toMatchObject([
    { ...parked, projection: 'listener' },
    { ...parked, projection: 'members' },
  ])
  expect(await retryDeadLetters({ pool: owner, store: old.store, subscription: membersProjection })).toMatchObject({
    recovered: [],
    parked: [{ key: 'member-3', error: 'PagesRead is of version 2, newer than this code' }],
  })
  const { store } = writing
  // As a process of the newer release does when it starts.
  const recovered = { recovered: ['member-3'], parked: [] }
  expect(await retryAllParked(owner, store, subscriptions)).toEqual([
    { name: 'members', ...recovered },
    { name: 'listener', ...recovered },
  ])
  expect(await retryAllParked(owner, store, subscriptions)).toEqual([])
  expect(await differencesOf(owner, store, membersProjection)).toEqual([])
  const { rows } = await owner.query('select books from rm.members where member_id = 3')
  expect(rows).toEqual([{ books: [{ bookId: 1, pages: 4 }] }])
  await writing.close()
})
