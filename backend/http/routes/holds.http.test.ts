// The end of a hold as the running shop brings it about: by its own queue, with nobody asking.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { changeCart } from '#backend/commands/changes.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import {
  addToCart,
  type Buyer,
  buyerWith,
  eventTypes,
  openPurchaseShop,
  type PurchaseShop,
  pay,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { signedIn, spawnShop } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'
import { createDatabase } from '#scripts/testing/database.ts'

/** In minutes: time enough to press 'Pagar' on a busy machine before the hold is over. */
const margin = 10 / 60

/** An order that was placed so many minutes ago, by every clock; the shop goes on in the present. */
async function placedBefore(shop: PurchaseShop, minutes: number) {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  shop.wait(-minutes)
  const from = shop.core.now().getTime()
  const { orderId } = await placed(buyer)
  const until = shop.core.now().getTime()
  shop.wait(minutes)
  return { buyer, orderId, productId: buyer.products[0] ?? 0, pressed: { from, until } }
}

type Placed = Awaited<ReturnType<typeof placedBefore>>

/** Waits for the end of a hold of so many minutes: then the order expires, not before, and its units are free. */
async function expectToExpire(shop: PurchaseShop, { buyer, orderId, productId, pressed }: Placed, minutes: number) {
  const { holdUntil, state } = (await buyer.get(`/api/order/${orderId}`)).body
  const pressedAt = Date.parse(holdUntil) - minutes * 60_000
  expect(pressedAt >= pressed.from && pressedAt <= pressed.until).toBe(true)
  expect(state).toBe('placed')
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, available: 3 })
  await sleep(Math.max(0, Date.parse(holdUntil) - Date.now()))
  await untilState(buyer, orderId, 'expired')
  const history = (await shop.core.store.readStreams([`order-${orderId}`])).get(`order-${orderId}`) ?? []
  expect(history.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderExpired'])
  expect(history[1]?.meta.actor).toMatch(/^job:/)
  expect(history[1]?.at.getTime()).toBeGreaterThanOrEqual(Date.parse(holdUntil))
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, available: 5 })
  expect((await buyer.get(`/api/product/${productId}`)).body.stock).toBe(5)
}

test('[STOCK-03] an order left unpaid for 15 minutes expires and frees its units, and not one minute earlier', {
  timeout: 90_000,
}, async ({ shop }) => {
  const young = await placedBefore(shop, 14)
  await expectToExpire(shop, await placedBefore(shop, 15 - margin), 15)
  const { timeline, holdUntil } = (await young.buyer.get(`/api/order/${young.orderId}`)).body
  const before = timeline.filter(({ at }: { at: string }) => Date.parse(at) < Date.parse(holdUntil))
  expect(before.map(({ state }: { state: string }) => state)).toEqual(['placed'])
})

/** The same buyer at another process, which has the clock of the machine. */
async function elsewhere(shop: PurchaseShop, buyer: Buyer): Promise<Buyer> {
  const process = await spawnShop(shop, shop.fakeWalletUrl)
  onTestFinished(process.stop)
  return { ...buyer, ...asCaller(process.client(), buyer) }
}

/** 'Pagar' is refused for about so many minutes; returns until when. */
async function expectPaused(buyer: Buyer, minutes: number): Promise<string> {
  const answer = await pay(buyer)
  expectProblem(answer, 429, 'checkout_paused')
  const { retryAfter, detail } = answer.body
  expect(answer.headers.get('retry-after')).toBe(`${retryAfter}`)
  expect(Math.abs(retryAfter - minutes * 60)).toBeLessThan(60)
  expect(detail).toMatch(/ Podés volver a pagar en \d+ minutos\.$/)
  return answer.body.until
}

/** How many units of their one product somebody wants. */
function want(buyer: Buyer, id: number, quantity: number) {
  return buyer.post('/api/cart/setquantity', { userId: buyer.id, productId: { id, quantity } })
}

test('[T8] units that are held and never paid are free when their time is over, though its job is late; 99 of a product at most, one order at a time, three in an hour for each account', {
  timeout: 60_000,
}, async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ stock: 120 }])
  const [id = 0] = buyer.products
  await want(buyer, id, 100)
  expectProblem(await pay(buyer), 409, 'cart_changed')
  await want(buyer, id, 99)
  const rival = await signedIn(shop)
  const line = { userId: rival.id, productId: { id, quantity: 30 } }
  shop.wait(-14)
  const { orderId: first } = await placed(buyer)
  expectProblem(await rival.post('/api/cart/addproducttocart', line), 409, 'out_of_stock')
  shop.wait(16)
  expect((await buyer.get('/api/order/open')).body).toEqual({ order: null })
  expect((await buyer.get(`/api/order/${first}`)).body.initPoint).toBeNull()
  expect((await rival.post('/api/cart/addproducttocart', line)).status).toBe(200)
  expect(await eventTypes(shop, `order-${first}`)).toEqual(['OrderPlaced', 'OrderExpired'])
  await placed(rival)
  await want(buyer, id, 60)
  const { orderId: second } = await placed(buyer)
  shop.wait(16)
  // Its own hold is over, too: it expires, and is not replaced.
  const { orderId: third } = await placed(buyer)
  expect(await eventTypes(shop, `order-${second}`)).toEqual(['OrderPlaced', 'OrderExpired'])
  expect((await pay(buyer)).body.orderId).toBe(third)
  await buyer.post(`/api/order/${third}/cancel`, {})
  const until = await expectPaused(buyer, 28)
  shop.wait(-18)
  expect(await expectPaused(await elsewhere(shop, buyer), 46)).toBe(until)
  expect(await stockOf(shop, id)).toEqual({ onHand: 120, available: 90 })
  shop.wait(47)
  await buyer.post('/api/users/verifyuser', { email: buyer.email, password: buyer.password })
  expect((await pay(buyer)).status).toBe(200)
  shop.wait(-47)
})

