// What may happen to the checkpoints and tables of a feeder behind its back, and what it must make of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { type Generation, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { shelvesProjection } from '#backend/eventstore/testing/library/shelves.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { copiesEntry, openStore, reading } from '#backend/eventstore/testing/test-store.ts'

test('one overtaken of several that only move on: the others go on, and nobody hears of what did not happen', async ({
  core,
  owner,
}) => {
  const problems: string[] = []
  await openProjections(owner, core.store, [membersProjection, shelvesProjection])
  const pump = await startPump(core, ({ message }) => problems.push(message), membersProjection, [shelvesProjection])
  await core.store.append(reading(1, null))
  await Promise.all([caughtUp(core, 'members'), caughtUp(core, 'shelves')])
  for (let round = 0; round < 3; round++) {
    await owner.query("update es.subscriptions set epoch = epoch + 1 where name = 'shelves'")
    await core.store.append(copiesEntry('CopiesCounted', 1, 1)) // of no filter to both
    await Promise.all([caughtUp(core, 'members'), caughtUp(core, 'shelves')])
  }
  await sleep(200)
  expect(problems.length).toBeLessThanOrEqual(3)
  await pump.stop()
})

test('a checkpoint that was moved under the same epoch is read anew', async ({ core, owner }) => {
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message))
  await core.store.append(reading(1, null))
  await caughtUp(core)
  const client = await owner.connect()
  await client.query('begin')
  await client.query("update es.subscriptions set pos = pos + 1 where name = 'members'") // as one that catches up does
  await core.store.append(reading(1, null))
  await client.query('commit')
  client.release()
  await core.store.append(reading(2, null))
  await caughtUp(core)
  await sleep(200)
  expect(problems.length).toBeLessThanOrEqual(1)
  await pump.stop()
})

test('a page that fails after something was parked is folded anew, from its beginning', async ({ core, owner }) => {
  const broken = {
    ...membersProjection,
    evolve: (...[row, event, key]: Parameters<typeof membersProjection.evolve>) => {
      if ((event.data as { pages?: number }).pages === 7) throw new Error('sevens are unreadable')
      return membersProjection.evolve(row, event, key)
    },
  }
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message), broken)
  await core.store.append(reading(4, null))
  await caughtUp(core)
  const client = await owner.connect()
  await client.query("begin; select 1 from es.subscriptions where name = 'members' for update")
  const events = [1, 7].map((pages) => ({
    type: 'PagesRead' as const,
    data: { memberId: 5, bookId: 1, pages },
  }))
  const entry = { ...reading(5, null), writes: [{ stream: 'member-5' as const, expected: null, events }] }
  const { position } = await core.store.append(entry)
  const cancelled = async () =>
    (
      await owner.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'gamertech pump' and wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(cancelled, { interval: 2, timeout: 10_000 }).toBe(1)
  await client.query('commit')
  client.release()
  await caughtUp(core)
  await pump.stop()
  expect(problems).toContainEqual(expect.stringMatching(/cancel/))
  expect(await listDeadLetters(owner, 'members')).toMatchObject([
    { key: '5', position, error: 'sevens are unreadable', events: 1 },
  ])
  const { rows } = await core.pool.query('select books from rm.members where member_id = 5')
  expect(rows).toEqual([{ books: [{ bookId: 1, pages: 1 }] }])
})

test('a key that the database refuses parks its row, at the second attempt, and the others go on', async ({
  core,
  owner,
}) => {
  const name = 'halves'
  const keys: typeof membersProjection.keys = (event) =>
    membersProjection.keys(event).map((key) => (key.member_id === 31 ? { member_id: 31.5 } : key))
  const pump = await startPump(core, () => undefined, { ...membersProjection, name, keys })
  for (const member of [30, 31, 32]) await core.store.append(reading(member, null))
  await caughtUp(core, name)
  await pump.stop()
  expect(
    (await core.pool.query(`select member_id from rm.${name} where member_id in (30, 31, 32) order by 1`)).rows,
  ).toEqual([{ member_id: 30 }, { member_id: 32 }])
  expect(await listDeadLetters(owner, name)).toMatchObject([
    { by: 'row', key: '31.5', error: expect.stringMatching(/bigint/) },
  ])
})

