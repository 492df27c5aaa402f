// Pumps of processes whose network to the database is slow, or swallows everything, beside one whose network is quick.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { locks } from '#backend/db/locks.ts'
import { type Generation, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { shelvesProjection } from '#backend/eventstore/testing/library/shelves.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import type { PumpReport } from './feeding.ts'

const subscriptions = [membersProjection, shelvesProjection]

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

/** The sessions of leaders. */
async function leaders(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select distinct pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [locks.leading],
  )
  return rows.map(({ pid }) => pid)
}

async function pumps(owner: pg.Pool): Promise<number> {
  const { rowCount } = await owner.query(
    "select from pg_stat_activity where application_name = 'gamertech pump' and datname = current_database()",
  )
  return rowCount ?? 0
}

describe('a leader', () => {
  test('goes on when its own network is slow, and its rows follow, though a quicker one stands by', async ({
    core,
    far,
  }) => {
    const { pump } = await startReporting(core)
    try {
      far.network.slow({ delayMs: 60 })
      for (let nth = 0; nth < 5; nth++) {
        const { position } = await core.store.append(reading(1, null))
        await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
      }
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
      await expect.poll(() => pumps(owner)).toBe(2)
      far.network.swallow()
      const { position } = await core.store.append(reading(1, null))
      await expect.poll(() => core.positions.reached('members')).toBeGreaterThanOrEqual(position)
      expect(reports).toEqual(['ended the session of a leader that fell silent'])
      far.network.heal()
      // The process behind it gives its own session up as soon as new ones work, and stands by, though a statement may take half a minute.
      await expect.poll(() => pumps(owner)).toBe(2)
    } finally {
      await pump.stop()
    }
  })

  test('is left alone by the others while what it feeds is locked', async ({ core, owner, far }) => {
    const [members] = await listGenerations(owner, 'members')
    const fedBy = await leaders(owner)
    const { pump } = await startReporting(core)
    const client = await owner.connect()
    try {
      await client.query(`begin; lock table ${tableOf(members as Generation)}`)
      // In between it has nothing to do but to try again now and then.
      for (let nth = 0; nth < 2; nth++) {
        await core.store.append(reading(1, null))
        await sleep(900)
      }
      expect(await leaders(owner)).toEqual(fedBy)
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
