// A process that falls silent in the middle of a message, with the order lock in its hands, stops nobody for long.
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

test('an append whose last bytes never arrive ends by itself: others go on, and it is repeated, once each', async ({
  core: { store },
  databaseUrl,
  owner,
}) => {
  const proxy = await FaultProxy.open(databaseUrl)
  const silent = await openStore(proxy.databaseUrl)
  try {
    await silent.store.append(reading(1, 0))
    proxy.arm({ when: 'end', of: 'es.append' })
    const half = silent.store.append(reading(1, 1))
    const holders = `select from pg_locks where locktype = 'advisory' and objid = 4242 and granted
      and database = (select oid from pg_database where datname = current_database())`
    const holdsOrderLock = async () => (await owner.query(holders)).rowCount
    await expect.poll(holdsOrderLock).toBe(1)
    const others = await Promise.all([2, 3, 4].map((id) => store.append(reading(id, 0))))
    expect(others.map(({ duplicate }) => duplicate)).toEqual([false, false, false])
    await half
    expect(await store.versionOf('member-1')).toBe(2)
  } finally {
    await silent.close()
    await proxy.close()
  }
})
