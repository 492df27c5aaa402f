// The invoice that a buyer asks for at 'Pagar': who may know it, repeats, and its end with its person.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventsAfter, expectBadInput } from '#backend/http/testing/api-fixture.ts'
import { type Buyer, buyerWith, eventTypes, test } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import { offerTransfer, transferTerms } from '#backend/testing/transfer-fixture.ts'

const ofPerson = { kind: 'B', taxId: '28123456' }
const body = (invoice?: object, price = 10.5) => ({
  ...{ quantity: '1', price, description: 'Tu compra en GamerTech' },
  ...(invoice && { invoice }),
})
const pay = (buyer: Buyer, invoice?: object, key = {}) =>
  buyer.post('/api/payment/create_preference', body(invoice), key)

test('is in the append that places the order, sealed, and known to its buyer and those who fulfil orders', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{}])
  const before = await shop.core.store.head()
  const { orderId } = (await pay(buyer, { kind: 'B', taxId: '28.123.456' })).body
  const events = await eventsAfter(shop, before)
  const [placed, asked] = events.filter(({ type }) => type === 'OrderPlaced' || type === 'InvoiceRequested')
  expect([asked?.data.kind, asked?.at, asked?.version]).toEqual(['B', placed?.at, 2])
  expect(JSON.stringify(events)).not.toContain('28123456')
  expect((await buyer.get(`/api/order/${orderId}`)).body.invoice).toEqual(ofPerson)
  const support = await signedIn(shop, { role: 'support' })
  for (const staff of [shop.admin, support])
    expect((await staff.get(`/api/panel/orders/${orderId}`)).body.invoice).toEqual(ofPerson)
  const auditor = await signedIn(shop, { role: 'auditor' })
  expect((await auditor.get(`/api/panel/orders/${orderId}`)).body.invoice).toEqual({ kind: 'B', taxId: null })
  const story = JSON.stringify((await auditor.get(`/api/panel/audit/entity?of=order-${orderId}`)).body)
  expect(story).toContain(`El comprador de la orden Nº ${orderId} pidió Factura B con su CUIT o DNI.`)
  expect(story).not.toContain('28123456')
  const list = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  expect(list[0].invoice).toEqual({ kind: 'B', taxId: null })
})

test('a repeat leads to the same order, another invoice to a new one in its place', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ stock: 1 }])
  const key = { 'idempotency-key': randomUUID() }
  const first = (await pay(buyer, ofPerson, key)).body.orderId
  const together = await Promise.all([pay(buyer, ofPerson, key), pay(buyer, ofPerson), pay(buyer, ofPerson)])
  expect(together.map((answer) => answer.body.orderId)).toEqual([first, first, first])
  expect((await eventTypes(shop, `order-${first}`)).filter((type) => type === 'InvoiceRequested')).toHaveLength(1)
  let last = first
  for (const invoice of [{ kind: 'A', taxId: '30-12345678-1' }, undefined, ofPerson]) {
    const { orderId } = (await pay(buyer, invoice)).body
    expect(orderId).not.toBe(last)
    expect((await buyer.get(`/api/order/${last}`)).body.state).toBe('cancelled')
    expect((await buyer.get(`/api/order/${orderId}`)).body.invoice?.kind).toBe(invoice?.kind)
    last = orderId
  }
})

test('an order by transfer keeps it too', async ({ shop }) => {
  await offerTransfer(shop, { ...transferTerms, discountPercent: 0 })
  const buyer = await buyerWith(shop, [{}])
  const { status, body: placed } = await buyer.post('/api/payment/transfer', body(ofPerson))
  expect(status).toBe(200)
  expect((await buyer.get(`/api/order/${placed.orderId}`)).body.invoice).toEqual(ofPerson)
})

test('a wrong number is refused by the name of its field, and nothing is placed', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const before = await shop.core.store.head()
  for (const invoice of [
    { kind: 'A', taxId: '28123456' },
    { kind: 'A', taxId: '30-12345678-2' },
    { kind: 'B', taxId: '123' },
    { kind: 'B', taxId: '' },
    { kind: 'B', taxId: '1'.repeat(21) },
    { kind: 'B' },
  ])
    expectBadInput(await pay(buyer, invoice), ['invoice.taxId'])
  expectBadInput(await pay(buyer, { ...ofPerson, kind: 'C' }), ['invoice.kind'])
  expect(await eventsAfter(shop, before)).toEqual([])
})

test('is in its person’s copy, and its number is gone with the account', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{}])
  const { orderId } = (await pay(buyer, ofPerson)).body
  const copy = (await buyer.get(`/api/users/${buyer.id}/data`)).body
  expect(copy.orders[0]).toMatchObject({ id: orderId, invoice: ofPerson })
  await buyer.post('/api/users/erase', { userId: buyer.id, confirmation: buyer.password })
  const shown = async () => (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.invoice
  await expect.poll(shown).toEqual({ kind: 'B', taxId: null })
})
