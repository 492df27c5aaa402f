// Orders named by number and e-mail, without a session: how they stand, and taking a purchase back.
import { expect, onTestFinished } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { handOverIn, placedForShipping, stepsBy } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { buyerWith, type PurchaseShop, placed, test, untilState } from '#backend/testing/purchase-fixture.ts'
import { makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'

/** In minutes. */
const [hour, tenDays, laterDelivery] = [60, 10 * 24 * 60, 5 * 24 * 60]

/** An order that its buyer has, by either way, five days after everything else happened to it. */
async function handedOver(shop: PurchaseShop, way: keyof typeof stepsBy) {
  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = way === 'pickup' ? await placed(buyer) : await placedForShipping(shop.admin, buyer)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  for (const [step, body] of Object.entries(stepsBy[way]).slice(0, -1)) {
    const { status } = await shop.admin.post(`/api/order/${orderId}/${step}`, body)
    if (status !== 200) throw new Error(`${step} answered ${status}`)
  }
  await handOverIn(laterDelivery, shop, orderId, way)
  return { buyer, orderId }
}

test('[LIFE-03 partial] a purchase is taken back once by number and e-mail: an event, a code by mail, and the panel shows it; not after ten days from its delivery', async ({
  shop,
}) => {
  const { buyer, orderId } = await handedOver(shop, 'shipping')
  const [late, lateAtShop] = [await handedOver(shop, 'shipping'), await handedOver(shop, 'pickup')]
  const visitor = shop.client()
  const ask = (id: number, email: string) => visitor.post('/api/order/withdrawal', { orderId: id, email })
  const before = await shop.core.store.head()
  expect((await ask(orderId, buyer.email.toUpperCase())).status).toBe(202)
  expect((await ask(orderId, buyer.email)).status).toBe(202)
  const asked = (await eventsAfter(shop, before)).filter(({ type }) => type === 'WithdrawalRequested')
  expect(asked.map(({ data, meta }) => [data.orderId, meta.actor])).toEqual([[orderId, 'visitor']])
  const code = String(asked[0]?.data.code)
  const texts = async () => (await mailsTo(shop.mailboxUrl, buyer.email)).map(({ text_body }) => text_body).join()
  await expect.poll(texts).toContain(code)
  const seen = async () => (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.withdrawalCode
  await expect.poll(seen).toBe(code)
  const { body: list } = await shop.admin.get('/api/panel/orders')
  expect(list.items.find(({ id }: { id: number }) => id === orderId).isWithdrawn).toBe(true)

  const askLater = async (minutes: number) => {
    shop.wait(minutes)
    const answers = [await ask(late.orderId, late.buyer.email), await ask(lateAtShop.orderId, lateAtShop.buyer.email)]
    shop.wait(-minutes)
    return answers
  }
  for (const answer of await askLater(laterDelivery + tenDays + hour)) expectProblem(answer, 409, 'withdrawal_too_late')
  for (const { status } of await askLater(laterDelivery + tenDays - hour)) expect(status).toBe(202)
  expectBadInput(await visitor.post('/api/order/withdrawal', { email: '' }), ['orderId', 'email'])
})

test('[LIFE-04] an order is looked up by number and e-mail: its state without personal data, the same answer for absent and wrong, and a limit', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl, { rateFactor: 1 })
  try {
    const buyer = await signedIn(shop, { name: 'Zoraida Quiroga' })
    const orderId = await placeOrderOf(shop, buyer, {
      id: await makeProduct(await signedIn(shop, { admin: true })),
      quantity: 1,
    })
    const visitor = shop.client()
    const look = (id: number, email: string) => visitor.post('/api/order/lookup', { orderId: id, email })
    const found = await look(orderId, ` ${buyer.email.toUpperCase()} `)
    expect(found.body).toEqual({
      id: orderId,
      state: 'placed',
      isPickup: true,
      placedAt: found.body.placedAt,
      timeline: [{ state: 'placed', at: found.body.placedAt }],
    })
    const [wrong, absent] = [await look(orderId, 'otra@gamertech.test'), await look(999_999, buyer.email)]
    expectProblem(wrong, 404, 'not_found')
    expect(wrong.body).toEqual(absent.body)
    // Asked for by others from sixty addresses, each of which may ask on.
    const other = 'tercera@gamertech.test'
    const spending = { name: 'order-mailbox', who: other, rate: { points: 60, seconds: 3600 } }
    while ((await shop.core.rateLimits.spend([spending])) === 0);
    expectProblem(await look(orderId, other.toUpperCase()), 429, 'too_many_requests')
    const statuses: number[] = []
    for (let times = 1; times <= 50; times++) statuses.push((await look(orderId, buyer.email)).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await shop.stop()
    await drop()
  }
})

test('nobody shuts a buyer out of look-up and withdrawal by asking for their e-mail, and the owner who is signed in is not counted', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl, { rateFactor: 1 })
  onTestFinished(async () => {
    await shop.stop()
    await drop()
  })
  const buyer = await signedIn(shop)
  const id = await makeProduct(await signedIn(shop, { admin: true }))
  const orderId = await placeOrderOf(shop, buyer, { id, quantity: 1 })
  const visitor = shop.client()
  const look = (wanted: number, by = visitor) => by.post('/api/order/lookup', { orderId: wanted, email: buyer.email })
  const own = { name: 'order-mailbox', who: buyer.email, rate: { points: 60, seconds: 3600 } }
  while ((await shop.core.rateLimits.spend([own])) === 0);
  expectProblem(await look(999_999), 429, 'too_many_requests')
  expect((await look(orderId)).status).toBe(200)
  while ((await look(orderId)).status === 200);
  const withdrawal = { orderId, email: buyer.email }
  expect((await visitor.post('/api/order/withdrawal', withdrawal)).status).not.toBe(429)
  for (let times = 1; times <= 25; times++) expect((await look(orderId, buyer)).status).toBe(200)
})
