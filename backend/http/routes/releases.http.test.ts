// Two releases of the shop on one database, of which the newer one knows a newer version of an event.
import { expect } from 'vitest'
import { z } from 'zod'
import { cartEvents } from '#backend/domain/cart/cart.events.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { test } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

const first = cartEvents.ItemAddedToCart
/** Version 2 says by what way the shopper came; what decides leaves it to the default. */
const addedBy = first.shape.extend({ way: z.string().default('web') })
const up = (data: z.output<typeof first.shape>) => ({ ...data, way: 'web' })

function release(ItemAddedToCart: object): ShopLog {
  const cart = { ...shopLog.categories.cart, events: { ...cartEvents, ItemAddedToCart } }
  return { ...shopLog, categories: { ...shopLog.categories, cart } } as ShopLog
}
const readsNewer = release(
  first.next(addedBy, { up, down: ({ productId, quantity, userId }) => ({ productId, quantity, userId }) }),
)
const writesNewer = release(first.next(addedBy, { up }))

type Shopper = Awaited<ReturnType<typeof signedIn>>

/** The same person in a browser at another process. */
async function at(shop: Shop, { email, password }: Shopper): Promise<Client> {
  const client = shop.client()
  expect((await client.post('/api/users/verifyuser', { email, password })).status).toBe(200)
  return client
}

/** Adds a unit by each of these processes in turn and reads the cart there; every call must succeed. */
async function shopBy(person: Shopper, productId: number, clients: readonly Client[]): Promise<void> {
  for (const client of clients) {
    const put = await client.post('/api/cart/addproducttocart', {
      userId: person.id,
      productId: { id: productId, quantity: 1 },
    })
    const cart = await client.get(`/api/cart/${person.id}`)
    expect([put.status, cart.status]).toEqual([200, 200])
    expect(cart.body.productsId).toEqual(put.body.productsId)
    expect(cart.body.productsId).toHaveLength(1)
  }
}

const versionsIn = async ({ core }: Shop) =>
  (
    await core.pool.query<{ version: number }>(
      `select distinct schema_version as version from es.events e join es.event_types t on t.id = e.type
       where t.name = 'ItemAddedToCart' order by 1`,
    )
  ).rows.map(({ version }) => version)
const parkedIn = async ({ core }: Shop) =>
  (await core.pool.query<{ key: string }>('select distinct key from es.dead_letters')).rows.map(({ key }) => key)

test('[CORE-07] a release that reads the newer version of an event, then one that writes it, each beside the one before, each rolled back: no request fails', {
  timeout: 120_000,
}, async ({ databaseUrl }) => {
  const old = await openShop(databaseUrl)
  const productId = await makeProduct(await signedIn(old, { admin: true }), { stock: 50 })
  const [one, two] = [await signedIn(old), await signedIn(old)]
  const reading = await openShop(databaseUrl, { log: readsNewer })
  for (const person of [one, two]) await shopBy(person, productId, [await at(reading, person), person])
  expect(await versionsIn(old)).toEqual([1])
  await reading.stop() // rolled back
  await shopBy(one, productId, [one])
  const again = await openShop(databaseUrl, { log: readsNewer })
  await old.stop()
  const writing = await openShop(databaseUrl, { log: writesNewer })
  const places = (person: Shopper) => Promise.all([writing, again].map((shop) => at(shop, person)))
  for (const person of [one, two])
    await shopBy(person, productId, [...(await places(person)), ...(await places(person))])
  expect(await versionsIn(again)).toEqual([1, 2])
  await writing.stop() // rolled back
  for (const person of [one, two]) await shopBy(person, productId, [await at(again, person)])
  expect(await parkedIn(again)).toEqual([])
  await again.stop()
})

test('a release that writes at once what the one beside it cannot read: that one refuses the carts it touched, and no others', {
  timeout: 120_000,
}, async ({ databaseUrl }) => {
  const old = await openShop(databaseUrl)
  const productId = await makeProduct(await signedIn(old, { admin: true }), { stock: 50 })
  const [touched, other] = [await signedIn(old), await signedIn(old)]
  const writing = await openShop(databaseUrl, { log: writesNewer })
  const line = { userId: touched.id, productId: { id: productId, quantity: 1 } }
  // Its row stands still where the older one feeds it, and is made up for when a newer one starts.
  expect((await (await at(writing, touched)).post('/api/cart/addproducttocart', line)).body.productsId).toHaveLength(1)
  expectErrors(/newer than this code/)
  const answer = await touched.post('/api/cart/addproducttocart', line)
  expectProblem(answer, 503, 'unreadable')
  expect(answer.headers.get('retry-after')).toBe('5')
  await shopBy(other, productId, [other])
  expect((await touched.get('/api/catalogue')).status).toBe(200)
  expect((await parkedIn(old)).filter((key) => key !== `cart-${touched.id}`)).toEqual([])
  await writing.stop()
  await old.stop()
})
