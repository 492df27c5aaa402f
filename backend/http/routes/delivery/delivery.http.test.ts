// What shipping costs, who may change it, and what becomes of an order that is shipped.
import { describe, expect } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { address, priceShipping } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { type Buyer, buyerWith, type PurchaseShop, test, untilState } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'

const rosario = { from: 2000, to: 2099, price: 450.5, days: 4 }
const path = '/api/payment/create_preference'

/** Presses 'Pagar' for this total, with shipping to the address as the page shows it. */
function pay(buyer: Buyer, price: number, shown: { price: number; days: number } = rosario, to = address) {
  const shipping = { price: shown.price, days: shown.days, address: to }
  return buyer.post(path, { quantity: '1', price, description: 'Tu compra en GamerTech', shipping })
}

describe('what shipping costs', () => {
  test('is told to anybody by postal code, in either spelling; where no row is, there is only pick-up', async ({
    shop,
  }) => {
    await priceShipping(shop.admin, [rosario], 9000)
    const visitor = shop.client()
    const quote = { shipping: { price: 450.5, days: 4 }, freeFrom: 9000 }
    expect((await visitor.get('/api/delivery?postalCode=2000')).body).toEqual({ postalCode: '2000', ...quote })
    expect((await visitor.get('/api/delivery?postalCode=s2099abc')).body).toEqual({ postalCode: 'S2099ABC', ...quote })
    const none = { postalCode: '2100', shipping: null, freeFrom: null }
    expect((await visitor.get('/api/delivery?postalCode=2100')).body).toEqual(none)
    for (const bad of ['20', '20000', 'I2000ABC', 'x'.repeat(40), ''])
      expectBadInput(await visitor.get(`/api/delivery?postalCode=${bad}`), ['postalCode'])
    expectBadInput(await visitor.get('/api/delivery'), ['postalCode'])
  })

  test('is changed by admins alone, whole; a wrong row is named with its field, and nothing is written', async ({
    shop,
  }) => {
    const { revision } = await priceShipping(shop.admin, [rosario])
    const shopper = await signedIn(shop)
    const before = await shop.core.store.head()
    const change = (ranges: object[], freeFrom: unknown = null) =>
      shop.admin.post('/api/panel/delivery', { revision, ranges, freeFrom })
    const overlap = await change([rosario, { ...rosario, from: 2099, to: 2200, price: -1 }])
    expectBadInput(overlap, ['ranges.1.from', 'ranges.1.price'])
    expect(overlap.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Fila 2, Desde: se superpone con la fila 1 (2000 a 2099).',
      'Fila 2, Precio: escribí un precio que no sea negativo.',
    ])
    expectBadInput(await change([{ ...rosario, from: 99, to: 98 }]), ['ranges.0.from', 'ranges.0.to'])
    expectBadInput(await change([{ ...rosario, days: 'x' }]), ['ranges.0.days'])
    for (const freeFrom of [0, -5, 1.005, 'x']) expectBadInput(await change([rosario], freeFrom), ['freeFrom'])
    expectProblem(await shopper.get('/api/panel/delivery'), 403, 'forbidden')
    expectProblem(await shopper.post('/api/panel/delivery', { revision, ranges: [], freeFrom: null }), 403, 'forbidden')
    expect(await eventsAfter(shop, before)).toEqual([])
  })

  test('of two admins who change the same table the second is refused, and nothing of the first is lost', async ({
    shop,
  }) => {
    const { revision } = await priceShipping(shop.admin, [rosario])
    const other = await signedIn(shop, { admin: true })
    const mine = { revision, ranges: [{ ...rosario, price: 500 }], freeFrom: null }
    const answers = await Promise.all([
      shop.admin.post('/api/panel/delivery', mine),
      other.post('/api/panel/delivery', { ...mine, ranges: [] }),
    ])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    expectProblem(refused[0] ?? expect.fail(), 409, 'settings_changed')
    const kept = answers.find(({ status }) => status === 200)?.body
    expect((await other.get('/api/panel/delivery')).body).toEqual(kept)
    expect(kept).toMatchObject({ revision: revision + 1 })
  })
})

test('[DELV-03] a price of shipping that changed after the cart was shown is told and confirmed like that of a product', async ({
  shop,
}) => {
  await priceShipping(shop.admin, [rosario])
  const buyer = await buyerWith(shop, [{ price: 100, quantity: 2 }])
  await priceShipping(shop.admin, [{ ...rosario, price: 500, days: 6 }])
  const before = await shop.core.store.head()
  const stale = await pay(buyer, 650.5)
  expectProblem(stale, 409, 'stale_total')
  const told = { before: 450.5, now: 500, daysBefore: 4, daysNow: 6 }
  expect(stale.body).toMatchObject({
    total: 700,
    differences: [{ id: 0, name: 'Envío', type: 'shipping', ...told }],
    cart: { subtotal: 200 },
  })
  // The right total does not help where the page showed another price.
  expectProblem(await pay(buyer, 700), 409, 'stale_total')
  await priceShipping(shop.admin, [])
  const gone = await pay(buyer, 650.5)
  expectProblem(gone, 409, 'stale_total')
  expect(gone.body.differences).toEqual([{ id: 0, name: 'Envío', type: 'no_shipping' }])
  await priceShipping(shop.admin, [{ ...rosario, price: 500, days: 6 }])
  expect((await eventsAfter(shop, before)).map(({ type }) => type)).toEqual(
    Array.from({ length: 2 }, () => 'DeliveryPricesChanged'),
  )

  const faster = await pay(buyer, 700, { price: 500, days: 4 })
  expectProblem(faster, 409, 'stale_total')
  const slower = { before: 500, now: 500, daysBefore: 4, daysNow: 6 }
  expect(faster.body.differences).toEqual([{ id: 0, name: 'Envío', type: 'shipping', ...slower }])

  const confirmed = await pay(buyer, 700, { price: 500, days: 6 })
  expect([confirmed.status, confirmed.body.total]).toEqual([200, 700])
  // Pressed again it is the same order; to another address it is a new one.
  expect((await pay(buyer, 700, { price: 500, days: 6 })).body.orderId).toBe(confirmed.body.orderId)
  const elsewhere = await pay(buyer, 700, { price: 500, days: 6 }, { ...address, floor: '' })
  expect(elsewhere.body.orderId).not.toBe(confirmed.body.orderId)
  expect((await buyer.get(`/api/order/${confirmed.body.orderId}`)).body.state).toBe('cancelled')
})

