// What the dossiers show beside the lists: payments in the provider's own words, and what an account has open.
import { expect } from 'vitest'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import { buyerWith, placed, test } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'

test('the payments of an order are told in the provider’s words with their payer masked, and not told when it is away', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ price: 12.5 }])
  const { orderId, id } = await placed(buyer)
  const path = `/api/panel/orders/${orderId}/payments`
  await expect.poll(async () => (await shop.admin.get(path)).body).toEqual({ payments: [] })
  const paymentId = new URL(await shop.control.choose(id, 'approved')).searchParams.get('payment_id')
  const { status, body } = await shop.admin.get(path)
  expect([status, body.payments.length]).toEqual([200, 1])
  expect(body.payments[0]).toMatchObject({
    id: Number(paymentId),
    status: 'approved',
    transaction_amount: 12.5,
    payer: { id: '1•••', email: 'c•••' },
  })
  const support = await signedIn(shop, { role: 'support' })
  expect((await support.get(path)).status).toBe(200)
  expectProblem(await (await signedIn(shop, { role: 'editor' })).get(path), 403, 'forbidden')
  expectProblem(await shop.admin.get('/api/panel/orders/999999/payments'), 404, 'not_found')
  shop.control.spoil('search_payments', 'error_500', 9)
  expectProblem(await shop.admin.get(path), 503, 'payment_unavailable')
  shop.control.reset()
})

test('an account is told with its open sessions and the order that waits for its payment', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ price: 12.5, quantity: 2 }])
  const path = `/api/panel/users/${buyer.id}`
  expect((await shop.admin.get(path)).body).toMatchObject({ user: { id: buyer.id }, sessions: 1, openOrder: null })
  const again = shop.client()
  await again.post('/api/users/verifyuser', { email: buyer.email, password: buyer.password })
  const { orderId } = await placed(buyer)
  const opened = { sessions: 2, openOrder: { id: orderId, total: 25 } }
  await expect.poll(async () => (await shop.admin.get(path)).body).toMatchObject(opened)
  await again.post('/api/session/end', {})
  expect((await shop.admin.get(path)).body).toMatchObject({ sessions: 1 })
})
