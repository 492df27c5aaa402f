// Pumps of processes whose network to the database is slow, or swallows everything, beside one whose network is quick.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { locks } from '#backend/db/locks.ts'
import { type Generation, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import type { PumpReport } from '#backend/eventstore/subscriptions/feeding.ts'
import { acquireLeases } from '#backend/eventstore/subscriptions/lease.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { shelvesProjection } from '#backend/eventstore/testing/library/shelves.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { Pace } from './pace.ts'

const subscriptions = [membersProjection, shelvesProjection].map((projection) => ({
  kind: 'projection' as const,
  projection,
}))

/** `far`: another process's worth of the store, behind a network of its own that can be harmed. */
const test = storeTest.extend('far', async ({ core, owner, databaseUrl }, { onCleanup }) => {
  await openProjections(owner, core.store, [membersProjection, shelvesProjection])
  const network = await FaultProxy.open(databaseUrl)
  const store = await openStore(network.databaseUrl)
  const { pump, reports } = await startReporting(store)
  await core.store.append(reading(1, null))
  await caughtUp(core)
  onCleanup(async () => {
    network.heal()
    network.cutAll()
    await pump.stop()
    await store.close()
    await network.close()
  })
  return { network, reports }
})

/** The pump of a process on this store, and what it reports. */
async function startReporting(core: Core) {
  const reports: string[] = []
  const report: PumpReport = ({ message }) => reports.push(message)
  return { pump: await startPump(core, report, membersProjection, subscriptions.slice(1)), reports }
}

/** The sessions that feed something. */
async function feeders(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select distinct pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [locks.feeding],
  )
  return rows.map(({ pid }) => pid)
}

async function paces(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ ms: number }>(
    `select objid::int as ms from pg_locks where locktype = 'advisory' and classid = $1 and granted
       and database = (select oid from pg_database where datname = current_database()) order by 1`,
    [locks.pacing],
  )
  return rows.map(({ ms }) => ms)
}

describe('a process that feeds', () => {
  test('makes way for a quicker one when its own network is slow, and stands by from then on', async ({
    core,
    owner,
    far,
  }) => {
    const [first] = await feeders(owner)
    const { pump, reports } = await startReporting(core)
    try {
      await expect.poll(async () => (await paces(owner)).length).toBe(2)
      far.network.slow({ delayMs: 60 })
      const fedBy = async () => {
        await core.store.append(reading(1, null))
        const [pid] = await feeders(owner)
        return pid
      }
      await expect.poll(fedBy, { timeout: 10_000, interval: 20 }).not.toBe(first)
      const second = await expect
        .poll(() => feeders(owner))
        .toHaveLength(1)
        .then(() => feeders(owner))
      // It looks at what there is to feed once a second.
      for (const until = performance.now() + 1500; performance.now() < until; ) {
        const { position } = await core.store.append(reading(2, null))
        await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
        await sleep(50)
      }
      expect(await feeders(owner)).toEqual(second)
      expect(far.reports).toEqual([expect.stringMatching(/^makes way for a quicker process: .* takes \d+ ms$/)])
      expect(reports).toEqual([])
      await expect.poll(async () => (await paces(owner)).at(-1)).toBeGreaterThanOrEqual(128)
      expect(await differencesOf(core.pool, core.store, membersProjection)).toEqual([])
    } finally {
      await pump.stop()
    }
  })

  test('keeps what it feeds when its network is slow and nobody is quicker', async ({ core, far }) => {
    far.network.slow({ delayMs: 30 })
    const { position } = await core.store.append(reading(1, null))
    await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
    for (let nth = 0; nth < 4; nth++) await core.store.append(reading(1, null))
    await caughtUp(core)
    expect(far.reports).toEqual([])
  })

  test('loses it when its network swallows everything, before the server gives its session up after five seconds', async ({
    core,
    owner,
    far,
  }) => {
    const { pump, reports } = await startReporting(core)
    try {
      await expect.poll(async () => (await paces(owner)).length).toBe(2)
      far.network.swallow()
      const { position } = await core.store.append(reading(1, null))
      await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
      expect(reports).toEqual(['takes over from a process that has fallen silent'])
      far.network.heal()
      // The process behind it gives its own session up as soon as new ones work, and stands by, though a statement may take half a minute.
      await expect.poll(async () => (await paces(owner)).length).toBe(2)
    } finally {
      await pump.stop()
    }
  })

  test('is left alone by the others while what it feeds is locked', async ({ core, owner, far }) => {
    const [members] = await listGenerations(owner, 'members')
    const fedBy = await feeders(owner)
    const { pump } = await startReporting(core)
    const client = await owner.connect()
    try {
      await client.query(`begin; lock table ${tableOf(members as Generation)}`)
      // In between it has nothing to do but to try again now and then.
      for (let nth = 0; nth < 2; nth++) {
        await core.store.append(reading(1, null))
        await sleep(900)
      }
      expect(await feeders(owner)).toEqual(fedBy)
      expect(far.reports).toEqual(['waits for what another session locks'])
    } finally {
      client.release(true)
      await pump.stop()
    }
  })
})

test('a pump needs no connection of those that serve commands', async ({ core }) => {
  const pump = await startPump(core, () => undefined)
  const clients = await Promise.all(Array.from({ length: core.pool.options.max ?? 0 }, () => core.pool.connect()))
  try {
    const { position } = await core.store.append(reading(3, null))
    await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
  } finally {
    for (const client of clients) client.release()
    await pump.stop()
  }
})

test('a slow session leaves what nobody feeds to a quicker one for three seconds', async ({ core, owner }) => {
  await openProjections(owner, core.store, [membersProjection, shelvesProjection])
  const [quick, slow] = [await owner.connect(), await owner.connect()]
  let now = 0
  const paceOf = (ms: number) => {
    const pace = new Pace(() => now)
    for (let nth = 0; nth < 3; nth++) pace.note(ms)
    return pace
  }
  try {
    await paceOf(1).tell(quick)
    const pace = paceOf(250)
    const take = async () => (await acquireLeases(slow, core.store, subscriptions, [], pace)).map(({ name }) => name)
    expect(await take()).toEqual([])
    now = 2999
    expect(await take()).toEqual([])
    now = 3000
    expect(await take()).toEqual(['members', 'shelves'])
  } finally {
    quick.release(true)
    slow.release(true)
  }
})
