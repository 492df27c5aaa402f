// One event that cannot be read harms its own stream alone: in projections, in reactors and for commands.
import { describe, expect, vi } from 'vitest'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { member } from '#backend/eventstore/testing/library/member.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { shelvesProjection } from '#backend/eventstore/testing/library/shelves.projection.ts'
import { type PlantedEvent, plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { listener, makeHeardTable } from '#backend/eventstore/testing/recording-readers.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { copiesEntry, reading } from '#backend/eventstore/testing/test-store.ts'
import { retryDeadLetters, skipDeadLetter } from './parked/retry.ts'
import { registerReactors } from './subscription.ts'

const reactor = listener()
const test = storeTest.extend('feeding', { scope: 'file' }, async ({ core, owner }, { onCleanup }) => {
  await makeHeardTable(owner)
  await openProjections(owner, core.store, [membersProjection, shelvesProjection])
  await registerReactors(core.pool, core.store, [reactor])
  const problems: string[] = []
  const report = ({ subscription, message }: { subscription: string; message: string }) =>
    problems.push(`${subscription}: ${message}`)
  const pump = await startPump(core, report, membersProjection, [shelvesProjection, reactor])
  onCleanup(() => pump.stop())
  const untilFed = async () => {
    for (const name of ['members', 'shelves', 'listener']) await caughtUp(core, name)
  }
  return { problems, untilFed }
})

const rowOf = (core: Core, member_id: number) =>
  core.db.selectFrom('rm.members').select('books').where('member_id', '=', member_id).executeTakeFirst()
const heardAfter = async ({ pool }: Core, position: number) =>
  (
    await pool.query<{ pos: number }>('select pos from public.test_heard where pos > $1 order by nth', [position])
  ).rows.map(({ pos }) => pos)
const read = (memberId: number) => ({ type: 'ReadPages', memberId, bookId: 1, pages: 1 }) as const
const context = { actor: 'operator', correlation: 'test' } as const

/** reason: without the words of its sentence, for which the whole process has one language. */
type Bad = Pick<PlantedEvent, 'type' | 'version' | 'data'> & { reason: RegExp }
const page = { memberId: 1, bookId: 1, pages: 1 }
const bad: Record<string, Bad> = {
  'of a type that only a newer release knows': {
    type: 'PageTorn',
    data: {},
    reason: /^event type .+ is not known here/,
  },
  'of a newer version': { type: 'PagesRead', version: 2, data: page, reason: /is of version 2, newer than this code/ },
  'of no version at all': { type: 'PagesRead', version: 0, data: page, reason: /has no version 0/ },
  'that is no object': { type: 'PagesRead', data: [1], reason: /^data: / },
  'that is nothing': { type: 'PagesRead', data: null, reason: /^data: / },
  'that lacks a field': { type: 'PagesRead', data: { memberId: 1, pages: 1 }, reason: /^bookId: / },
  'with a field that its shape refuses': { type: 'PagesRead', data: { ...page, pages: -1 }, reason: /^pages: / },
  'with a field too many': { type: 'PagesRead', data: { ...page, note: 'x' }, reason: /^data: / },
  'whose seal names nobody': {
    type: 'MemberJoined',
    data: { memberId: 1, name: { $sealed: 'AA', of: 'x' }, card: null },
    reason: /^name: /,
  },
}

describe('an event', () => {
  test.for(Object.entries(bad).map((entry, index) => [entry[0], entry[1], 10 + 2 * index] as const))(
    '[CORE-03 partial] %s parks its stream alone, in the projection and the reactor that read it; commands on it are refused',
    async ([, { reason, ...event }, memberId], { core, owner, feeding }) => {
      const { store } = core
      const other = memberId + 1
      const start = (await store.append(reading(memberId, 0))).position
      const position = await plantEvent(owner, { ...event, stream: `member-${memberId}` })
      const entries = [reading(other, 0), reading(memberId, null, 1, 5), copiesEntry('CopiesCounted', memberId, 3)]
      const after: number[] = []
      for (const entry of [...entries, reading(other, null)]) after.push((await store.append(entry)).position)
      await feeding.untilFed()
      expect((await rowOf(core, memberId))?.books).toEqual([{ bookId: 1, pages: 1 }])
      expect((await rowOf(core, other))?.books).toEqual([{ bookId: 1, pages: 2 }])
      const copies = await core.pool.query('select copies from rm.shelves where book_id = $1', [memberId])
      expect(copies.rows).toEqual([{ copies: 3 }])
      expect(await heardAfter(core, start)).toEqual([after[0], after[3]])
      const letters = await listDeadLetters(owner)
      const parked = {
        by: 'stream',
        key: `member-${memberId}`,
        position,
        events: 2,
        error: expect.stringMatching(reason),
      }
      expect(letters.filter(({ key }) => key === parked.key)).toEqual([
        expect.objectContaining({ projection: 'listener', ...parked }),
        expect.objectContaining({ projection: 'members', ...parked }),
      ])
      expect(feeding.problems).toEqual(expect.arrayContaining(['members: events were parked']))
      expect(await differencesOf(owner, store, membersProjection)).toEqual([])
      const refused = await handleCommand(store, context, member, memberId, read(memberId)).catch(
        (error: unknown) => error,
      )
      expect(refused).toBeInstanceOf(Undecodable)
      expect(refused).toMatchObject({ position, stream: parked.key, reason: expect.stringMatching(reason) })
      expect((await handleCommand(store, context, member, other, read(other))).appended).toBe(true)
    },
  )

  test('with a broken seal is unreadable only where its seal is to be opened', async ({ core, owner, feeding }) => {
    const { store, keyring } = core
    await keyring.findOrCreate([50])
    const sealed = { $sealed: Buffer.alloc(40).toString('base64url'), of: 50 }
    const data = { memberId: 50, name: sealed, card: sealed }
    const position = await plantEvent(owner, { stream: 'member-50', type: 'MemberJoined', data })
    await store.append(reading(50, null))
    await feeding.untilFed()
    expect((await rowOf(core, 50))?.books).toEqual([{ bookId: 1, pages: 1 }])
    await expect(store.readStreams(['member-50'])).rejects.toMatchObject({ name: 'Undecodable', position })
  })
})

test('[CORE-03 partial] a parked stream stays so while it cannot be read, and goes on behind an event that is skipped', async ({
  core,
  owner,
  feeding,
}) => {
  const { store } = core
  await store.append(reading(60, 0))
  const first = await plantEvent(owner, { stream: 'member-60', type: 'PagesRead', data: { memberId: 60 } })
  await store.append(reading(60, null, 1, 5))
  const second = await plantEvent(owner, { stream: 'member-60', type: 'PagesRead', data: {} })
  const { position: last } = await store.append(reading(60, null, 1, 7))
  await feeding.untilFed()
  expect(await heardAfter(core, first)).toEqual([])
  const all = [membersProjection, reactor].map((subscription) => ({ pool: owner, store, subscription }))
  const key = 'member-60'
  for (const parts of all) expect(await retryDeadLetters(parts, [key])).toMatchObject(parkedAt(key, first))
  const reason = 'prueba'
  for (const parts of all)
    expect(await skipDeadLetter(parts, { key, position: first, reason })).toMatchObject(parkedAt(key, second))
  await feeding.untilFed()
  expect((await rowOf(core, 60))?.books).toEqual([{ bookId: 1, pages: 6 }])
  expect(await differencesOf(owner, store, membersProjection)).toEqual([])
  for (const parts of all)
    expect(await skipDeadLetter(parts, { key, position: second, reason })).toEqual({
      recovered: [key],
      parked: [],
    })
  const { position: newest } = await store.append(reading(60, null))
  await feeding.untilFed()
  expect((await rowOf(core, 60))?.books).toEqual([{ bookId: 1, pages: 14 }])
  expect((await listDeadLetters(owner)).filter((letter) => letter.key === key)).toEqual([])
  expect(await heardAfter(core, first)).toEqual([first + 1, last, newest])
  expect(await differencesOf(owner, store, membersProjection)).toEqual([])
})

test('a stream that still cannot be read is tried by its first event alone, and what is parked behind it is left as it is; mended, all of it is taken back', async ({
  core,
  owner,
  feeding,
}) => {
  const { store } = core
  const key = 'member-170'
  await store.append(reading(170, 0))
  const first = await plantEvent(owner, { stream: key, type: 'PagesRead', data: { memberId: 170 } })
  for (const count of [1000, 1000, 500]) await store.append(reading(170, null, count))
  await feeding.untilFed()
  const parkedAs = async () =>
    (
      await owner.query<{ events: number; versions: string }>(
        `select count(*)::int as events, string_agg(distinct xmin::text, ' ' order by xmin::text) as versions from es.dead_letters where key = $1`,
        [key],
      )
    ).rows
  const before = await parkedAs()
  expect(before).toMatchObject([{ events: 2 * 2501 }])
  const all = [membersProjection, reactor].map((subscription) => ({ pool: owner, store, subscription }))
  const decoded = vi.spyOn(store.codec, 'decodeEach')
  for (const parts of all) expect(await retryDeadLetters(parts, [key])).toMatchObject(parkedAt(key, first))
  expect(Math.max(...decoded.mock.calls.flatMap(([page]) => page.map(({ pos }) => pos)))).toBe(first)
  expect(await parkedAs()).toEqual(before)
  decoded.mockClear()
  await owner.query(`begin; set local session_replication_role = replica;
    update es.events set data = '{"memberId":170,"bookId":1,"pages":1}' where pos = ${first}; commit`)
  for (const parts of all) expect(await retryDeadLetters(parts, [key])).toEqual({ recovered: [key], parked: [] })
  expect(Math.max(...decoded.mock.calls.map(([page]) => page.length))).toBe(1000)
  decoded.mockRestore()
  expect(await parkedAs()).toMatchObject([{ events: 0 }])
  expect(await heardAfter(core, first - 1)).toHaveLength(2501)
  expect(await differencesOf(owner, store, membersProjection)).toEqual([])
})

/** Version 2 of the rows: how many events made each. */
const counted: Projection = {
  ...membersProjection,
  version: 2,
  columns: { ...membersProjection.columns, changes: 'int not null' },
  evolve: (...[row, event, key]: Parameters<typeof membersProjection.evolve>) => {
    const after = membersProjection.evolve(row, event, key)
    return after && { ...after, changes: Number((row as { changes?: number } | null)?.changes ?? 0) + 1 }
  },
}

test('[CORE-03] one event that cannot be decoded parks its stream alone in each projection and each reactor; a new release starts beside it; retry and skip work', async ({
  core,
  owner,
  feeding,
}) => {
  const { store } = core
  const key = 'member-70'
  const lettersOf = async () => (await listDeadLetters(owner)).filter((letter) => letter.key === key)
  const changes = async () =>
    (await owner.query('select changes from rm.members where member_id in (70, 71) order by member_id')).rows.map(
      (row) => row.changes,
    )
  await store.append(reading(70, 0))
  const position = await plantEvent(owner, { stream: key, type: 'PagesRead', version: 2, data: page })
  for (const member of [71, 70, 71]) await store.append(reading(member, null))
  await feeding.untilFed()
  expect((await lettersOf()).map((letter) => [letter.projection, letter.position, letter.events])).toEqual([
    ['listener', position, 2],
    ['members', position, 2],
  ])
  expect((await listDeadLetters(owner, 'shelves')).filter((letter) => letter.position >= position)).toEqual([])

  expect(await openProjections(owner, store, [counted])).toEqual([])
  const release = await startPump(core, () => undefined, counted)
  await store.append(reading(71, null))
  await caughtUp(core)
  expect(await changes()).toEqual([1, 3])
  const all = [counted, reactor].map((subscription) => ({ pool: owner, store, subscription }))
  for (const parts of all)
    expect(await retryDeadLetters(parts, [key])).toMatchObject({ recovered: [], parked: [{ key, position }] })
  for (const parts of all)
    expect(await skipDeadLetter(parts, { key, position, reason: 'prueba' })).toEqual({ recovered: [key], parked: [] })
  expect(await lettersOf()).toEqual([])
  expect(await changes()).toEqual([2, 3])
  expect(await heardAfter(core, position)).toContain(position + 2)
  expect(await differencesOf(owner, store, counted)).toEqual([])
  await release.stop()
})

function parkedAt(key: string, position: number) {
  return { recovered: [], parked: [{ by: 'stream', key, position }] }
}
