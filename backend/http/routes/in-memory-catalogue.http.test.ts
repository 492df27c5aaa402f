// The catalogue that each process holds: what another process changes, what changes while nobody hears it, and rows that are made anew.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { rebuild, rollback, setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { catalogueProjection as projection } from '#backend/readmodels/catalogue/catalogue.projection.ts'
import { isQuestion, sentBy } from '#backend/readmodels/testing/query-plans.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { test as base, makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

/** Two processes on one database, and an admin at the first. */
const test = base
  .extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const owner = openOwnerPool(databaseUrl)
    onCleanup(() => owner.end())
    return owner
  })
  .extend('other', { scope: 'file' }, async ({ shop, databaseUrl }, { onCleanup }) => {
    expect(shop.url).toBeTruthy()
    const other = await openShop(databaseUrl)
    onCleanup(() => other.stop())
    return other
  })
  .extend('admin', { scope: 'file' }, async ({ shop }) => signedIn(shop, { admin: true }))

async function priceAt(shop: Shop, id: number): Promise<number | undefined> {
  const { body } = await shop.client().get('/api/catalogue?stock=todos&size=24')
  return body.items.find((item: { id: number }) => item.id === id)?.price
}

const endNotifications = (owner: pg.Pool) =>
  owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gamertech notifications' and datname = current_database()",
  )

test('what one process changes the other shows; who changed it sees it at once, wherever they look', async ({
  shop,
  other,
  admin,
}) => {
  const id = await makeProduct(admin, { name: 'Monitor', price: 10 })
  await expect.poll(() => priceAt(other, id)).toBe(10)
  const elsewhere = other.client()
  for (let price = 11; price <= 20; price++) {
    const product = (await admin.get(`/api/product/${id}`)).body
    const texts = { name: product.name, description: product.description, category: product.category }
    const { imageUrl, specs, stock, isActive } = product
    const change = { id, ...texts, imageUrl, specs, stock, isActive, price }
    expect((await admin.post('/api/product/modifyproduct', change)).status).toBe(200)
    const { body, headers } = await asCaller(elsewhere, admin).get('/api/catalogue?stock=todos')
    // A busy machine may be too late, and says so.
    if (headers.get('x-stale') === null) expect(body.items[0].price).toBe(price)
  }
  await expect.poll(() => priceAt(shop, id)).toBe(20)
})

test('only the rows that changed are read again', async ({ shop, other, admin }) => {
  const [id, untouched] = [await makeProduct(admin, { price: 1 }), await makeProduct(admin, { price: 1 })]
  await expect.poll(() => priceAt(other, untouched)).toBe(1)
  const sent = await sentBy(async () => {
    const reader = await signedIn(shop)
    const by = { userId: reader.id }
    const review = { textReview: { ...by, mensaje: 'Bien.' }, score: { ...by, score: 5 }, productId: id }
    expect((await reader.post('/api/product/addreviewscore', review)).status).toBe(201)
    const rated = async () => (await other.client().get('/api/catalogue?rating=4')).body.total
    await expect.poll(rated).toBe(1)
  })
  const asked = sent.filter((one) => isQuestion(one) && one.text.includes('"rm"."catalogue"'))
  expect(asked.length).toBeGreaterThan(0)
  for (const { values } of asked) expect(values?.flat()).toEqual([id])
})

test('what changes while a process hears nothing is shown once it hears again, and rows that are paused stay', async ({
  other,
  admin,
  owner,
}) => {
  const id = await makeProduct(admin, { price: 1 })
  await expect.poll(() => priceAt(other, id)).toBe(1)
  await owner.query('update rm.catalogue set price_cents = 200 where product_id = $1', [id])
  expect(await priceAt(other, id)).toBe(1)
  await endNotifications(owner)
  await expect.poll(() => priceAt(other, id)).toBe(2)
  await setPaused(owner, 'catalogue', true)
  const late = await makeProduct(admin, { price: 3 })
  expect(await priceAt(other, late)).toBeUndefined()
  await setPaused(owner, 'catalogue', false)
  await expect.poll(() => priceAt(other, late)).toBe(3)
})

test('a process that cannot listen asks how far the catalogue is, shows what changed, and says that it may be behind', async ({
  admin,
  databaseUrl,
  owner,
}) => {
  const id = await makeProduct(admin, { price: 1 })
  const proxy = await FaultProxy.open(databaseUrl)
  // Another process works: one that is cut off again and again gives its work away.
  const deaf = await openShop(proxy.databaseUrl, { env: { ROLE: 'web' } })
  const isStale = async () => (await deaf.client().get('/api/catalogue?stock=todos')).headers.get('x-stale') === 'true'
  try {
    await expect.poll(() => priceAt(deaf, id)).toBe(1)
    expect(await isStale()).toBe(false)
    for (let times = 0; times < 1000; times++) proxy.arm({ when: 'request', of: 'listen events' })
    await endNotifications(owner)
    await expect.poll(isStale).toBe(true)
    for (const price of [2, 3]) {
      const { name, description, category, imageUrl, stock, isActive } = (await admin.get(`/api/product/${id}`)).body
      const change = { id, name, description, category, imageUrl, stock, isActive, price }
      expect((await admin.post('/api/product/modifyproduct', change)).status).toBe(200)
      await expect.poll(() => priceAt(deaf, id)).toBe(price)
      expect(await isStale()).toBe(true)
    }
    proxy.disarm()
    await expect.poll(isStale).toBe(false)
  } finally {
    proxy.disarm()
    await deaf.stop()
    await proxy.close()
  }
})

test('rows that are made anew take the place of what is held, as a whole, and so do those of before', async ({
  shop,
  other,
  admin,
  owner,
}) => {
  const id = await makeProduct(admin, { price: 1 })
  await expect.poll(() => priceAt(other, id)).toBe(1)
  await owner.query('update rm.catalogue set price_cents = 900')
  await rebuild({ pool: owner, store: shop.core.store, projection })
  await expect.poll(() => priceAt(other, id)).toBe(1)
  await rollback({ pool: owner, store: shop.core.store, projection })
  for (const one of [shop, other]) await expect.poll(() => priceAt(one, id)).toBe(9)
})

test('no cached answer keeps the request that it was made for', async ({ shop, admin }) => {
  const id = await makeProduct(admin, { price: 1 })
  const came: WeakRef<object>[] = []
  const note = (message: unknown) => void came.push(new WeakRef((message as { request: object }).request))
  subscribe('http.server.request.start', note)
  onTestFinished(() => void unsubscribe('http.server.request.start', note))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const lists = Array.from({ length: 60 }, (_, nth) => `/api/catalogue?stock=todos&min=${nth}&max=${1000 + id}`)
  const others = [`/api/product/${id}`, `/api/catalogue/shelf?of=1&beside=${id}`, '/api/catalogue/offers']
  for (const path of [...lists, ...others]) await (await fetch(shop.url + path)).text()
  expect(came.length).toBeGreaterThanOrEqual(lists.length)
  const alive = () => {
    collect()
    return came.filter((request) => request.deref()).length
  }
  // Each open connection holds its last request.
  await expect.poll(alive).toBeLessThan(10)
  const hits = await hitsOf(shop)
  for (const path of lists) await (await fetch(shop.url + path)).text()
  expect((await hitsOf(shop)) - hits).toBe(lists.length)
})

/** How many answers came from its cache. */
async function hitsOf({ url }: Shop): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/kept_answers_total\{result="hit"\} (\d+)/.exec(text)?.[1])
}
