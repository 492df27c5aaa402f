// Parts of an order's money on their way back: what the provider, the books and the history say after each.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { placedForShipping } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  buyerWith,
  eventTypes,
  type PurchaseShop,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

// A job says so when the provider fails as ordered.
allowErrors(/ordered fault/)

/** A paid order of three lines: 2 × 100, 1 × 50.50 and 3 × 10; 280.50 in all, and 450.50 more if it is shipped. */
async function paidOrder(shop: PurchaseShop, { isShipped = false } = {}) {
  const lines = [
    { price: 100, quantity: 2 },
    { price: 50.5, quantity: 1 },
    { price: 10, quantity: 3 },
  ]
  const buyer = await buyerWith(shop, lines)
  const { orderId, id } = isShipped ? await placedForShipping(shop.admin, buyer) : await placed(buyer)
  const back = await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const paymentId = new URL(back).searchParams.get('payment_id') ?? ''
  const [first = 0, second = 0, third = 0] = buyer.products
  return { buyer, orderId, paymentId, first, second, third }
}

/** What the provider has given back of a payment. */
async function atProvider(shop: PurchaseShop, paymentId: string) {
  const found = await shop.services.wallet.getPayment(paymentId)
  return { status: found?.status, refunded: found?.refundedCents }
}

/** Tells what came in and what went back from now on, in minor units, as the panel's first page shows it. */
async function booksFrom(shop: PurchaseShop) {
  const read = async (of: 'income' | 'refunded') => {
    const { days } = (await shop.admin.get('/api/panel/overview/sales')).body
    return days.reduce((sum: number, day: Record<typeof of, number>) => sum + Math.round(day[of] * 100), 0)
  }
  const before = [await read('income'), await read('refunded')] as const
  return async () => ({ income: (await read('income')) - before[0], refunded: (await read('refunded')) - before[1] })
}

async function refundMails(shop: PurchaseShop, email: string): Promise<string[]> {
  const subjects = (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  return subjects.filter((text) => text.startsWith('Te devolvimos'))
}

test('[LIFE-02] one line of three goes back, then the rest and the shipping: provider, books, history and stock agree, no unit goes back twice, and no more than was paid', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId, first, second, third } = await paidOrder(shop, { isShipped: true })
  const path = `/api/order/${orderId}/refund`
  const steps = async () => (await buyer.get(`/api/order/${orderId}`)).body.timeline.slice(2)
  const books = await booksFrom(shop)
  const line = { lines: [{ id: first, quantity: 2 }], restock: false }
  const asked = await shop.admin.post(path, line)
  expect(asked.body.refunds).toMatchObject([{ amount: 200, lines: line.lines, restocked: false }])
  await expect.poll(steps).toMatchObject([{ state: 'partially_refunded', amount: 200 }])
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 20_000 })
  await expect.poll(books).toEqual({ income: 0, refunded: 20_000 })
  expect(await stockOf(shop, first)).toEqual({ onHand: 3, available: 3 })
  // Its units are back already, though there is money left for them.
  expectProblem(await shop.admin.post(path, line), 409, 'refund_too_large')
  const tooMuch = await shop.admin.post(path, { amount: 531.01 })
  expectProblem(tooMuch, 409, 'refund_too_large')
  expect(tooMuch.body.left).toBe(531)
  expect((await shop.admin.post(`/api/order/${orderId}/prepare`, {})).body.state).toBe('prepared')
  const rest = [second, third].map((id, index) => ({ id, quantity: index === 0 ? 1 : 3 }))
  await shop.admin.post(path, { lines: rest, restock: true })
  await untilState(buyer, orderId, 'refunded')
  expect(await steps()).toMatchObject([
    { state: 'partially_refunded', amount: 200 },
    { state: 'prepared' },
    { state: 'partially_refunded', amount: 531 },
    { state: 'refunded' },
  ])
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'refunded', refunded: 73_100 })
  await expect.poll(books).toEqual({ income: 0, refunded: 73_100 })
  const stock = await Promise.all([first, second, third].map((id) => stockOf(shop, id)))
  expect(stock).toEqual([3, 5, 5].map((units) => ({ onHand: units, available: units })))
  expectProblem(await shop.admin.post(path, { amount: 0.01 }), 409, 'order_not_open')
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual([
    ...['PreferenceCreated', 'PaymentApproved'],
    ...['RefundRequested', 'PaymentRefunded', 'RefundRequested', 'PaymentRefunded'],
  ])
  await expect.poll(() => refundMails(shop, buyer.email)).toHaveLength(2)
})

