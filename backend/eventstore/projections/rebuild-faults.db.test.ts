// What may go wrong around a rebuild: lost sessions, readers that never end, operators and processes at the same moment.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import { retryDeadLetters } from '#backend/eventstore/subscriptions/parked/retry.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, openOwnerPool, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { CutOverGaveUp, cutOverTo } from './cut-over.ts'
import { ContractBroken, type Generation, listGenerations, tableOf } from './generation.ts'
import { dropExpired, openProjections } from './open-projections.ts'
import { cancelRebuild, rebuild, rollback, setPaused, withLease } from './rebuild.ts'

const silent = () => undefined
const parts = (core: Core, pool: pg.Pool) => ({ pool, store: core.store, projection: membersProjection })
const states = async (pool: pg.Pool) => (await listGenerations(pool, 'members')).map(({ state }) => state)

/** Ends the sessions of operators but this one. */
const loseSessions = (owner: pg.Pool, where = 'true') =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gamertech ops' and datname = current_database() and pid <> pg_backend_pid() and ${where}`,
  )

test('a session lost in the middle of a rebuild fails it, not the process, and the next goes on', async ({
  core,
  owner,
}) => {
  await openProjections(owner, core.store, [membersProjection])
  for (const member of [1, 2, 3]) await core.store.append(reading(member, null))
  const pool = openOwnerPool(core)
  let lost: Promise<unknown> | undefined
  const progress = () => {
    lost ??= loseSessions(owner)
  }
  await expect(rebuild({ ...parts(core, pool), progress })).rejects.toThrow(/connection/i)
  await lost
  await rebuild(parts(core, pool))
  await pool.end()
  expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
})

test('a log that grows with every page that is read does not keep a rebuild from ending', async ({ core, owner }) => {
  const { store } = core
  await openProjections(owner, store, [membersProjection])
  await store.append(reading(4, null))
  const growing = {
    codec: store.codec,
    log: store.log,
    head: () => store.head(),
    readEach: (stream: StreamName<'operation'>) => store.readEach(stream),
    pagesConcerning: (...range: Parameters<typeof store.pagesConcerning>) => store.pagesConcerning(...range),
    async readConcerning(...range: Parameters<typeof store.readConcerning>) {
      await store.append(reading(4, null))
      return store.readConcerning(...range)
    },
  } as unknown as EventStore
  await rebuild({ ...parts(core, owner), store: growing })
  expect(await differencesOf(owner, store, membersProjection)).toEqual([])
})

test('a session lost while it waits for its turn leaves no connection behind', async ({ core, owner }) => {
  const pool = openOwnerPool(core)
  await withLease(owner, 'members', async () => {
    const waiting = withLease(pool, 'members', async () => undefined, { wait: true })
    waiting.catch(silent)
    await expect.poll(async () => (await loseSessions(owner, `wait_event_type = 'Lock'`)).rowCount).toBe(1)
    await expect(waiting).rejects.toThrow(/terminat/i)
  })
  expect(await Promise.race([pool.end(), sleep(20_000, 'never', { ref: false })])).toBeUndefined()
})

test('a cut-over gives up while a reader holds the view; what was shown is shown, and the next attempt shows what was built', async ({
  core,
  owner,
}) => {
  await openProjections(owner, core.store, [membersProjection])
  const shown = async () => (await listGenerations(owner, 'members')).find(({ state }) => state === 'live')?.generation
  const before = await shown()
  const reader = await core.pool.connect()
  await reader.query('begin; select 1 from rm.members limit 1')
  const { error } = await rebuild({ ...parts(core, owner), maxBusyMs: 0 }).then(
    () => ({ error: undefined }),
    (error: unknown) => ({ error }),
  )
  await reader.query('rollback')
  reader.release()
  expect(error).toBeInstanceOf(CutOverGaveUp)
  expect(error).toMatchObject({ projection: 'members' })
  expect(await shown()).toBe(before)
  const [ready] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'ready')
  const { generation } = await rebuild(parts(core, owner))
  expect([generation.generation, await shown()]).toEqual([ready?.generation, ready?.generation])
  await owner.query("update es.subscriptions set kept_until = now() where state = 'kept'")
  await dropExpired(owner)
})

test('a generation that became the live one while somebody waited to remove it stays', async ({ core, owner }) => {
  await rebuild(parts(core, owner))
  expect(await states(owner)).toEqual(['kept', 'live'])
  await owner.query("update es.subscriptions set kept_until = now() where state = 'kept'")
  let removing: Promise<void> | undefined
  await withLease(owner, 'members', async (client) => {
    removing = dropExpired(owner)
    removing.catch(silent)
    await sleep(200)
    const generation = (await listGenerations(owner, 'members')).find(({ state }) => state === 'kept') as Generation
    await cutOverTo({ ...parts(core, owner), client, generation })
  })
  await removing
  expect(await states(owner)).toEqual(['live', 'kept'])
})

