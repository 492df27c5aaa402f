// A paid order on its way: each step with its actor, its line in the history and its mail.
import { expect } from 'vitest'
import { guaranteeText } from '#backend/domain/order/guarantee.limits.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { placedForShipping } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { buyerWith, type PurchaseShop, placed, test, untilState } from '#backend/testing/purchase-fixture.ts'

const shipment = { carrier: 'Correo Argentino', tracking: 'CA-77 001' }
const ways = {
  shipping: [
    { path: 'prepare', body: {}, state: 'prepared', type: 'OrderPrepared', subject: /está preparada$/ },
    { path: 'ship', body: shipment, state: 'shipped', type: 'OrderShipped', subject: /está en camino$/ },
    { path: 'deliver', body: {}, state: 'delivered', type: 'OrderDelivered', subject: /fue entregada$/ },
  ],
  pickup: [
    { path: 'prepare', body: {}, state: 'prepared', type: 'OrderPrepared', subject: /está en preparación$/ },
    { path: 'ready', body: {}, state: 'ready_for_pickup', type: 'OrderReadyForPickup', subject: /lista para retirar$/ },
    { path: 'handover', body: {}, state: 'picked_up', type: 'OrderPickedUp', subject: /fue retirada$/ },
  ],
}
type Way = keyof typeof ways

async function walk(shop: PurchaseShop, way: Way) {
  const steps = ways[way]
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const { orderId, id } = way === 'pickup' ? await placed(buyer) : await placedForShipping(shop.admin, buyer)
  const take = ({ path, body }: { path: string; body: object }) =>
    shop.admin.post(`/api/order/${orderId}/${path}`, body)
  for (const step of steps) expectProblem(await take(step), 409, 'order_not_ready')
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const before = await shop.core.store.head()
  for (const [at, step] of steps.entries()) {
    for (const later of steps.slice(at + 1)) expectProblem(await take(later), 409, 'order_not_ready')
    for (const other of ways[way === 'pickup' ? 'shipping' : 'pickup'].slice(1))
      expectProblem(await take(other), 409, 'other_delivery')
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
  const mails = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).filter(({ subject }) => subject.startsWith('Tu orden'))
  await expect.poll(mails).toHaveLength(3)
  for (const { subject } of steps) expect((await mails()).filter((mail) => subject.test(mail.subject))).toHaveLength(1)
  const story = (await shop.admin.get(`/api/panel/audit/entity?of=order-${orderId}`)).body
  return { shown: (await buyer.get(`/api/order/${orderId}`)).body, mails: await mails(), story: JSON.stringify(story) }
}

test('[LIFE-01] a paid order is prepared, shipped and delivered in this order, each an event of its admin, a line in the history and one mail', async ({
  shop,
}) => {
  const { shown, mails } = await walk(shop, 'shipping')
  expect(shown.timeline).toMatchObject([
    { state: 'placed' },
    { state: 'paid' },
    { state: 'prepared' },
    { state: 'shipped', ...shipment },
    { state: 'delivered' },
  ])
  const [shippedMail] = mails.filter(({ subject }) => /camino/.test(subject))
  expect(shippedMail?.text_body).toContain('Correo Argentino, con el número de seguimiento CA-77 001')
})

test('one that is picked up is prepared, made ready and handed over instead: it is never a parcel, nor a parcel ready in the shop', async ({
  shop,
}) => {
  const { shown, mails, story } = await walk(shop, 'pickup')
  expect(shown.timeline.slice(1)).toMatchObject([
    { state: 'paid' },
    { state: 'prepared' },
    { state: 'ready_for_pickup' },
    { state: 'picked_up' },
  ])
  const [ready] = mails.filter(({ subject }) => /retirar/.test(subject))
  expect(ready?.text_body).toContain('Ya podés retirar los productos')
  expect(story).toContain(`La orden Nº ${shown.id} está lista para retirar en el local.`)
  expect(story).toContain(`La orden Nº ${shown.id} fue retirada en el local.`)
})

test('what was said of a parcel is corrected while it is on its way: once in the history, and its buyer gets another mail', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = await placedForShipping(shop.admin, buyer)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const ship = (body: object) => shop.admin.post(`/api/order/${orderId}/ship`, body)
  const corrected = { ...shipment, tracking: 'CA-78 002' }
  await shop.admin.post(`/api/order/${orderId}/prepare`, {})
  await ship(shipment)
  const numbers = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).flatMap(({ text_body }) => /CA-\d+ \d+/.exec(text_body)?.[0] ?? [])
  await expect.poll(numbers).toEqual(['CA-77 001'])
  expectProblem(await ship(corrected), 409, 'order_not_ready')
  for (const _ of [1, 2]) expect((await ship({ ...corrected, corrects: true })).body.state).toBe('shipped')
  const { timeline } = (await buyer.get(`/api/order/${orderId}`)).body
  expect(timeline.slice(3)).toMatchObject([shipment, corrected])
  await expect.poll(async () => (await numbers()).sort()).toEqual(['CA-77 001', 'CA-78 002'])
})

test('a parcel needs a carrier and a tracking number, and only admins move an order', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId } = await placed(buyer)
  expectBadInput(await shop.admin.post(`/api/order/${orderId}/ship`, { carrier: ' ' }), ['carrier', 'tracking'])
  for (const { path, body } of [...ways.shipping, ...ways.pickup]) {
    expectProblem(await buyer.post(`/api/order/${orderId}/${path}`, body), 403, 'forbidden')
    expectProblem(await shop.admin.post(`/api/order/999999/${path}`, body), 404, 'not_found')
  }
})

test('an order keeps the guarantee that its product had, and the mail about the delivery says when it ends', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ guaranteeMonths: 24, guaranteeBy: 'Kyntra' }, {}])
  const { orderId, id } = await placed(buyer)
  const [first = 0] = buyer.products
  const kept = (await shop.admin.get(`/api/product/${first}`)).body
  const { name, category, description, imageUrl, price, stock, isActive } = kept
  const changed = {
    id: first,
    name,
    category,
    description,
    imageUrl,
    price,
    stock,
    isActive,
    guaranteeMonths: 1,
    guaranteeBy: 'Otro',
  }
  expect((await shop.admin.post('/api/product/modifyproduct', changed)).status).toBe(200)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  for (const { path } of ways.pickup) await shop.admin.post(`/api/order/${orderId}/${path}`, {})
  const { lines, timeline } = await untilState(buyer, orderId, 'picked_up')
  expect(lines).toMatchObject([
    { guaranteeMonths: 24, guaranteeBy: 'Kyntra' },
    { guaranteeMonths: null, guaranteeBy: null },
  ])
  const mail = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).find(({ subject }) => subject.endsWith('fue retirada'))
  await expect.poll(mail).toBeDefined()
  const start = new Date(timeline.at(-1).at)
  expect((await mail())?.text_body).toContain(guaranteeText(lines[0], '', start))
  expect((await mail())?.text_body).toMatch(/Garantía legal de 6 meses, hasta el \d\d\/\d\d\/\d{4}, responde \S/)
})
