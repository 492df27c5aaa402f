// What every way that an order can take leaves in the log, that no other way leads to paid, and what buying it again does to a cart.
import { randomUUID } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { roundsOfOpenOrders } from '#backend/commands/reconciliation/reconcile-orders.ts'
import { type PaymentWallet, PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { eventsAfter, notice, signature, writes } from '#backend/http/testing/api-fixture.ts'
import { listOpenCheckouts } from '#backend/readmodels/orders/due-orders.queries.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  addToCart,
  buyerWith,
  eventTypes,
  pay,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'

// Several purchases each, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

type Shop = Parameters<typeof stockOf>[0]

/** Lets the hold of an order pass: what its job does at the end of it. */
async function expire(shop: Shop, orderId: number): Promise<void> {
  shop.wait(16)
  await shop.jobs['expire-order']({ orderId })
  shop.wait(-16)
}

const streams = async (shop: Shop, orderId: number, productId: number) => ({
  order: await eventTypes(shop, `order-${orderId}`),
  payment: await eventTypes(shop, `payment-${orderId}`),
  stock: await eventTypes(shop, `stock-${productId}`),
})

describe("what 'Pagar' appends", () => {
  test('[EVT-10] the order with its snapshot and a hold for every line, in one transaction', async ({ shop }) => {
    const buyer = await buyerWith(shop, [
      { price: 0.1, quantity: 3 },
      { price: 19.99, quantity: 1 },
    ])
    const before = await shop.core.store.head()
    const { orderId } = await placed(buyer)
    const appended = (await eventsAfter(shop, before)).filter(({ type }) => /^(OrderPlaced|StockHeld)$/.test(type))
    const [first = 0, second = 0] = buyer.products
    expect(appended.map(({ type, data }) => [type, data.orderId, data.productId, data.quantity])).toEqual([
      ['OrderPlaced', orderId, undefined, undefined],
      ['StockHeld', orderId, first, 3],
      ['StockHeld', orderId, second, 1],
    ])
    const { rows } = await shop.core.pool.query('select distinct xmin from es.events where pos = any($1)', [
      appended.map(({ pos }) => pos),
    ])
    expect(rows).toHaveLength(1)
    expect(appended[0]?.data).toMatchObject({
      lines: [
        { productId: first, name: 'Teclado Kyntra 60', priceCents: 10, quantity: 3 },
        { productId: second, name: 'Teclado Kyntra 60', priceCents: 1999, quantity: 1 },
      ],
      totalCents: 2029,
    })
  })

  test('[PAY-01] the own cart at the server’s names and prices, whatever lines the body names', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{ price: 10.5, quantity: 2 }])
    const other = await buyerWith(shop, [{ price: 1, quantity: 5 }])
    const [own = 0, foreign = 0] = [...buyer.products, ...other.products]
    const before = await shop.core.store.head()
    const { body } = await buyer.post('/api/payment/create_preference', {
      quantity: '1',
      price: 21,
      description: 'Tu compra en GamerTech',
      lines: [
        { id: foreign, quantity: 7, price: 0.01 },
        { id: own, quantity: 1, price: 10.5 },
      ],
    })
    const order = (await eventsAfter(shop, before)).find(({ type }) => type === 'OrderPlaced')
    const line = { productId: own, name: 'Teclado Kyntra 60', priceCents: 1050, quantity: 2 }
    expect(order?.data).toMatchObject({ orderId: body.orderId, userId: buyer.id, totalCents: 2100 })
    const kept = { imageUrl: '/img/products/teclado.webp', netCents: 868, productVersion: 1, discountCents: 0 }
    const guarantee = { guaranteeMonths: null, guaranteeBy: null }
    expect(order?.data.lines).toEqual([{ ...line, ...kept, ...guarantee }])
    const read = await buyer.get(`/api/order/${body.orderId}`)
    expect(read.body).toMatchObject({ userId: buyer.id, total: 21, productsId: [{ id: own, quantity: 2 }] })
    expect(await stockOf(shop, foreign)).toEqual({ onHand: 5, available: 5 })
    expect((await other.get(`/api/cart/${other.id}`)).body.productsId).toEqual([{ id: foreign, quantity: 5 }])
  })
})

type EndedOrder = { buyer: Awaited<ReturnType<typeof buyerWith>>; orderId: number; preference: string; state: string }

