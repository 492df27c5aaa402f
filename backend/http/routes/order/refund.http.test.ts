// Parts of an order's money on their way back: what the provider, the books and the history say after each.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
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

/** A paid order of three lines: 2 × 100, 1 × 50.50 and 3 × 10; 280.50 in all. */
async function paidOrder(shop: PurchaseShop) {
  const lines = [
    { price: 100, quantity: 2 },
    { price: 50.5, quantity: 1 },
    { price: 10, quantity: 3 },
  ]
  const buyer = await buyerWith(shop, lines)
  const { orderId, id } = await placed(buyer)
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

async function refundMails(shop: PurchaseShop, email: string): Promise<string[]> {
  const subjects = (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  return subjects.filter((text) => text.startsWith('Te devolvimos'))
}

test('[LIFE-02] one line of three goes back, then the rest: provider, books and history agree, and no more than was paid', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId, first, second, third } = await paidOrder(shop)
  const path = `/api/order/${orderId}/refund`
  const steps = async () => (await buyer.get(`/api/order/${orderId}`)).body.timeline.slice(2)
  const line = { lines: [{ id: first, quantity: 2 }], restock: true }
  const asked = await shop.admin.post(path, line)
  expect(asked.body.refunds).toMatchObject([{ amount: 200, lines: line.lines, restocked: true }])
  await expect.poll(steps, { timeout: 10_000 }).toMatchObject([{ state: 'partially_refunded', amount: 200 }])
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 20_000 })
  expect(await stockOf(shop, first)).toEqual({ onHand: 5, available: 5 })

  // One unit twice, and more than is left.
  expectProblem(await shop.admin.post(path, line), 409, 'refund_too_large')
  const tooMuch = await shop.admin.post(path, { amount: 80.51 })
  expectProblem(tooMuch, 409, 'refund_too_large')
  expect(tooMuch.body.left).toBe(80.5)
  expect((await shop.admin.post(`/api/order/${orderId}/prepare`, {})).body.state).toBe('prepared')

  const rest = [second, third].map((id, index) => ({ id, quantity: index === 0 ? 1 : 3 }))
  await shop.admin.post(path, { lines: rest, restock: false })
  await untilState(buyer, orderId, 'refunded')
  expect(await steps()).toMatchObject([
    { state: 'partially_refunded', amount: 200 },
    { state: 'prepared' },
    { state: 'partially_refunded', amount: 80.5 },
    { state: 'refunded' },
  ])
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'refunded', refunded: 28_050 })
  expect(await stockOf(shop, second)).toEqual({ onHand: 4, available: 4 })
  expectProblem(await shop.admin.post(path, { amount: 0.01 }), 409, 'order_not_open')
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual([
    ...['PreferenceCreated', 'PaymentApproved'],
    ...['PartialRefundRequested', 'PaymentPartiallyRefunded', 'PartialRefundRequested', 'PaymentPartiallyRefunded'],
  ])
  await expect.poll(() => refundMails(shop, buyer.email), { timeout: 10_000 }).toHaveLength(2)
})

test('a part is made once though its request and its job are repeated and the provider’s answer is lost', async ({
  shop,
}) => {
  const { buyer, orderId, paymentId } = await paidOrder(shop)
  await shop.control.spoil('refund', 'lost_answer', 2)
  const path = `/api/order/${orderId}/refund`
  const key = { 'idempotency-key': randomUUID() }
  for (let tries = 1; tries <= 2; tries++)
    expect((await shop.admin.post(path, { amount: 10.5 }, key)).body.refunds).toHaveLength(1)
  expectProblem(await shop.admin.post(path, { amount: 1 }, key), 422, 'key_reused')
  const part = { orderId, paymentId, refund: 1 }
  await expect
    .poll(() => eventTypes(shop, `payment-${orderId}`), { timeout: 20_000 })
    .toContain('PaymentPartiallyRefunded')
  await shop.jobs['refund-part'](part)
  expect(await atProvider(shop, paymentId)).toEqual({ status: 'approved', refunded: 1050 })
  expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('paid')
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
