// A read model that an older release wrote is made anew beside the shop that starts, not in it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { applicationUrl } from '#backend/db/application-login.ts'
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { withLease } from '#backend/eventstore/projections/rebuild.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { additions, test as coreTest } from '#backend/testing/core-fixture.ts'
import { openShop } from '#backend/testing/shop-fixture.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

// Each test starts shops and processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const test = coreTest.extend('aged', { scope: 'file' }, async ({ core, owner, databaseUrl }) => {
  await (await openShop(databaseUrl)).stop()
  await core.store.append(additions(1, null, 3))
  await owner.query("update es.subscriptions set version = 0 where name = 'carts'")
  return { databaseUrl, owner }
})

const versions = async (owner: pg.Pool) =>
  (await listGenerations(owner, 'carts')).map(({ state, version }) => [state, version])

/** The process that waits for its turn to rebuild. */
async function rebuilderPid(owner: pg.Pool): Promise<number> {
  const waiting = `select application_name as name from pg_stat_activity
     where application_name like 'gamertech long work %' and wait_event_type = 'Lock' and datname = current_database()`
  const found = async () => (await owner.query<{ name: string }>(waiting)).rows[0]?.name
  await expect.poll(found, { timeout: 60_000 }).toBeDefined()
  return Number((await found())?.split(' ').at(-1))
}

test('[CORE-06 partial] the rebuild at start has a process of its own; if that is killed the shop serves the old rows, and the next start rebuilds', async ({
  aged: { databaseUrl, owner },
}) => {
  expectErrors(/LongWorkFailed/)
  let starting: ReturnType<typeof openShop> | undefined
  await withLease(owner, 'carts', async () => {
    starting = openShop(databaseUrl)
    const pid = await rebuilderPid(owner)
    expect(pid).not.toBe(process.pid)
    process.kill(pid, 'SIGKILL')
    await starting
  })
  const shop = await starting
  expect(await versions(owner)).toEqual([['live', 0]])
  expect((await shop?.client().get('/api/ready'))?.status).toBe(200)
  await shop?.stop()
  await (await openShop(databaseUrl)).stop()
  expect(await versions(owner)).toEqual([
    ['kept', 0],
    ['live', cartsProjection.version],
  ])
})

test('the process that rebuilds ends with the one that started it', async ({ core, owner, databaseUrl }) => {
  const dataKey = Buffer.alloc(32, 5)
  const loginUrl = await applicationUrl(databaseUrl, dataKey)
  await withLease(owner, 'carts', async () => {
    const settings = JSON.stringify({ databaseUrl, loginUrl, dataKey: dataKey.toString('base64') })
    const parent = fork(new URL('./testing/rebuilding.child.ts', import.meta.url), [settings])
    const pid = await rebuilderPid(owner)
    expect(pid).not.toBe(parent.pid)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })
  expect(core.databaseUrl).toBe(databaseUrl)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