/** A paid order of 2 × 100, shipped for 450.50. */
async function shippedOrder(shop: PurchaseShop) {
  await priceShipping(shop.admin, [rosario])
  const buyer = await buyerWith(shop, [{ price: 100, quantity: 2 }])
  const { orderId, id, total } = (await pay(buyer, 650.5)).body
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  return { buyer, orderId: orderId as number, total, productId: buyer.products[0] ?? 0 }
}

describe('a shipped order', () => {
  test('says where it goes to its buyer and to admins, and to nobody else; its receipt has one line more', async ({
    shop,
  }) => {
    const { buyer, orderId, total } = await shippedOrder(shop)
    const shown = { shipping: { price: 450.5, days: 4 }, address, total: 650.5 }
    expect(total).toBe(650.5)
    expect((await buyer.get(`/api/order/${orderId}`)).body).toMatchObject(shown)
    expect((await shop.admin.get(`/api/panel/orders/${orderId}`)).body).toMatchObject(shown)
    expectProblem(await (await signedIn(shop)).get(`/api/order/${orderId}`), 404, 'not_found')
    // Of the staff those see it who send parcels; who audits reads the order, and reveals an address by an event.
    for (const [role, seen] of [
      ['support', address],
      ['auditor', null],
    ] as const) {
      const staff = await signedIn(shop, { role })
      expect((await staff.get(`/api/panel/orders/${orderId}`)).body.address).toEqual(seen)
      expect((await staff.get(`/api/order/${orderId}`)).body).toMatchObject({ total: 650.5, address: seen })
    }
    const looked = await shop.client().post('/api/order/lookup', { orderId, email: buyer.email })
    expect(JSON.stringify(looked.body)).not.toContain('Mitre')
    const [listed] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
    expect(listed).toMatchObject({ shipping: { price: 450.5, days: 4 }, total: 650.5 })
    expect(JSON.stringify(listed)).not.toContain('Mitre')
    expect((await buyer.get(`/api/users/${buyer.id}/data`)).body.orders).toMatchObject([{ id: orderId, address }])
    const story = JSON.stringify((await shop.admin.get(`/api/panel/audit/entity?of=order-${orderId}`)).body)
    expect(story).toContain('va con envío a domicilio por U$S\u00a0450,50, en hasta 4 días hábiles')
    expect(story).not.toMatch(/Mitre|Ríos|555-1234/)
    const receipt = async () =>
      (await mailsTo(shop.mailboxUrl, buyer.email)).find(({ subject }) => /compra/.test(subject))
    await expect.poll(receipt).toBeDefined()
    const text = (await receipt())?.text_body.replace(/\u00a0/g, ' ')
    expect(text).toContain('- Envío (hasta 4 días hábiles): $ 450,50\n\nTotal: $ 650,50')
  })

  test('brings its shipping back with the last unit, and is then refunded as a whole', async ({ shop }) => {
    const { buyer, orderId, productId } = await shippedOrder(shop)
    const refund = (quantity: number) =>
      shop.admin.post(`/api/order/${orderId}/refund`, { lines: [{ id: productId, quantity }], restock: true })
    expect((await refund(1)).body.refunds).toMatchObject([{ amount: 100 }])
    expect((await refund(1)).body.refunds).toMatchObject([{ amount: 100 }, { amount: 550.5 }])
    await untilState(buyer, orderId, 'refunded')
  })

  test('goes to an address that is whole: each wrong field is named', async ({ shop }) => {
    await priceShipping(shop.admin, [rosario])
    const buyer = await buyerWith(shop, [{ price: 100 }])
    const wrong = { ...address, street: 'Mitre', province: 'Montevideo', phone: 'x', postalCode: '20' }
    const fields = ['street', 'province', 'phone', 'postalCode'].map((field) => `shipping.address.${field}`)
    expectBadInput(await pay(buyer, 550.5, rosario, wrong), fields)
  })
})

test('an account keeps one address: changed, removed, in the copy of its data, and nobody else’s', async ({ shop }) => {
  const user = await signedIn(shop)
  const kept = async () => (await user.get(`/api/users/${user.id}/address`)).body.address
  const keep = (changed: object | null) =>
    user.post('/api/users/address', { userId: user.id, address: changed && { ...address, ...changed } })
  expect(await kept()).toBeNull()
  expect((await keep({ city: '  Rosario ', postalCode: 's2000abc' })).body.address).toEqual({
    ...address,
    postalCode: 'S2000ABC',
  })
  expect(await kept()).toEqual({ ...address, postalCode: 'S2000ABC' })
  expect((await user.get(`/api/users/${user.id}/data`)).body.address).toEqual(await kept())
  expectBadInput(await keep({ phone: '' }), ['address.phone'])
  const other = await signedIn(shop)
  expectProblem(await other.get(`/api/users/${user.id}/address`), 404, 'not_found')
  expectProblem(await other.post('/api/users/address', { userId: user.id, address: null }), 404, 'not_found')
  expect((await keep(null)).body.address).toBeNull()
  expect(await kept()).toBeNull()
})
