// A shop whose primary dies: visitors read on from replicas, nothing is decided on a standby, and the shop goes on by itself on the new primary.
import { test as base, expect } from 'vitest'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer, Client } from '#scripts/testing/client.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

// Everything that asks the primary, while it is gone.
allowErrors(/ECONNREFUSED|ECONNRESET|Connection terminated|NotPrimary|leads to a/)

type Shopper = Client & { id: number }

const test = base.extend('ground', async ({}, { onCleanup }) => {
  const { primary, replicas, remove } = await startReplicatedCluster(2)
  const address = await FaultProxy.open(primary.url)
  const env = { DATABASE_URL: address.databaseUrl, DATABASE_READ_URLS: replicas.map(({ url }) => url).join(',') }
  const shop = await openShop(address.databaseUrl, { env })
  onCleanup(async () => {
    await shop.stop()
    await address.close()
    await remove()
  })
  const productId = await makeProduct(await signedIn(shop, { admin: true }), { stock: 50 })
  const shopper = await signedIn(shop)
  expect((await addOne(shopper, productId)).status).toBe(200)
  await expect.poll(() => states(shop)).toEqual(['used', 'used'])
  await expect.poll(async () => (await shopper.get(`/api/cart/${shopper.id}`)).body.productsId).toHaveLength(1)
  const [standby] = replicas as [ServerOfCluster]
  return { shop, address, primary, standby, productId, shopper }
})

test('[HA-03 partial] without a primary visitors read on and writes get 503 with Retry-After; on the new one the shop goes on, and the old one, come back, gets nothing', async ({
  ground: { shop, address, primary, standby, productId, shopper },
  onTestFinished,
}) => {
  await primary.kill()
  // Longer than a replica may be used that is not known to be fresh.
  const since = performance.now()
  while (performance.now() - since < 2000) await expectPage(shop, productId)
  expectRefused(await addOne(shopper, productId))

  address.lead(standby.url)
  await expectPage(shop, productId)
  expectRefused(await shopper.get(`/api/cart/${shopper.id}`))
  expectRefused(await addOne(shopper, productId))

  await standby.promote()
  const promotedAt = new Date()
  await expect.poll(async () => (await addOne(shopper, productId)).status, { timeout: 15_000 }).toBe(200)
  await expect
    .poll(async () => (await shopper.get(`/api/cart/${shopper.id}`)).body.productsId?.[0]?.quantity, {
      timeout: 15_000,
    })
    .toBe(2)
  await expectPage(shop, productId)
  // The other one still follows a server that is gone.
  await expect.poll(() => states(shop)).toEqual(['promoted', 'late'])
  await signedIn(shop)
  await expect.poll(() => jobsDoneSince(shop, promotedAt), { timeout: 15_000 }).toBeGreaterThan(0)

  const former = await primary.comeBack()
  onTestFinished(() => former.stop())
  address.lead(former.url)
  expectRefused(await shopper.get(`/api/cart/${shopper.id}`))
  expectRefused(await addOne(shopper, productId))
  address.lead(standby.url)
  await expect.poll(async () => (await addOne(shopper, productId)).status, { timeout: 15_000 }).toBe(200)
})

function states(shop: Shop): string[] {
  return shop.core.replicas.report().map(({ state }) => state)
}

async function jobsDoneSince({ core }: Shop, since: Date): Promise<number> {
  const query = "select count(*) as jobs from job.job where state = 'completed' and started_on > $1"
  const { rows } = await core.pool.query<{ jobs: number }>(query, [since])
  return rows[0]?.jobs ?? 0
}

function addOne(shopper: Shopper, productId: number): Promise<Answer> {
  const line = { userId: shopper.id, productId: { id: productId, quantity: 1 } }
  return shopper.post('/api/cart/addproducttocart', line)
}

let asked = 0

/** No two questions are the same, so that none is answered from memory. */
async function expectPage(shop: Shop, productId: number): Promise<void> {
  const { status, body } = await shop.client().get(`/api/catalogue?max=${1000 + ++asked}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([productId])
}

function expectRefused({ status, headers, body }: Answer): void {
  expect(status, JSON.stringify(body)).toBe(503)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}
