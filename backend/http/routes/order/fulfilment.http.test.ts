// A paid order on its way: each step with its actor, its line in the history and its mail.
import { expect } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { buyerWith, placed, test, untilState } from '#backend/testing/purchase-fixture.ts'

const shipment = { carrier: 'Correo Argentino', tracking: 'CA-77 001' }
const steps = [
  { path: 'prepare', body: {}, state: 'prepared', type: 'OrderPrepared', subject: /está preparada$/ },
  { path: 'ship', body: shipment, state: 'shipped', type: 'OrderShipped', subject: /está en camino$/ },
  { path: 'deliver', body: {}, state: 'delivered', type: 'OrderDelivered', subject: /fue entregada$/ },
]

test('[LIFE-01] a paid order is prepared, shipped and delivered in this order, each an event of its admin, a line in the history and one mail', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const { orderId, id } = await placed(buyer)
  const take = ({ path, body }: (typeof steps)[number]) => shop.admin.post(`/api/order/${orderId}/${path}`, body)
  for (const step of steps) expectProblem(await take(step), 409, 'order_not_ready')
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const before = await shop.core.store.head()
  for (const [at, step] of steps.entries()) {
    for (const later of steps.slice(at + 1)) expectProblem(await take(later), 409, 'order_not_ready')
    expect((await take(step)).body.state).toBe(step.state)
    // Sent twice, as by an impatient admin.
    expect((await take(step)).body.state).toBe(step.state)
    for (const earlier of steps.slice(0, at)) expectProblem(await take(earlier), 409, 'order_not_ready')
  }
  const events = (await eventsAfter(shop, before)).filter(
    ({ stream_id, type }) => stream_id && type.startsWith('Order'),
  )
  expect(events.map(({ type, meta }) => [type, meta.actor])).toEqual(
    steps.map(({ type }) => [type, `user:${shop.admin.id}`]),
  )
  const { body: shown } = await buyer.get(`/api/order/${orderId}`)
  expect(shown.timeline).toMatchObject([
    { state: 'placed' },
    { state: 'paid' },
    { state: 'prepared' },
    { state: 'shipped', ...shipment },
    { state: 'delivered' },
  ])
  const subjects = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email))
      .map(({ subject }) => subject)
      .filter((text) => text.startsWith('Tu orden'))
  await expect.poll(subjects, { timeout: 10_000 }).toHaveLength(3)
  for (const { subject } of steps) expect((await subjects()).filter((text) => subject.test(text))).toHaveLength(1)
  const [shippedMail] = (await mailsTo(shop.mailboxUrl, buyer.email)).filter(({ subject }) => /camino/.test(subject))
  expect(shippedMail?.text_body).toContain('Correo Argentino, con el número de seguimiento CA-77 001')
})

test('a parcel needs a carrier and a tracking number, and only admins move an order', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId } = await placed(buyer)
  expectBadInput(await shop.admin.post(`/api/order/${orderId}/ship`, { carrier: ' ' }), ['carrier', 'tracking'])
  for (const { path, body } of steps) {
    expectProblem(await buyer.post(`/api/order/${orderId}/${path}`, body), 403, 'forbidden')
    expectProblem(await shop.admin.post(`/api/order/999999/${path}`, body), 404, 'not_found')
  }
})