/** One order of each end without money. */
async function endedOrders(shop: Shop): Promise<EndedOrder[]> {
  const ended: EndedOrder[] = []
  for (const state of ['rejected', 'expired', 'cancelled']) {
    const buyer = await buyerWith(shop, [{ stock: 1 }])
    const { orderId, id: preference } = await placed(buyer)
    if (state === 'rejected') await shop.control.choose(preference, 'rejected')
    if (state === 'expired') await expire(shop, orderId)
    if (state === 'cancelled') await buyer.post(`/api/order/${orderId}/cancel`, {})
    await untilState(buyer, orderId, state)
    ended.push({ buyer, orderId, preference, state })
  }
  return ended
}

test('the buyer of an order without its money is written to: that it waits, while it does, and how it ended', async ({
  shop,
}) => {
  const subjects = async (email: string) => (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  const of = (email: string, id: number) => async () =>
    (await subjects(email)).filter((subject) => subject.includes(`Nº ${id}`)).sort()
  const received = (orderId: number) =>
    shop.jobs['send-order-mail']({ mail: 'received', orderId, position: 1_000_000 + orderId })
  const waiting = await buyerWith(shop, [{ price: 12.5, quantity: 2 }])
  const { orderId, id: preference } = await placed(waiting)
  await received(orderId)
  await expect.poll(of(waiting.email, orderId)).toEqual([`Recibimos tu orden Nº ${orderId}: falta el pago`])
  const [mail] = await mailsTo(shop.mailboxUrl, waiting.email)
  expect(mail?.text_body.replaceAll(/\s/g, ' ')).toMatch(/de \$ 25, .* hasta las \d\d:\d\d\./)
  await shop.control.choose(preference, 'approved')
  await untilState(waiting, orderId, 'paid')
  for (const { buyer, orderId: ended, state } of await endedOrders(shop)) {
    // What waited for its server until the order had ended says nothing that is over.
    await received(ended)
    const told = {
      rejected: `El pago de tu orden Nº ${ended} fue rechazado`,
      expired: `Tu orden Nº ${ended} venció sin pago`,
    }
    const expected = [told[state as keyof typeof told]].filter((subject) => subject !== undefined)
    await expect.poll(of(buyer.email, ended)).toEqual(expected)
  }
})

/** Every call that might move an ended order to paid, as its buyer, as an admin and with a forged notice. */
async function tryToPay(shop: Shop, { buyer, orderId }: EndedOrder, foreignPayment: string): Promise<void> {
  const tries: [string, object][] = [
    ['/api/payment/return', { orderId }],
    ['/api/payment/return', { orderId, paymentId: foreignPayment }],
    ['/api/payment/return', { orderId, paymentId: '77' }],
    ['/api/purchase/new', { userId: buyer.id, productId: buyer.products, orderId, state: 'paid' }],
    [`/api/order/${orderId}/cancel`, { state: 'paid' }],
    ...writes(buyer.id, buyer.products[0] ?? 0).filter(([path]) => !/session|users|create_pref/.test(path)),
  ]
  for (const caller of [buyer, shop.admin]) for (const [path, body] of tries) await caller.post(path, body)
  const signed = signature('77', walletCredentials.webhookSecret, `order-${orderId}`)
  const forged = { ...notice('77'), status: 'approved', external_reference: `${orderId}-x` }
  await shop.client().post('/api/payment/webhook?data.id=77&type=payment', forged, signed)
  await shop.jobs['reconcile-payments']({})
}

test('[F12 partial] the round of every minute asks about several orders at once: one without an answer delays no other; a provider that is away is asked about a few, and the next time about others', async ({
  shop,
}) => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyerWith(shop, [{}])))
  for (const buyer of buyers) await untilState(buyer, (await placed(buyer)).orderId, 'placed')
  const held = Promise.withResolvers<void>()
  let asked: string[] = []
  let answer: PaymentWallet['findPayments'] = () => Promise.reject(new PaymentWalletError('unavailable', 'away'))
  const findPayments: PaymentWallet['findPayments'] = (reference) => {
    asked.push(reference)
    return answer(reference)
  }
  const services = { ...shop.services, wallet: { ...shop.services.wallet, findPayments } }
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const round = roundsOfOpenOrders({ services, db: shop.core.db, report, atOnce: 2 })
  const makeRound = async () => {
    asked = []
    await round({ actor: 'job:reconcile-payments', correlation: 'test' })
    return asked
  }
  const [first, second] = [await makeRound(), await makeRound()]
  expect(new Set([...first, ...second]).size).toBe(4)
  expect(failures).toHaveLength(4)

  const open = (await listOpenCheckouts(shop.core.db, shop.services.now(), 0)).map(({ reference }) => reference)
  expect(open.length).toBeGreaterThanOrEqual(6)
  answer = async (reference) => {
    if (reference === first[0]) await held.promise
    return []
  }
  const third = makeRound()
  await expect.poll(() => asked.toSorted()).toEqual(open.toSorted())
  held.resolve()
  await third
  expect(failures).toHaveLength(4)
  // It went on where it had been given up.
  const nth = (reference: string) => open.indexOf(reference)
  expect(nth(asked[0] ?? '')).toBe((Math.max(...second.map(nth)) + 1) % open.length)
})