test('a short page is written in one transaction for all; what one of them cannot take concerns no other', async ({
  core,
  owner,
}) => {
  const keys: typeof membersProjection.keys = (event) =>
    membersProjection.keys(event).map((key) => (key.member_id === 41 ? { member_id: 41.5 } : key))
  const [twins, picky] = [
    { ...membersProjection, name: 'twins' },
    { ...membersProjection, name: 'picky', keys },
  ]
  await openProjections(owner, core.store, [membersProjection, twins, picky])
  const pump = await startPump(core, () => undefined, membersProjection, [twins, picky])
  const readers = ['members', 'twins', 'picky']
  for (const member of [40, 41, 42]) {
    await core.store.append(reading(member, null))
    await Promise.all(readers.map((name) => caughtUp(core, name)))
  }
  await pump.stop()
  const tables = (await listGenerations(owner)).filter(({ name }) => readers.includes(name)).map(tableOf)
  const rows = tables.map((table) => `select member_id, xmin from ${table} where member_id between 40 and 42`)
  const written = await owner.query(
    `select member_id, count(*)::int as rows, count(distinct xmin::text)::int as transactions
     from (${rows.join(' union all ')}) r group by 1 order by 1`,
  )
  expect(written.rows).toEqual([
    { member_id: 40, rows: 3, transactions: 1 },
    { member_id: 41, rows: 2, transactions: 2 },
    { member_id: 42, rows: 3, transactions: 1 },
  ])
})

test('somebody who locks the rows of one read model for long stops that one alone', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined, membersProjection, [shelvesProjection])
  await core.store.append(reading(6, null))
  await Promise.all([caughtUp(core, 'members'), caughtUp(core, 'shelves')])
  const [members] = await listGenerations(owner, 'members')
  const client = await owner.connect()
  await client.query(`begin; lock table ${tableOf(members as Generation)}`)
  try {
    for (let round = 0; round < 3; round++) {
      const { position } = await core.store.append(reading(6, null))
      await expect.poll(() => core.positions.reached('shelves')).toBeGreaterThanOrEqual(position)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  await caughtUp(core, 'members')
  await pump.stop()
})

test('a checkpoint that another session locks stops that subscription alone, whether it is fed, taken over or begun', async ({
  core,
  owner,
}) => {
  const problems: string[] = []
  const report = ({ message }: { message: string }) => problems.push(message)
  const first = await startPump(core, report, membersProjection, [shelvesProjection])
  await core.store.append(reading(8, null))
  await Promise.all([caughtUp(core, 'members'), caughtUp(core, 'shelves')])
  const client = await owner.connect()
  const goesOn = async () => {
    const { position } = await core.store.append(reading(8, null))
    await expect.poll(() => core.positions.reached('shelves')).toBeGreaterThanOrEqual(position)
    return position
  }
  await client.query("begin; select from es.subscriptions where name = 'members' for update")
  const reached = core.positions.reached('members')
  try {
    await goesOn()
    await goesOn()
    await first.stop()
    const second = await startPump(core, report, membersProjection, [shelvesProjection])
    const last = await goesOn()
    expect(core.positions.reached('members')).toBe(reached)
    await client.query('rollback')
    await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(last)
    await second.stop()
  } finally {
    client.release(true)
  }
  expect(problems).toEqual(['waits for what another session locks'])
})

test('what this process cannot write, another one that can takes over', async ({ core, databaseUrl }) => {
  const newer = await openStore(databaseUrl)
  const books = {
    toJSON() {
      throw new Error('not by this process')
    },
  }
  const unwritable = { ...membersProjection, evolve: () => ({ member_id: 7, books, last_finished: null }) }
  const problems: string[] = []
  const first = await startPump(core, ({ message }) => problems.push(message), unwritable)
  await core.store.append(reading(7, null))
  await expect.poll(() => problems).toContain('not by this process')
  const second = await startPump(newer, () => undefined)
  await caughtUp(core)
  await core.store.append(reading(7, null))
  await caughtUp(core)
  await second.stop()
  problems.length = 0
  await core.store.append(reading(7, null)) // and back again, though in vain
  await expect.poll(() => problems).toContain('not by this process')
  await first.stop()
  await newer.close()
})

type Evolve = typeof membersProjection.evolve

test.for([-3_600_000, 3_600_000])(
  '[F16 partial] what fails is tried again after its pause, no earlier and no later, though the clock of its process jumps by %d ms',
  async (jump, { core }) => {
    let isBroken = false
    const books = {
      toJSON() {
        if (isBroken) throw new Error('not yet')
        return []
      },
    }
    const evolve: Evolve = (_row, _event, { member_id }) => ({ member_id, books, last_finished: null })
    let failures = 0
    const pump = await startPump(core, () => failures++, { ...membersProjection, name: `jumping_${jump > 0}`, evolve })
    isBroken = true
    const startedAt = performance.now()
    await core.store.append(reading(50, null))
    await expect.poll(() => failures).toBeGreaterThan(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump })
    onTestFinished(() => void vi.useRealTimers())
    const before = failures
    await expect.poll(() => failures).toBeGreaterThan(before)
    // Each pause is twice as long as the one before, and the first 200 ms.
    expect(failures).toBeLessThanOrEqual(Math.log2((performance.now() - startedAt) / 100) + 1)
    isBroken = false
    await caughtUp(core, `jumping_${jump > 0}`)
    await pump.stop()
  },
)