test('an account that waits is not forgotten when the books of its cart are closed; a late payment forgives what was before it', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ stock: 9 }])
  const [productId = 0] = buyer.products
  const left: string[] = []
  const context = { actor: 'operator', correlation: 'test' } as const
  for (const minutes of [14, 7, 0]) {
    shop.wait(-minutes)
    const { orderId, id } = await placed(buyer)
    shop.wait(minutes)
    const now = new Date(Date.now() + 3_600_000)
    await endOrderNow(shop.services, context, orderId, { type: 'ExpireOrder', now })
    left.push(id)
  }
  await expectPaused(buyer, 46)
  for (let nth = 0; nth < 50; nth++) {
    const line = { type: 'ChangeItemQuantity', userId: buyer.id, productId, quantity: 1 + (nth % 2) } as const
    await changeCart(shop.core.store, context, line)
  }
  await shop.core.positions.waitFor(['carts'], await shop.core.store.head())
  expect(await eventTypes(shop, `cart-${buyer.id}`)).toContain('CartCarriedForward')
  await expectPaused(buyer, 46)
  const paymentId = await shop.control.makePayment(left[1] ?? '', 'approved')
  await shop.jobs['learn-payment']({ paymentId })
  await addToCart(buyer, productId)
  expect((await pay(buyer)).status).toBe(200)
})

test("what a late job leaves behind is no stock that 'Pagar' misses; an order that was paid unheard keeps its units", async ({
  shop,
}) => {
  const [paying, leaving] = [await buyerWith(shop, [{ stock: 2, quantity: 2 }]), await buyerWith(shop, [{ stock: 1 }])]
  const [kept = 0, free = 0] = [...paying.products, ...leaving.products]
  const rival = await signedIn(shop)
  for (const id of [kept, free]) await addToCart(rival, id)
  const [paid, left] = [await placed(paying), await placed(leaving)]
  shop.control.mute()
  await shop.control.makePayment(paid.id, 'approved')
  shop.control.reset()
  shop.wait(16)
  const { body } = await pay(rival)
  expect(body.differences).toMatchObject([{ id: kept, type: 'stock', available: 0 }])
  await rival.post('/api/cart/correct', { userId: rival.id })
  expect((await pay(rival)).status).toBe(200)
  shop.wait(-16)
  expect(await eventTypes(shop, `order-${paid.orderId}`)).toEqual(['OrderPlaced', 'OrderPaid'])
  expect(await eventTypes(shop, `order-${left.orderId}`)).toEqual(['OrderPlaced', 'OrderExpired'])
})

test('[ENV-05] with HOLD_MINUTES=1 a hold ends after one minute', { timeout: 90_000 }, async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openPurchaseShop(databaseUrl, { env: { HOLD_MINUTES: '1' } })
  try {
    await expectToExpire(shop, await placedBefore(shop, 1 - margin), 1)
  } finally {
    await shop.stop()
    await drop()
  }
})

// Rates of a shop under test are a thousand times the usual ones, and so are the units of an address.
const few = { NEWCOMER_MAX_UNITS: '700', NEWCOMER_MAX_PRODUCTS: '1', NEWCOMER_ADDRESS_UNITS: '1', MAX_UNITS: '700' }

test('what accounts that never paid hold from one network is limited, and the refusal says until when; who wants too much is told how much', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openPurchaseShop(databaseUrl, { env: { TRUST_PROXY: '1', ...few } })
  const pressed = async (address: string, units: number) => {
    const buyer = await buyerWith(shop, [{ stock: 1000, quantity: units, price: 1 }])
    const body = { quantity: '1', price: units, description: 'Tu compra en GamerTech' }
    const press = () => buyer.post('/api/payment/create_preference', body, { 'x-forwarded-for': address })
    return { buyer, press, answer: await press() }
  }
  try {
    const first = await pressed('2001:db8:1:1::a', 600)
    expect((await pressed('2001:db8:1:1:ffff::b', 400)).answer.status).toBe(200)
    const refused = await pressed('2001:db8:1:1::c', 1)
    expectProblem(refused.answer, 429, 'too_many_held')
    const { retryAfter, detail, until } = refused.answer.body
    expect(refused.answer.headers.get('retry-after')).toBe(`${retryAfter}`)
    expect(Math.abs(retryAfter - 15 * 60)).toBeLessThan(60)
    expect(Math.abs(Date.parse(until) - shop.core.now().getTime() - 15 * 60_000)).toBeLessThan(60_000)
    expect(detail).toMatch(/ Podés volver a pagar en 1[45] minutos\.$/)
    expect((await pressed('2001:db8:1:2::c', 1)).answer.status).toBe(200)
    await first.buyer.post(`/api/order/${first.answer.body.orderId}/cancel`, {})
    expect((await refused.press()).status).toBe(200)
    const tooMuch = await pay(await buyerWith(shop, [{ price: 1 }, { price: 1 }]), 2)
    expectProblem(tooMuch, 409, 'first_purchase_limit')
    expect(tooMuch.body.detail).toMatch(/^En tu primera compra entran hasta 700 unidades de 1 productos\./)
  } finally {
    await shop.stop()
    await drop()
  }
})
