// The price before, as the API tells it, of products whose prices moved over sixty days.
import { expect } from 'vitest'
import { addProduct, changeParts } from '#backend/commands/products/products.ts'
import { type Shop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const dayMs = 86_400_000
const test = shopTest.extend('admin', ({ shop }) => signedIn(shop, { admin: true }))
const contextOf = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * dayMs)
  return { actor: 'operator', correlation: `${daysAgo} days ago`, at } as const
}

/** From so many days ago on: a price, or whether it was sold. */
type Steps = [daysAgo: number, to: number | boolean][]

/** A product of 100 since so many days ago, with its later steps. */
async function productWith(shop: Shop, since: number, steps: Steps): Promise<number> {
  const { store, positions } = shop.core
  const details = { name: 'Fuente de 650 W', description: '', category: 'Fuentes', imageUrl: '/img/f.webp', specs: [] }
  const added = { details, priceCents: 100_00, currency: 'ARS', units: 5 }
  const { result: productId, position: first } = await addProduct(store, contextOf(since), added)
  let position = first
  for (const [daysAgo, to] of steps) {
    const after = typeof to === 'number' ? { priceCents: to * 100 } : { isActive: to }
    const changed = await changeParts(store, contextOf(daysAgo), { productId, before: {}, after })
    position = changed.position
  }
  await positions.waitFor(['catalogue'], position)
  return productId
}

/** Lowers or raises the price by a batch that waits for its moment. */
async function plan(admin: Client, id: number, percent: number): Promise<void> {
  const rule = { by: 'percent', value: percent, rounding: 'none' }
  const { body: draft } = await admin.post('/api/panel/batches/prices', { rule, ids: [id] })
  const at = new Date(Date.now() + 700).toISOString()
  expect((await admin.post(`/api/panel/batches/${draft.id}/begin`, { at, reason: 'Planeado' })).body.state).toBe(
    'scheduled',
  )
  const state = async () => (await admin.get(`/api/panel/batches/${draft.id}`)).body.state
  await expect.poll(state, { timeout: 30_000 }).toBe('applied')
}

async function told(shop: Shop, id: number) {
  await shop.core.positions.waitFor(['catalogue'], await shop.core.store.head())
  const visitor = shop.client()
  const { price, priceFall } = (await visitor.get(`/api/product/${id}`)).body
  const offers: { id: number; previousPrice: number }[] = (await visitor.get('/api/catalogue/offers')).body
  const offered = offers.find((one) => one.id === id)?.previousPrice ?? null
  expect(offered).toBe(priceFall?.previousPrice ?? null)
  return [price, priceFall?.previousPrice ?? null, priceFall?.hasPercent ?? null]
}

const cases: [name: string, steps: Steps, told: unknown[]][] = [
  [
    '100, 150, 120 within thirty days',
    [
      [20, 150],
      [10, 120],
    ],
    [120, null, null],
  ],
  [
    '150 for more than thirty days before 120',
    [
      [45, 150],
      [10, 120],
    ],
    [120, 150, true],
  ],
  [
    'lower than all of the window',
    [
      [20, 150],
      [5, 90],
    ],
    [90, 100, true],
  ],
  [
    'in steps without a break',
    [
      [20, 80],
      [15, 70],
      [10, 60],
    ],
    [60, 100, true],
  ],
  [
    'in steps with a rise between them',
    [
      [20, 80],
      [15, 90],
      [10, 70],
    ],
    [70, 80, true],
  ],
  [
    'while it was out of sale',
    [
      [45, false],
      [44, 50],
      [20, 80],
      [10, true],
    ],
    [80, null, null],
  ],
]

test('[TRUE-04] a price that falls, rises and falls, also in steps or as planned, is announced with the lowest of thirty days or not at all', async ({
  shop,
  admin,
}) => {
  for (const [name, steps, expected] of cases)
    expect([name, ...(await told(shop, await productWith(shop, 60, steps)))]).toEqual([name, ...expected])
  // On sale for five days when it was reduced: the prior price is told, a percentage isn't.
  expect(await told(shop, await productWith(shop, 8, [[3, 80]]))).toEqual([80, 100, false])

  const planned = await productWith(shop, 60, [[20, 150]])
  await plan(admin, planned, -20)
  expect(await told(shop, planned)).toEqual([120, null, null])
  await plan(admin, planned, -25)
  expect(await told(shop, planned)).toEqual([90, 100, true])
  await plan(admin, planned, 50)
  expect(await told(shop, planned)).toEqual([135, null, null])
})