describe('how an order ends', () => {
  test('[EVT-11] paid, rejected, expired and cancelled each append their fact and what becomes of the units', async ({
    shop,
  }) => {
    const ends = {
      paid: (_: number, preference: string) => shop.control.choose(preference, 'approved'),
      rejected: (_: number, preference: string) => shop.control.choose(preference, 'rejected'),
      expired: (orderId: number) => expire(shop, orderId),
      cancelled: undefined,
    }
    const found: Record<string, unknown> = {}
    for (const [state, end] of Object.entries(ends)) {
      const buyer = await buyerWith(shop, [{ quantity: 2 }])
      const { orderId, id } = await placed(buyer)
      await (end ? end(orderId, id) : buyer.post(`/api/order/${orderId}/cancel`, {}))
      await untilState(buyer, orderId, state)
      const { order, payment, stock } = await streams(shop, orderId, buyer.products[0] ?? 0)
      found[state] = [order.slice(1), payment.slice(1), stock.slice(1)]
    }
    expect(found).toEqual({
      paid: [['OrderPaid'], ['PaymentApproved'], ['StockHeld', 'StockConsumed']],
      rejected: [['OrderRejected'], ['PaymentRejected'], ['StockHeld', 'StockReleased']],
      expired: [['OrderExpired'], [], ['StockHeld', 'StockReleased']],
      cancelled: [['OrderCancelled'], [], ['StockHeld', 'StockReleased']],
    })
  })

  test('[EVT-12] a payment that does not fit is set aside with what differs, and one that goes back is refunded', async ({
    shop,
  }) => {
    const cheated = await buyerWith(shop, [{ price: 10.5 }])
    const mismatch = await placed(cheated)
    const facts = { transaction_amount: 1, currency_id: 'USD' }
    const wrong = await shop.control.makePayment(mismatch.id, 'approved', facts)
    await shop.jobs['learn-payment']({ paymentId: wrong })

    const buyer = await buyerWith(shop, [{ price: 10.5 }])
    const twice = await placed(buyer)
    await shop.control.choose(twice.id, 'approved')
    await untilState(buyer, twice.orderId, 'paid')
    const second = await shop.control.makePayment(twice.id, 'approved')
    await expect.poll(() => eventTypes(shop, `payment-${twice.orderId}`)).toContain('PaymentRefunded')

    const events = await eventsAfter(shop, 0)
    const of = (type: string, orderId: number) =>
      events.filter((event) => event.type === type && event.data.orderId === orderId).map(({ data }) => data)
    expect(of('PaymentSetAside', mismatch.orderId)).toEqual([
      {
        orderId: mismatch.orderId,
        paymentId: wrong,
        differences: [
          { field: 'amountCents', expected: '1050', found: '100' },
          { field: 'currency', expected: 'ARS', found: 'USD' },
        ],
      },
    ])
    expect(of('PaymentRefunded', twice.orderId)).toEqual([
      { orderId: twice.orderId, paymentId: second, refund: 0, amountCents: 1050 },
    ])
  })

  test('[PAY-10] only the known states occur, and no call moves an ended order to paid without a payment', async ({
    shop,
  }) => {
    const paid = await buyerWith(shop, [{}])
    const paidOrder = await placed(paid)
    const back = await shop.control.choose(paidOrder.id, 'approved')
    const foreignPayment = new URL(back).searchParams.get('payment_id') ?? ''
    await untilState(paid, paidOrder.orderId, 'paid')

    const ended = await endedOrders(shop)
    for (const order of ended) {
      await tryToPay(shop, order, foreignPayment)
      expect(await eventTypes(shop, `order-${order.orderId}`)).toHaveLength(2)
      expect((await order.buyer.get(`/api/order/${order.orderId}`)).body.state).toBe(order.state)
    }

    // A payment that the provider has is the only way: the units of the expired order are sold by then, so it goes back.
    const late = ended.find(({ state }) => state === 'expired')
    const last = await buyerWith(shop, [])
    const line = { id: late?.buyer.products[0], quantity: 1 }
    await last.post('/api/cart/addproducttocart', { userId: last.id, productId: line })
    expect((await pay(last)).status).toBe(200)
    await shop.jobs['learn-payment']({ paymentId: await shop.control.makePayment(late?.preference ?? '', 'approved') })
    await untilState(late?.buyer ?? last, late?.orderId ?? 0, 'refunded')

    const all = (await shop.admin.get('/api/purchase')).body as { id: number; state: string }[]
    const timelines = await Promise.all(all.map(({ id }) => shop.admin.get(`/api/order/${id}`)))
    const states = new Set(timelines.flatMap(({ body }) => body.timeline.map((step: { state: string }) => step.state)))
    const known = new Set(['cancelled', 'expired', 'paid', 'placed', 'refunded', 'rejected'])
    expect(states).toEqual(known)
    expect(new Set(all.map(({ state }) => state))).toEqual(known)
  })
})

