// Stock that cannot be sold twice, over HTTP and from several processes.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { stock } from '#backend/domain/stock/stock.ts'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import {
  addToCart,
  type Buyer,
  buyerWith,
  eventTypes,
  type PurchaseShop,
  pay,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn, spawnShop } from '#backend/testing/shop-fixture.ts'

/** Sends a call and reads nothing of what comes back; returns what hangs up. */
function lostAnswer(shop: PurchaseShop, caller: Buyer, path: string, body: object, headers: object) {
  const hangUp = new AbortController()
  const cookie = [...caller.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = {
    cookie,
    origin: `http://127.0.0.1:${shop.config.port}`,
    'content-type': 'application/json',
    ...headers,
  }
  const call = { method: 'POST', headers: sent, body: JSON.stringify(body), signal: hangUp.signal }
  void fetch(`${shop.url}${path}`, call).catch(() => undefined)
  return () => hangUp.abort()
}

test('[STOCK-01] an order of 2 of 5 leaves 3 to sell and 5 on hand', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  await placed(buyer)
  const [id = 0] = buyer.products
  expect(await stockOf(shop, id)).toEqual({ onHand: 5, available: 3 })
  expect((await buyer.get(`/api/product/${id}`)).body.stock).toBe(3)
  const shown = (await buyer.get('/api/catalogue?q=kyntra')).body.items.find((item: { id: number }) => item.id === id)
  expect(shown?.stock).toBe(3)
  const other = await signedIn(shop)
  expect(
    await other.post('/api/cart/addproducttocart', { userId: other.id, productId: { id, quantity: 4 } }),
  ).toMatchObject({ status: 409, body: { code: 'out_of_stock', available: 3 } })
})

test('[STOCK-02] one line that is not there refuses all of them, with the difference', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }, { stock: 1, quantity: 1 }])
  const [there = 0, short = 0] = buyer.products
  await addToCart(buyer, short, 2)
  const answer = await pay(buyer)
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'cart_changed',
      differences: [{ id: short, type: 'stock', wanted: 3, available: 1 }],
      cart: { userId: buyer.id },
    },
  })
  expect(await stockOf(shop, there)).toEqual({ onHand: 5, available: 5 })
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toEqual([])
  const corrected = await buyer.post('/api/cart/correct', { userId: buyer.id })
  expect(corrected.body.lines).toMatchObject([
    { id: there, quantity: 2 },
    { id: short, quantity: 1 },
  ])
  expect((await pay(buyer)).status).toBe(200)
})

test('more units of a product than one purchase may hold are refused with the difference, and nothing is lost or half done', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ stock: 200, quantity: 1, price: 2 }, { quantity: 3 }])
  const [many = 0, few = 0] = buyer.products
  const line = { userId: buyer.id, productId: { id: many, quantity: 150 } }
  expect((await buyer.post('/api/cart/setquantity', line)).status).toBe(200)
  const before = await shop.core.store.head()
  const refused = await pay(buyer)
  const told = { id: many, type: 'max_units', wanted: 150, allowed: 99 }
  expect(refused).toMatchObject({ status: 409, body: { code: 'cart_changed', differences: [told] } })
  const quantities = [
    { id: many, quantity: 150 },
    { id: few, quantity: 3 },
  ]
  expect(refused.body.cart.productsId).toEqual(quantities)
  expect(await shop.core.store.head()).toBe(before)
  const { body } = await buyer.post('/api/cart/correct', { userId: buyer.id })
  expect(body.productsId).toEqual([{ id: many, quantity: 99 }, quantities[1]])
  const { orderId } = await placed(buyer)
  expect((await buyer.get(`/api/order/${orderId}`)).body.productsId).toEqual(body.productsId)
  expect(await stockOf(shop, many)).toEqual({ onHand: 200, available: 101 })
})