test('who reads a table for hours keeps neither a rebuild nor the feeding waiting', async ({ core, owner }) => {
  const pump = await startPump(core, silent)
  const [first] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'kept')
  const reader = await core.pool.connect()
  await reader.query(
    `set idle_in_transaction_session_timeout = 0; begin; select 1 from ${tableOf(first as Generation)}`,
  )
  const started = performance.now()
  try {
    await rebuild(parts(core, owner)) // its end removes what was kept before
    expect(performance.now() - started).toBeLessThan(20_000)
    await core.store.append(reading(1, null))
    await caughtUp(core)
    await dropExpired(owner)
    expect(performance.now() - started).toBeLessThan(30_000)
  } finally {
    await reader.query('rollback')
    reader.release(true)
  }
  await rollback(parts(core, owner))
  const [shown] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'live')
  expect(shown?.generation).not.toBe(first?.generation) // what is to be removed is nothing to go back to
  await dropExpired(owner)
  expect(await states(owner)).toEqual(['live', 'kept'])
  await pump.stop()
})

const counted = {
  ...membersProjection,
  version: 2,
  columns: { ...membersProjection.columns, changes: 'int not null' },
  evolve: (...[row, event, key]: Parameters<typeof membersProjection.evolve>) => {
    const after = membersProjection.evolve(row, event, key)
    return after && { ...after, changes: Number(row?.changes ?? 0) + 1 }
  },
}

test('a new column without a new version is told of, not waited for', async ({ core, owner }) => {
  await expect(openProjections(owner, core.store, [{ ...counted, version: 1 }])).rejects.toThrow(/version/)
})

test('a pause belongs to the projection, whichever generation is shown', async ({ core, owner }) => {
  const pump = await startPump(core, silent)
  const paused = async () =>
    (await listGenerations(owner, 'members')).filter(({ state }) => state === 'live').map((row) => row.paused)
  await setPaused(owner, 'members', true)
  await rebuild(parts(core, owner))
  expect(await paused()).toEqual([true])
  await setPaused(owner, 'members', false)
  await rollback(parts(core, owner))
  expect(await paused()).toEqual([false])
  await core.store.append(reading(1, null))
  await caughtUp(core)
  await pump.stop()
})

test('after going back from a version with more columns, the one of before can be rebuilt', async ({ core, owner }) => {
  await rebuild({ ...parts(core, owner), projection: counted })
  await rollback({ ...parts(core, owner), projection: counted })
  await rebuild(parts(core, owner))
  expect(await differencesOf(owner, core.store, membersProjection)).toEqual([])
  const { rows } = await core.pool.query('select changes from rm.members where member_id = 1')
  expect(rows).toEqual([{ changes: null }])
  await rebuild({ ...parts(core, owner), projection: counted })
  expect(await differencesOf(owner, core.store, counted)).toEqual([])
  await expect(rebuild(parts(core, owner))).rejects.toThrow(ContractBroken)
})

test('parked rows are not taken back by another version than the one that is shown', async ({ core, owner }) => {
  const [live] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'live')
  await owner.query(
    `insert into es.dead_letters (generation, projection, key, pos, error) values ($1, 'members', '1', 1, 'test')`,
    [live?.generation],
  )
  const other = { ...membersProjection, version: 1 }
  await expect(retryDeadLetters({ ...parts(core, owner), subscription: other })).rejects.toThrow(/version 2/)
  expect(await retryDeadLetters({ ...parts(core, owner), subscription: counted })).toMatchObject({ recovered: ['1'] })
})

test('a generation far behind is caught up page by page, so that nobody waits long for its table', async ({
  core,
  owner,
}) => {
  const held = { ...parts(core, owner), projection: counted }
  await openProjections(owner, core.store, [counted])
  await rebuild({ ...held, hold: true })
  await Promise.all(Array.from({ length: 100 }, (_, member) => core.store.append(reading(100 + member, null, 250))))
  await owner.query("update es.subscriptions set pos = $1 where name = 'members' and state = 'live'", [
    await core.store.head(),
  ])
  const [ready] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'ready')
  let turning = true
  const turned = rebuild(held).finally(() => {
    turning = false
  })
  const seen = new Set<number>()
  while (turning)
    for (const { generation, pos } of await listGenerations(owner, 'members'))
      if (generation === ready?.generation) seen.add(pos)
  await turned
  expect(seen.size).toBeGreaterThanOrEqual(3)
  expect(await differencesOf(owner, core.store, counted)).toEqual([])
})

test('a cancellation that comes too late changes nothing', async ({ core, owner }) => {
  const { generation } = await rebuild({ ...parts(core, owner), projection: counted, hold: true })
  const client = await owner.connect()
  await client.query(`begin; lock table rm.members__${generation.generation} in share row exclusive mode`) // as the turn does
  const pool = openOwnerPool(core)
  const cancelled = cancelRebuild(pool, 'members')
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await owner.query(waits)).rowCount).toBe(1)
  await client.query(`update es.subscriptions set state = 'kept', kept_until = now() where state = 'live'`)
  await client.query(`update es.subscriptions set state = 'live' where generation = ${generation.generation}`)
  await client.query(`create or replace view rm.members as select * from rm.members__${generation.generation}; commit`)
  client.release()
  expect(await cancelled).toBe(false)
  expect((await states(owner)).at(-1)).toBe('live')
  await pool.end()
})