/** Ends an order of two units of a product in this state. */
async function endIn(shop: Shop, state: string, { buyer, orderId, preference }: Omit<EndedOrder, 'state'>) {
  const isPaid = state === 'paid' || state === 'refunded'
  if (isPaid) await shop.control.choose(preference, 'approved')
  if (state === 'rejected') await shop.control.choose(preference, 'rejected')
  if (state === 'expired') await expire(shop, orderId)
  if (state === 'cancelled') await buyer.post(`/api/order/${orderId}/cancel`, {})
  await untilState(buyer, orderId, isPaid ? 'paid' : state)
  if (state === 'refunded') {
    await shop.admin.post(`/api/order/${orderId}/refund`, { amount: 31.5 })
    await untilState(buyer, orderId, state)
  }
}

type Units = Partial<Record<'first' | 'second' | 'other', number>>
const whole: Units = { first: 2, second: 1 }
const unpaid = ['rejected', 'expired', 'cancelled']
const bought = ['paid', 'refunded']

/** The cart before, and after the order was bought again. */
const again: { states: string[]; before: Units; after: Units }[] = [
  { states: [...unpaid, ...bought], before: {}, after: whole },
  { states: [...unpaid, ...bought], before: whole, after: whole },
  { states: [...unpaid, ...bought], before: { first: 5, second: 1 }, after: { first: 5, second: 1 } },
  { states: [...unpaid, ...bought], before: { other: 3 }, after: { other: 3, ...whole } },
  // The cart of an order that was not paid is what its buyer made of it since.
  { states: unpaid, before: { first: 1 }, after: { first: 1 } },
  { states: unpaid, before: { first: 1, other: 3 }, after: { first: 1, other: 3 } },
  { states: bought, before: { first: 1 }, after: whole },
  { states: bought, before: { first: 1, other: 3 }, after: { ...whole, other: 3 } },
]

test.for([...unpaid, ...bought])(
  'buying a %s order again brings the cart to the units of the order and never adds them twice; what was not paid is tried with the cart as it is',
  async (state, { shop }) => {
    const buyer = await buyerWith(shop, [
      { price: 10.5, stock: 20, quantity: 2 },
      { price: 10.5, stock: 20, quantity: 1 },
    ])
    const { products } = await buyerWith(shop, [{ stock: 20 }])
    const ids = { first: buyer.products[0] ?? 0, second: buyer.products[1] ?? 0, other: products[0] ?? 0 }
    const { orderId, id: preference } = await placed(buyer)
    await endIn(shop, state, { buyer, orderId, preference })
    const names = Object.entries(ids)
    const read = (cart: { productsId: { id: number; quantity: number }[] }) =>
      Object.fromEntries(
        cart.productsId.map(({ id, quantity }) => [names.find(([, own]) => own === id)?.[0], quantity]),
      )
    for (const { before, after } of again.filter(({ states }) => states.includes(state))) {
      const { productsId } = (await buyer.get(`/api/cart/${buyer.id}`)).body
      for (const { id } of productsId) await buyer.post('/api/cart/deleteitem', { userId: buyer.id, itemId: id })
      for (const [name, quantity] of Object.entries(before)) await addToCart(buyer, ids[name as keyof Units], quantity)
      for (const mergeId of [randomUUID(), randomUUID()]) {
        const { body } = await buyer.post('/api/cart/buyagain', { orderId, mergeId })
        expect({ before, cart: read(body.cart), differences: body.differences }).toEqual({
          before,
          cart: after,
          differences: [],
        })
      }
    }
  },
)
