import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { startChild } from '#backend/eventstore/testing/child-process.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { type Generation, listGenerations, tableOf } from './generation.ts'
import { RebuildCancelled } from './generation-builder.ts'
import { RebuildStopped } from './log-fold.ts'
import { cancelRebuild, RebuildBusy, rebuild, withLease } from './rebuild.ts'

const silent = () => undefined
const differences = (core: Core) => differencesOf(core.pool, core.store, membersProjection)
const parts = (core: Core, pool: pg.Pool) => ({ pool, store: core.store, projection: membersProjection })
const states = (generations: readonly Generation[]) => generations.map(({ state }) => state)

/** What the pump tells when it gives way. */
const givesWay = /was moved by another process|lock timeout|waits for what another session locks/

test('[F19] beside writers and the pump: no reader ever misses a row, and positions never go back', {
  timeout: 120_000,
}, async ({ core, owner }) => {
  const problems = new Set<string>()
  const pump = await startPump(core, ({ message }) => problems.add(message))
  for (const member of [1, 2, 3]) await core.store.append(reading(member, null))
  await caughtUp(core)
  let writing = true
  const seen: number[] = []
  const watcher = (async () => {
    while (writing) {
      const { rows } = await core.pool.query<{ members: number; pos: number }>(
        "select (select count(*) from rm.members) as members, (select pos from es.subscriptions where name = 'members' and state = 'live') as pos",
      )
      expect(rows[0]?.members).toBeGreaterThanOrEqual(3)
      seen.push(rows[0]?.pos ?? 0)
    }
  })()
  const writers = [10, 11, 12, 13].map(async (member) => {
    while (writing) {
      await core.store.append(reading(member, null, 3))
      await sleep(5)
    }
  })
  for (let round = 0; round < 6; round++) await rebuild(parts(core, owner))
  writing = false
  await Promise.all([watcher, ...writers])
  await caughtUp(core)
  expect(await differences(core)).toEqual([])
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  // The cut-over locks the table and moves the checkpoint: the pump gives way and tries again.
  expect([...problems].filter((problem) => !givesWay.test(problem))).toEqual([])
  const generations = await listGenerations(owner, 'members')
  expect(states(generations)).toEqual(['kept', 'live']) // the older ones are gone, tables and all
  const { rows } = await owner.query(
    "select 1 from pg_tables where schemaname = 'rm' and tablename like 'members\\_\\_%'",
  )
  expect(rows).toHaveLength(2)
  // Both are fed: going back needs no catching up.
  await expect.poll(async () => new Set((await listGenerations(owner, 'members')).map(({ pos }) => pos)).size).toBe(1)
  await pump.stop()
})

test('an event that cannot be applied stops it, and the live rows are as before', async ({ core, owner }) => {
  const unreadable = () => {
    throw new Error('unreadable')
  }
  const before = await listGenerations(owner)
  const broken = { ...parts(core, owner), projection: { ...membersProjection, evolve: unreadable } }
  await expect(rebuild(broken)).rejects.toThrow(RebuildStopped)
  await expect(rebuild(broken)).rejects.toThrow(/members: position 1, row 1: unreadable/)
  expect(await listGenerations(owner)).toEqual(before)
  expect(await differences(core)).toEqual([])
})