test('a part is made once though its request and its job are repeated and the provider’s answer is lost', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId } = await paidOrder(shop)
  shop.control.spoil('refund', 'lost_answer', 2)
  const path = `/api/order/${orderId}/refund`
  const key = { 'idempotency-key': randomUUID() }
  for (let tries = 1; tries <= 2; tries++)
    expect((await shop.admin.post(path, { amount: 10.5 }, key)).body.refunds).toHaveLength(1)
  expectProblem(await shop.admin.post(path, { amount: 1 }, key), 422, 'key_reused')
  const part = { orderId, paymentId, refund: 1 }
  await expect.poll(() => eventTypes(shop, `payment-${orderId}`)).toContain('PaymentRefunded')
  await shop.jobs['refund-payment'](part)
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 1050 })
  expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('paid')
})

/** What a merchant does in the provider's own panel. */
async function refundThere(shop: PurchaseShop, paymentId: string, amount: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${walletCredentials.accessToken}`,
    'content-type': 'application/json',
    'x-idempotency-key': randomUUID(),
  }
  const url = `${shop.fakeWalletUrl}/v1/payments/${paymentId}/refunds`
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ amount }) })
  expect(answer.status).toBe(201)
}

test("a part given back in the provider's own panel is found by its notice, and counts in what is left", async ({
  shop,
}) => {
  const { orderId, paymentId, first } = await paidOrder(shop)
  const path = `/api/order/${orderId}/refund`
  const types = () => eventTypes(shop, `payment-${orderId}`)
  const before = await stockOf(shop, first)
  await refundThere(shop, paymentId, 100)
  await expect.poll(types).toContain('RefundFound')
  const tooMuch = await shop.admin.post(path, { amount: 180.51 })
  expectProblem(tooMuch, 409, 'refund_too_large')
  expect(tooMuch.body.left).toBe(180.5)
  expect((await shop.admin.post(path, { amount: 30.5 })).status).toBe(200)
  await expect.poll(types).toContain('PaymentRefunded')
  expect(await types()).toHaveLength(5)
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 13_050 })
  expect(await stockOf(shop, first)).toEqual(before)
})

test('one whose notice was lost is found within the hour: books, history and mail agree; the last one refunds the order', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId, first } = await paidOrder(shop)
  const before = await stockOf(shop, first)
  shop.control.mute()
  await refundThere(shop, paymentId, 50)
  const { rows } = await shop.core.pool.query("select cron from job.schedule where name = 'reconcile-refunds'")
  expect(rows).toEqual([{ cron: '17 * * * *' }])
  for (let times = 1; times <= 2; times++) await shop.jobs['reconcile-refunds']({})
  shop.control.reset()
  const shown = async () => (await buyer.get(`/api/order/${orderId}`)).body
  const part = { refund: 1, amount: 50, lines: [], restocked: false, state: 'done' }
  await expect.poll(async () => (await shown()).refunds).toEqual([part])
  expect((await shown()).timeline.slice(2)).toMatchObject([{ state: 'partially_refunded', amount: 50 }])

  await refundThere(shop, paymentId, 230.5)
  await untilState(buyer, orderId, 'refunded')
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual([
    ...['PreferenceCreated', 'PaymentApproved', 'RefundFound', 'PaymentRefunded'],
  ])
  expect(await stockOf(shop, first)).toEqual(before)
  await expect.poll(() => refundMails(shop, buyer.email)).toHaveLength(2)
})

/** The last part of an order's money as the panel shows it. */
async function lastPart(shop: PurchaseShop, orderId: number) {
  return (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.refunds.at(-1)
}

/** What the panel's first page says of orders whose money does not go back. */
async function inTrouble(shop: PurchaseShop): Promise<number[]> {
  return (await shop.admin.get('/api/panel/overview/sales')).body.refundTrouble.orders
}

test('a part that the provider refuses is said to be, counts no more, and goes back once when it is asked for again', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId, first } = await paidOrder(shop)
  const path = `/api/order/${orderId}/refund`
  const types = () => eventTypes(shop, `payment-${orderId}`)
  shop.control.spoil('refund', 'refused')
  await shop.admin.post(path, { lines: [{ id: first, quantity: 1 }], restock: true })
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ state: 'refused' })
  expect(await inTrouble(shop)).toEqual([orderId])
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 0 })
  expect(await stockOf(shop, first)).toEqual({ onHand: 4, available: 4 })
  const job = { orderId, paymentId, refund: 1 }
  await shop.jobs['refund-payment'](job)
  expect((await types()).slice(2)).toEqual(['RefundRequested', 'RefundRefused'])

  // What was refused is left: another amount may take it, and then it cannot be had a second time.
  expect((await shop.admin.post(path, { amount: 200 })).status).toBe(200)
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ refund: 2, state: 'done' })
  const tooMuch = await shop.admin.post(`${path}/retry`, { refund: 1 })
  expectProblem(tooMuch, 409, 'refund_too_large')
  expect(tooMuch.body.left).toBe(80.5)

  const other = await paidOrder(shop)
  const again = `/api/order/${other.orderId}/refund`
  shop.control.spoil('refund', 'refused')
  await shop.admin.post(again, { amount: 100 })
  await expect.poll(() => lastPart(shop, other.orderId)).toMatchObject({ state: 'refused' })
  expectProblem(await other.buyer.post(`${again}/retry`, { refund: 1 }), 403, 'forbidden')
  expectProblem(await shop.admin.post(`${again}/retry`, { refund: 9 }), 404, 'not_found')
  for (let times = 1; times <= 2; times++)
    expect((await shop.admin.post(`${again}/retry`, { refund: 1 })).status).toBe(200)
  await expect.poll(() => lastPart(shop, other.orderId)).toMatchObject({ state: 'done' })
  expect(await atProvider(shop, other.paymentId)).toEqual({ status: 'approved', refunded: 10_000 })
  expect(await inTrouble(shop)).toEqual([orderId])
  expect(await refundMails(shop, buyer.email)).toHaveLength(1)
})

test('a part that the provider refuses is settled by a note, once: it leaves the first page, is asked for no more, and is not left to be paid again', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId } = await paidOrder(shop)
  const path = `/api/order/${orderId}/refund`
  const types = async () => (await eventTypes(shop, `payment-${orderId}`)).slice(2)
  const settle = (body: object, by = shop.admin) => by.post(`${path}/dismiss`, { note: 'Por banco.', ...body })
  shop.control.spoil('refund', 'refused')
  await shop.admin.post(path, { amount: 200 })
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ state: 'refused' })
  expect(await inTrouble(shop)).toContain(orderId)
  expectProblem(await settle({ refund: 1 }, buyer), 403, 'forbidden')
  expectProblem(await settle({ refund: 2 }), 404, 'not_found')
  expectBadInput(await settle({ refund: 1, note: ' x ' }), ['note'])
  for (const both of [{}, { refund: 1, paymentId }]) expectBadInput(await settle(both), ['refund'])
  for (let times = 1; times <= 2; times++)
    expect((await settle({ refund: 1 })).body.refunds).toMatchObject([{ amount: 200, state: 'dismissed' }])
  expect(await inTrouble(shop)).not.toContain(orderId)
  expectProblem(await shop.admin.post(`${path}/retry`, { refund: 1 }), 409, 'payment_not_acceptable')
  await shop.jobs['refund-payment']({ orderId, paymentId, refund: 1 })
  const tooMuch = await shop.admin.post(path, { amount: 80.51 })
  expectProblem(tooMuch, 409, 'refund_too_large')
  expect(tooMuch.body.left).toBe(80.5)
  expect((await shop.admin.post(path, { amount: 80.5 })).status).toBe(200)
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ refund: 2, state: 'done' })
  expectProblem(await settle({ refund: 2 }), 409, 'payment_not_acceptable')
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 8050 })
  expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('paid')
  expect(await types()).toEqual([
    ...['RefundRequested', 'RefundRefused', 'RefundDismissed'],
    ...['RefundRequested', 'PaymentRefunded'],
  ])
  const story = JSON.stringify((await shop.admin.get(`/api/panel/audit/entity?of=payment-${orderId}`)).body)
  expect(story).toContain('se resolvió de otra manera')
})

test('a part whose answer is missing is said to be, stays on its way, and is made once whoever asks for it again', async ({
  shop,
}) => {
  const { orderId, paymentId } = await paidOrder(shop)
  const path = `/api/order/${orderId}/refund`
  shop.control.spoil('refund', 'lost_answer', 4)
  await shop.admin.post(path, { amount: 100 })
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ state: 'unanswered' })
  expect(await inTrouble(shop)).toContain(orderId)
  expectProblem(await shop.admin.post(path, { amount: 180.51 }), 409, 'refund_too_large')
  expect((await shop.admin.post(`${path}/retry`, { refund: 1 })).status).toBe(200)
  await expect.poll(() => lastPart(shop, orderId)).toMatchObject({ state: 'done' })
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 10_000 })
  const types = await eventTypes(shop, `payment-${orderId}`)
  expect(types.filter((type) => type === 'PaymentRefunded')).toHaveLength(1)
  expect(await inTrouble(shop)).not.toContain(orderId)
})

test('what is not paid cannot be given back, and a refund says of what', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId } = await placed(buyer)
  const path = `/api/order/${orderId}/refund`
  expectProblem(await shop.admin.post(path, { amount: 1 }), 409, 'order_not_open')
  expectProblem(await buyer.post(path, { amount: 1 }), 403, 'forbidden')
  expectBadInput(await shop.admin.post(path, {}), ['amount'])
  expectBadInput(await shop.admin.post(path, { amount: 0.001 }), ['amount'])
  expectBadInput(await shop.admin.post(path, { amount: 1, lines: [{ id: 1, quantity: 1 }] }), ['amount'])
})
