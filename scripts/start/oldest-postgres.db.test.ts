// The oldest PostgreSQL that the shop runs on, where Debian's package of it is installed.
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#backend/db/migrate.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { buyerWith, openPurchaseShop, placed, stockOf, untilState } from '#backend/testing/purchase-fixture.ts'
import { administer, databaseOf, startLocalCluster } from '#scripts/testing/cluster.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { debianPackage, installedPostgres } from '#scripts/testing/installed-postgres.ts'
import { checkDatabase } from './preflight.ts'

const oldest = 15

/** The store by itself: versions, command ids, and a process that falls silent with the order lock in its hands. */
async function appendOn(databaseUrl: string): Promise<void> {
  const [core, proxy] = [await openStore(databaseUrl), await FaultProxy.open(databaseUrl)]
  const silent = await openStore(proxy.databaseUrl)
  try {
    const first = reading(1, 0)
    const { position } = await core.store.append(first)
    expect(await core.store.append(first)).toEqual({ position, duplicate: true })
    await expect(core.store.append(reading(1, 0))).rejects.toThrow(VersionConflict)
    proxy.arm({ when: 'end', of: 'es.append' })
    const half = silent.store.append(reading(1, 1))
    const since = performance.now()
    const others = await Promise.all([2, 3, 4].map((id) => core.store.append(reading(id, 0))))
    expect(others.map(({ duplicate }) => duplicate)).toEqual([false, false, false])
    await half
    expect(await core.store.versionOf('member-1')).toBe(2)
    expect(performance.now() - since).toBeLessThan(9000)
  } finally {
    await Promise.all([silent.close(), core.close(), proxy.close()])
  }
}

/** From an empty cart to a paid order; then everything is verified as operators do. */
async function sell(databaseUrl: string): Promise<void> {
  const shop = await openPurchaseShop(databaseUrl)
  onTestFinished(() => shop.stop())
  const buyer = await buyerWith(shop, [{ price: 12.5, stock: 3, quantity: 2 }])
  const { orderId, id, total } = await placed(buyer)
  expect(total).toBe(25)
  await shop.control.choose(id, 'approved')
  expect(await untilState(buyer, orderId, 'paid')).toMatchObject({ state: 'paid' })
  expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 1, available: 1 })
  const found = await buyer.get('/api/catalogue?q=kyntra')
  expect(found.body.items).toMatchObject([{ name: 'Teclado Kyntra 60' }])
  const ops = opsOn({ core: shop.core, ownerPool: openOwnerPool(databaseUrl, onTestFinished) })
  await expect.poll(async () => (await ops('status', '--max-lag', '1')).code).toBe(0)
  expect(await ops('verify')).toMatchObject({ code: 0 })
  expect(await ops('rebuild', 'all')).toMatchObject({ code: 0 })
  expect(await ops('verify')).toMatchObject({ code: 0 })
}

test('[HA-06] on PostgreSQL 15 the shop starts, appends once each in order whoever falls silent, sells, and verify and rebuild agree', async ({
  skip,
}) => {
  const programs = await installedPostgres(oldest)
  if (!programs) return skip(`to run it: apt-get install ${debianPackage(oldest)}`)
  const cluster = await startLocalCluster(programs)
  onTestFinished(() => cluster.stop())
  const [store, shop] = ['store', 'shop'].map((name) => databaseOf(cluster.adminUrl, name)) as [string, string]
  for (const url of [store, shop]) {
    await administer(cluster.adminUrl, `create database ${new URL(url).pathname.slice(1)}`)
    await checkDatabase(url)
    await migrate(url)
  }
  await appendOn(store)
  await sell(shop)
})