test('rows that do not come out the same when they are folded twice stop it', async ({ core, owner }) => {
  const before = await listGenerations(owner)
  let calls = 0
  const evolve: typeof membersProjection.evolve = (row, event, key) => {
    const after = membersProjection.evolve(row, event, key)
    return after && { ...after, last_finished: ++calls }
  }
  const fickle = { ...parts(core, owner), projection: { ...membersProjection, evolve } }
  await expect(rebuild(fickle)).rejects.toThrow(/the new rows are not the fold of the log \(.*\b1\b/)
  expect(await listGenerations(owner)).toEqual(before)
})

test('[F19] one that was killed is taken up where its table is, and comes out the same', { timeout: 120_000 }, async ({
  core,
  owner,
}) => {
  await Promise.all(Array.from({ length: 120 }, (_, member) => core.store.append(reading(100 + member, null, 250))))
  const start = () => startChild('rebuild', core.databaseUrl)
  const killed = start()
  for await (const line of createInterface({ input: killed.stdout as NodeJS.ReadableStream }))
    if (line.startsWith('replay 2')) killed.kill('SIGKILL')
  expect(states(await listGenerations(owner, 'members'))).toContain('building')
  expect(await differences(core)).toEqual([])
  const resumed = start()
  const lines: string[] = []
  createInterface({ input: resumed.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(line))
  await once(resumed, 'close')
  expect(Number(lines.find((line) => line.startsWith('resumed'))?.split(' ')[1])).toBeGreaterThan(9_000)
  expect(states(await listGenerations(owner, 'members'))).toEqual(['kept', 'live'])
  expect(await differences(core)).toEqual([])
})

test('[F19] a second one at the same time is refused', async ({ core, owner }) => {
  await withLease(owner, 'members', () => expect(rebuild(parts(core, owner))).rejects.toThrow(RebuildBusy))
})

test('cancelling stops it and takes away what it built', async ({ core, owner }) => {
  const before = await listGenerations(owner, 'members')
  let cancelled: Promise<boolean> = Promise.resolve(false)
  const progress = firstCall(() => {
    cancelled = cancelRebuild(owner, 'members')
  })
  await expect(rebuild({ ...parts(core, owner), commitEveryMs: 0, progress })).rejects.toThrow(RebuildCancelled)
  expect(await cancelled).toBe(true)
  expect(await listGenerations(owner, 'members')).toEqual(before)
  expect(await cancelRebuild(owner, 'members')).toBe(false)
})

test('aborting leaves what was built, and the next one goes on from there', async ({ core, owner }) => {
  const abort = new AbortController()
  const stopped = rebuild({
    ...parts(core, owner),
    commitEveryMs: 0,
    signal: abort.signal,
    progress: () => abort.abort(),
  })
  await expect(stopped).rejects.toThrow(/abort/)
  expect(states(await listGenerations(owner, 'members'))).toContain('building')
  expect(await rebuild(parts(core, owner))).toMatchObject({ rows: 127 })
  expect(await differences(core)).toEqual([])
})

test('a reader that holds the view delays the turn but no other reader', async ({ core, owner }) => {
  const reader = new pg.Client({ connectionString: core.databaseUrl })
  await reader.connect()
  await reader.query('begin; select 1 from rm.members limit 1')
  const done = rebuild(parts(core, owner))
  await expect.poll(async () => states(await listGenerations(owner, 'members'))).toContain('ready')
  const waits: number[] = []
  for (const end = performance.now() + 500; performance.now() < end; ) {
    const asked = performance.now()
    await core.db.selectFrom('rm.members').selectAll().where('member_id', '=', 1).execute()
    waits.push(performance.now() - asked)
  }
  expect(states(await listGenerations(owner, 'members'))).toContain('ready')
  await reader.query('rollback')
  await reader.end()
  await done
  expect(Math.max(...waits)).toBeLessThan(1000) // the lock's own limit is 50 ms; a reader's hold was much longer
  expect(await differences(core)).toEqual([])
})

test('a rebuild that is held leaves a generation ready, which is fed and turned to later', async ({ core, owner }) => {
  const pump = await startPump(core, silent)
  await rebuild({ ...parts(core, owner), hold: true })
  const [ready] = (await listGenerations(owner, 'members')).filter(({ state }) => state === 'ready')
  const { position } = await core.store.append(reading(1, null))
  const rowsOf = async () =>
    (
      await owner.query(`select 1 from es.subscriptions where generation = $1 and pos >= $2`, [
        ready?.generation,
        position,
      ])
    ).rowCount
  await expect.poll(rowsOf).toBe(1)
  await rebuild(parts(core, owner))
  expect((await listGenerations(owner, 'members')).find(({ state }) => state === 'live')?.generation).toBe(
    ready?.generation,
  )
  const { rows } = await owner.query(`select count(*) as rows from ${tableOf(ready as Generation)}`)
  expect(rows[0]).toEqual({ rows: 127 })
  await caughtUp(core)
  await pump.stop()
  expect(await differences(core)).toEqual([])
})

/** Only the first call counts. */
function firstCall(work: () => unknown): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