test('a cart is corrected to what its own open order holds, too', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ stock: 3, quantity: 2 }])
  const [id = 0] = buyer.products
  await placed(buyer)
  await addToCart(buyer, id, 2)
  const { body: told } = await pay(buyer)
  expect(told.differences).toMatchObject([{ id, type: 'stock', wanted: 4, available: 3 }])
  const { body: corrected } = await buyer.post('/api/cart/correct', { userId: buyer.id })
  expect(corrected.productsId).toEqual([{ id, quantity: 3 }])
  await placed(buyer)
  expect(await stockOf(shop, id)).toEqual({ onHand: 3, available: 0 })
})

test('[T12] a price that changed since the page showed it is refused with what it was and is, and nothing is ordered or held', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ price: 10.5, quantity: 2 }])
  const [id = 0] = buyer.products
  const product = (await shop.admin.get(`/api/product/${id}`)).body
  await shop.admin.post('/api/product/modifyproduct', {
    ...product,
    price: 12,
    stockSeen: product.stock,
    reviews: undefined,
    rating: undefined,
    reviewsTexts: undefined,
    reviewsScores: undefined,
  })
  const echo = {
    quantity: '1',
    description: 'Tu compra en GamerTech',
    price: 21,
    lines: [{ id, quantity: 2, price: 10.5 }],
  }
  const answer = await buyer.post('/api/payment/create_preference', echo)
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'stale_total', total: 24, differences: [{ id, type: 'price', before: 10.5, now: 12 }] },
  })
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toEqual([])
  expect(await stockOf(shop, id)).toEqual({ onHand: 5, available: 5 })
  expect((await pay(buyer)).body.total).toBe(24)
})

test('[STOCK-03 partial] an unpaid order expires once, however often its hold is looked at, and another buys what it held', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ stock: 2, quantity: 2 }])
  const [id = 0] = buyer.products
  const other = await signedIn(shop)
  const line = { userId: other.id, productId: { id, quantity: 2 } }
  const { orderId } = await placed(buyer)
  expect(await other.post('/api/cart/addproducttocart', line)).toMatchObject({ status: 409 })
  shop.wait(14)
  await shop.jobs['expire-order']({ orderId })
  expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('placed')
  shop.wait(1)
  await shop.jobs['expire-order']({ orderId })
  await shop.jobs['expire-order']({ orderId })
  shop.wait(-15)
  await untilState(buyer, orderId, 'expired')
  expect(await stockOf(shop, id)).toEqual({ onHand: 2, available: 2 })
  expect(await eventTypes(shop, `stock-${id}`)).toEqual(['StockAdjusted', 'StockHeld', 'StockReleased'])
  await addToCart(other, id, 2)
  const bought = await placed(other)
  await shop.control.choose(bought.id, 'approved')
  await untilState(other, bought.orderId, 'paid')
  expect(await stockOf(shop, id)).toEqual({ onHand: 0, available: 0 })
})

test('[STOCK-04] a rejected payment and a cancelled order release what was held, once', async ({ shop }) => {
  const rejected = await buyerWith(shop, [{ quantity: 2 }])
  const first = await placed(rejected)
  const back = await shop.control.choose(first.id, 'rejected')
  await untilState(rejected, first.orderId, 'rejected')
  const paymentId = new URL(back).searchParams.get('payment_id') ?? ''
  for (let times = 0; times < 2; times++) await shop.jobs['learn-payment']({ paymentId })
  const cancelled = await buyerWith(shop, [{ quantity: 2 }])
  const second = await placed(cancelled)
  for (let times = 0; times < 2; times++)
    expect((await cancelled.post(`/api/order/${second.orderId}/cancel`, {})).body.state).toBe('cancelled')
  for (const id of [...rejected.products, ...cancelled.products]) {
    expect(await stockOf(shop, id)).toEqual({ onHand: 5, available: 5 })
    expect(await eventTypes(shop, `stock-${id}`)).toEqual(['StockAdjusted', 'StockHeld', 'StockReleased'])
  }
  expect((await rejected.get(`/api/cart/${rejected.id}`)).body.lines).toHaveLength(1)
})

