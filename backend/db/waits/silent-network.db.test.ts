// A process whose network to the database swallows everything: who waits is told soon, who comes is told at once, and all go on with the network.
import { expect } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { isOutage } from '#backend/db/transient-errors.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { SilentNetwork } from './silent-network.ts'

/** In milliseconds; the network is held to be silent after four seconds at most. */
const [soon, atOnce, again] = [15_000, 2000, 20_000]

async function refusedAfter(call: Promise<unknown>): Promise<number> {
  const from = performance.now()
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toSatisfy(isOutage)
  return performance.now() - from
}

test('[F7 partial] who waits for a network that swallows everything is refused soon, who comes then at once, and both are served when it is back', async ({
  databaseUrl,
}) => {
  const network = await FaultProxy.open(databaseUrl)
  const shop = await openStore(network.databaseUrl)
  try {
    // Several connections, each of which would be found dead by another caller.
    await Promise.all(Array.from({ length: 6 }, () => shop.pool.query('select pg_sleep(0.1)')))
    await shop.store.append(reading(1, 0))
    network.swallow()
    const calls = [shop.store.append(reading(2, 0)), shop.store.versionOf('member-1'), shop.pool.query('select 1')]
    for (const waited of await Promise.all(calls.map(refusedAfter))) expect(waited).toBeLessThan(soon)
    for (const call of [() => shop.store.append(reading(3, 0)), () => shop.store.versionOf('member-1')])
      expect(await refusedAfter(call())).toBeLessThan(atOnce)
    network.heal()
    await expect.poll(() => shop.store.versionOf('member-1').catch(() => 0), { timeout: again }).toBe(1)
    await shop.store.append(reading(4, 0))
  } finally {
    network.heal()
    network.cutAll()
    await shop.close()
    await network.close()
  }
})

test('where others hear something, only the connections that hear nothing are given up, and nobody is refused', async ({
  databaseUrl,
}) => {
  const network = new SilentNetwork()
  const pool = network.watch(createPool(databaseUrl, { max: 3 }))
  const pids = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const [heard, silent] = [await pool.connect(), await pool.connect()]
  try {
    network.asked()
    await heard.query('select 1')
    const waiting = silent.query('select pg_sleep(60)').catch((error: unknown) => error)
    network.unanswered()
    expect(await waiting).toSatisfy(isOutage)
    expect((await heard.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await pids()).toBeGreaterThan(0)
  } finally {
    heard.release()
    silent.release(true)
    await pool.end()
  }
})