test('[T6] [STOCK-10] pressing fifty times at once and again later holds once and keeps one order with one checkout, also if an answer is lost', async ({
  shop,
}) => {
  // Pressed again, its own hold is all that stands in its way.
  const buyer = await buyerWith(shop, [{ quantity: 2, stock: 3 }])
  const answers = await Promise.all(Array.from({ length: 50 }, () => pay(buyer)))
  const again = await pay(buyer)
  expect(
    new Set([...answers, again].map((answer) => `${answer.status} ${answer.body.orderId} ${answer.body.id}`)),
  ).toEqual(new Set([`200 ${again.body.orderId} ${again.body.id}`]))
  expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 3, available: 1 })
  await addToCart(buyer, buyer.products[0] ?? 0, 1)
  const key = { 'idempotency-key': randomUUID() }
  const pressed = { quantity: '1', price: 31.5, description: 'Tu compra en GamerTech' }
  const before = await shop.core.store.head()
  const cut = lostAnswer(shop, buyer, '/api/payment/create_preference', pressed, key)
  const kept = async () => (await eventsAfter(shop, before)).filter(({ type }) => type === 'PreferenceCreated')
  await expect.poll(async () => (await kept()).length).toBe(1)
  cut()
  const press = () => buyer.post('/api/payment/create_preference', pressed, key)
  await expect.poll(async () => (await press()).status).toBe(200)
  const { body: changed } = await press()
  expect((await kept()).map(({ data }) => [data.orderId, data.preferenceId])).toEqual([[changed.orderId, changed.id]])
  expect(changed.orderId).not.toBe(again.body.orderId)
  expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 3, available: 0 })
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body.map((order: { state: string }) => order.state)).toEqual([
    'placed',
    'cancelled',
  ])
})

test('[STOCK-07] stock cannot be set below what is held, and the held order can be paid', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ quantity: 3 }])
  const { orderId, id } = await placed(buyer)
  const [productId = 0] = buyer.products
  const { name, description, category, imageUrl, price, isActive } = (await shop.admin.get(`/api/product/${productId}`))
    .body
  const edit = { id: productId, name, description, category, imageUrl, price, isActive, stock: 0, stockSeen: 5 }
  expect(await shop.admin.post('/api/product/modifyproduct', edit)).toMatchObject({
    status: 409,
    body: { code: 'below_held_stock' },
  })
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, available: 2 })
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  expect(await stockOf(shop, productId)).toEqual({ onHand: 2, available: 2 })
})

test('[STOCK-06] 50 buyers of 10 units in two processes place exactly 10 orders', { timeout: 120_000 }, async ({
  shop,
}) => {
  const processes = await Promise.all([spawnShop(shop, shop.fakeWalletUrl), spawnShop(shop, shop.fakeWalletUrl)])
  try {
    expect(new Set([process.pid, ...processes.map(({ pid }) => pid)]).size).toBe(3)
    const productId = await makeProduct(shop.admin, { stock: 10 })
    const buyers: Buyer[] = []
    for (let count = 0; count < 25; count++)
      buyers.push(...(await Promise.all(processes.map(({ client }) => signedIn({ ...shop, client })))))
    for (const buyer of buyers) await addToCart(buyer, productId)
    const answers = await Promise.all(buyers.map((buyer) => pay(buyer)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(40)
    expect(await stockOf(shop, productId)).toEqual({ onHand: 10, available: 0 })
    const history = (await shop.core.store.readStreams([`stock-${productId}`])).get(`stock-${productId}`) ?? []
    let state = stock.initial
    const availables = (history as unknown as StockEvent[]).map((event) => {
      state = stock.evolve(state, event)
      return state.onHand - state.reserved
    })
    expect(availables).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()))
  }
})
