// A payment from 'Pagar' to its end, over real HTTP to the wallet and back.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { expectBadInput, expectProblem, notice, signature } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  buyerWith,
  eventTypes,
  type PurchaseShop,
  pay,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { signedIn, walletCredentials } from '#backend/testing/shop-fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: the provider's JSON is what is looked at
async function provider(url: string, path: string): Promise<any> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${walletCredentials.accessToken}` } })
  return answer.json()
}

/** Learns of a payment that does not fit: the order is not paid, and an admin reads of it in the order's story. */
async function expectSetAside(shop: PurchaseShop, orderId: number, paymentId: string): Promise<void> {
  await shop.jobs['learn-payment']({ paymentId })
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentSetAside'])
  await expect.poll(async () => (await shop.admin.get(`/api/order/${orderId}`)).body.state).toBe('placed')
  const { rows } = (await shop.admin.get(`/api/panel/audit/entity?of=order-${orderId}`)).body
  const told = rows.map(({ sentence }: { sentence: string }) => sentence)
  expect(told).toContain(`El pago ${paymentId} quedó apartado: no coincide con la orden Nº ${orderId}.`)
}

describe("'Pagar'", () => {
  test('[API-49] [CONST-05] [CONST-06] prices the own cart, holds every line and asks the provider for one item', async ({
    shop,
  }) => {
    const buyer = await buyerWith(shop, [
      { price: 0.1, quantity: 3 },
      { price: 19.99, quantity: 1 },
    ])
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body.subtotal).toBe(20.29)
    const answer = await pay(buyer)
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.any(String), initPoint: expect.stringContaining('http'), total: 20.29, currency: 'ARS' },
    })
    const preference = await provider(shop.fakeWalletUrl, `/checkout/preferences/${answer.body.id}`)
    expect(preference.items).toMatchObject([{ title: 'Tu compra en GamerTech', quantity: 1, unit_price: 20.29 }])
    const order = await buyer.get(`/api/order/${answer.body.orderId}`)
    expect(order.body).toMatchObject({
      state: 'placed',
      total: 20.29,
      initPoint: answer.body.initPoint,
      lines: [
        { price: 0.1, quantity: 3 },
        { price: 19.99, quantity: 1 },
      ],
    })
    const [first = 0, second = 0] = buyer.products
    expect([await stockOf(shop, first), await stockOf(shop, second)]).toEqual([
      { onHand: 5, available: 2 },
      { onHand: 5, available: 4 },
    ])
  })

  test('[PAY-02] a provider that fails leaves no hold, a cancelled order and a cart that still pays', async ({
    shop,
  }) => {
    const buyer = await buyerWith(shop, [{ quantity: 2 }])
    await shop.control.spoil('create_preference', 'error_500', 4)
    const started = Date.now()
    expect(await pay(buyer)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    expect(Date.now() - started).toBeLessThan(30_000)
    await shop.control.reset()
    expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 5, available: 5 })
    expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toMatchObject([{ state: 'cancelled' }])
    expect((await pay(buyer)).status).toBe(200)
  })

  test('[API-47] [API-48] a purchase call tells the order, and never makes one paid', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const echo = { userId: buyer.id, productId: buyer.products }
    expect(await buyer.post('/api/purchase/new', echo)).toMatchObject({ status: 404 })
    const { orderId, id } = await placed(buyer)
    for (let tries = 0; tries < 20; tries++)
      expect((await buyer.post('/api/purchase/new', echo)).body.state).toBe('placed')
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    const before = await shop.core.store.head()
    const first = await buyer.post('/api/purchase/new', echo)
    expect(first).toMatchObject({ status: 200, body: { id: orderId, state: 'paid' } })
    expect((await buyer.post('/api/purchase/new', echo)).body).toEqual(first.body)
    expect(await shop.core.store.head()).toBe(before)
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body.lines).toEqual([])
  })
})

describe('an approved payment', () => {
  test('[PAY-06] [STOCK-05] learnt from the webhook five times, the return page and the job at once counts once', async ({
    shop,
  }) => {
    const buyer = await buyerWith(shop, [{ quantity: 2 }])
    const { orderId, id } = await placed(buyer)
    expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 5, available: 3 })
    await shop.control.setDeliveryRules({ mute: true })
    const paymentId = await shop.control.makePayment(id, 'approved')
    await shop.control.reset()
    await Promise.all([
      ...Array.from({ length: 5 }, () => shop.control.notify(paymentId)),
      buyer.post('/api/payment/return', { orderId, paymentId }),
      shop.jobs['reconcile-payments']({}),
    ])
    await untilState(buyer, orderId, 'paid')
    await shop.jobs['learn-payment']({ paymentId })
    expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentApproved'])
    expect(await eventTypes(shop, `order-${orderId}`)).toEqual(['OrderPlaced', 'OrderPaid'])
    expect(await eventTypes(shop, `stock-${buyer.products[0]}`)).toEqual([
      'StockAdjusted',
      'StockHeld',
      'StockConsumed',
    ])
    expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 3, available: 3 })
  })

  test('[PAY-07] whose notice was lost is found by the reconciling job', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    await shop.control.setDeliveryRules({ mute: true })
    await shop.control.makePayment(id, 'approved')
    await untilState(buyer, orderId, 'placed')
    const { rows } = await shop.core.pool.query("select cron from job.schedule where name = 'reconcile-payments'")
    expect(rows).toEqual([{ cron: '* * * * *' }])
    await shop.jobs['reconcile-payments']({})
    await shop.control.reset()
    await untilState(buyer, orderId, 'paid')
  })

  test('[PAY-08] beside another one goes back in full, once, and the order stays paid', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    const second = await shop.control.makePayment(id, 'approved')
    await expect
      .poll(() => eventTypes(shop, `payment-${orderId}`), { timeout: 10_000 })
      .toEqual(['PreferenceCreated', 'PaymentApproved', 'RefundRequested', 'PaymentRefunded'])
    await shop.jobs['refund-payment']({ orderId, paymentId: second })
    const payment = await provider(shop.fakeWalletUrl, `/v1/payments/${second}`)
    expect(payment).toMatchObject({ status: 'refunded', transaction_amount_refunded: 10.5 })
    expect(payment.refunds).toHaveLength(1)
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('paid')
  })

  test('[PAY-05] with another amount, currency, seller, mode or order is put aside and never paid', async ({
    shop,
  }) => {
    const wrong = [{ transaction_amount: 1 }, { currency_id: 'USD' }, { collector_id: 999 }, { live_mode: true }]
    for (const facts of wrong) {
      const buyer = await buyerWith(shop, [{}])
      const { orderId, id } = await placed(buyer)
      const paymentId = await shop.control.makePayment(id, 'approved', facts)
      await expectSetAside(shop, orderId, paymentId)
    }
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    const paymentId = await shop.control.makePayment(id, 'approved', { external_reference: `${orderId}-another` })
    await expectSetAside(shop, orderId, paymentId)
  })

  test('[PAY-09] after the hold goes back where the units are gone, and counts where they are there', async ({
    shop,
  }) => {
    const early = await buyerWith(shop, [{ stock: 1 }])
    const late = await buyerWith(shop, [{ stock: 1 }])
    const [gone, there] = [await placed(early), await placed(late)]
    shop.wait(16)
    const [first, second] = [gone.orderId, there.orderId]
    await shop.jobs['expire-order']({ orderId: first })
    await shop.jobs['expire-order']({ orderId: second })
    const other = await buyerWith(shop, [])
    await other.post('/api/cart/addproducttocart', {
      userId: other.id,
      productId: { id: early.products[0], quantity: 1 },
    })
    await placed(other)
    shop.wait(-16)
    const goneId = await shop.control.makePayment(gone.id, 'approved')
    await shop.jobs['learn-payment']({ paymentId: goneId })
    await shop.jobs['learn-payment']({ paymentId: await shop.control.makePayment(there.id, 'approved') })
    await expect
      .poll(() => eventTypes(shop, `order-${first}`), { timeout: 10_000 })
      .toEqual(['OrderPlaced', 'OrderExpired', 'OrderRefunded'])
    expect(await provider(shop.fakeWalletUrl, `/v1/payments/${goneId}`)).toMatchObject({ status: 'refunded' })
    expect(await eventTypes(shop, `order-${second}`)).toEqual(['OrderPlaced', 'OrderExpired', 'OrderPaid'])
    expect(await stockOf(shop, late.products[0] ?? 0)).toEqual({ onHand: 0, available: 0 })
  })
})

describe('a payment that was set aside', () => {
  /** A placed order whose approved payment differs from it. */
  async function asideOf(shop: PurchaseShop, facts: Parameters<typeof shop.control.makePayment>[2]) {
    const buyer = await buyerWith(shop, [{ price: 10.5, quantity: 2 }])
    const { orderId, id } = await placed(buyer)
    const paymentId = await shop.control.makePayment(id, 'approved', facts)
    await shop.jobs['learn-payment']({ paymentId })
    const decide = (act: string, note?: string) =>
      shop.admin.post(`/api/order/${orderId}/aside`, { paymentId, act, ...(note !== undefined && { note }) })
    const shown = async () => (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.aside
    const types = async () => (await eventTypes(shop, `payment-${orderId}`)).slice(1)
    return { buyer, orderId, paymentId, product: buyer.products[0] ?? 0, decide, shown, types }
  }

  /** The payments that wait for somebody, on the panel's first page. */
  async function waiting(shop: PurchaseShop): Promise<string[]> {
    const { paymentsAside } = (await shop.admin.get('/api/panel/overview/sales')).body
    return paymentsAside.map(({ paymentId }: { paymentId: string }) => paymentId)
  }

  test('and is accepted pays its order with what it is of: sold, mailed, and in books that balance', async ({
    shop,
  }) => {
    const { buyer, orderId, paymentId, product, decide, shown, types } = await asideOf(shop, { transaction_amount: 20 })
    await expect.poll(() => waiting(shop)).toContain(paymentId)
    const differences = [{ field: 'amountCents', expected: '2100', found: '2000' }]
    expect(await shown()).toMatchObject([{ paymentId, state: 'open', differences }])
    expectProblem(await buyer.post(`/api/order/${orderId}/aside`, { paymentId, act: 'accept' }), 403, 'forbidden')
    for (let times = 1; times <= 2; times++)
      expect((await decide('accept', 'Le hicimos un descuento.')).body).toMatchObject({ state: 'paid', accepted: 20 })
    expect(await types()).toEqual(['PaymentSetAside', 'SetAsidePaymentAccepted'])
    expect(await stockOf(shop, product)).toEqual({ onHand: 3, available: 3 })
    expect(await waiting(shop)).not.toContain(paymentId)
    expect(await shown()).toMatchObject([{ paymentId, state: 'accepted', differences }])
    expectProblem(await decide('refund'), 409, 'payment_not_acceptable')
    // Given back up to what was paid, not up to the order's total.
    const refund = (amount: number) => shop.admin.post(`/api/order/${orderId}/refund`, { amount })
    expectProblem(await refund(20.01), 409, 'refund_too_large')
    expect((await refund(20)).status).toBe(200)
    await untilState(buyer, orderId, 'refunded')
    const story = JSON.stringify((await shop.admin.get(`/api/panel/audit/entity?of=payment-${orderId}`)).body)
    expect(story).toContain(`Se aceptó el pago apartado ${paymentId}`)
    expect(story).toContain('Le hicimos un descuento.')
  })

  test('goes back in full, once, and leaves its order to be paid', async ({ shop }) => {
    // The provider makes it and does not say so: no notice is faster than what the shop learns of its own call.
    await shop.control.setDeliveryRules({ mute: true })
    const { buyer, orderId, paymentId, decide, shown, types } = await asideOf(shop, { transaction_amount: 1 })
    // A notice of what was given back would tell of it before the answers are known to be lost.
    await shop.control.setDeliveryRules({ mute: true })
    await shop.control.spoil('refund', 'lost_answer', 2)
    expect((await decide('refund')).status).toBe(200)
    // Nobody has to decide any more, but it is not back yet.
    expect(await shown()).toMatchObject([{ state: expect.stringMatching(/^refund(ing|ed)$/) }])
    await expect.poll(types, { timeout: 20_000 }).toContain('RefundUnanswered')
    expect((await decide('refund')).status).toBe(200)
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject([{ state: 'refunded' }])
    await shop.control.reset()
    const payment = await provider(shop.fakeWalletUrl, `/v1/payments/${paymentId}`)
    expect(payment).toMatchObject({ status: 'refunded', refunds: [{ amount: 1 }] })
    expect(payment.refunds).toHaveLength(1)
    expect(await waiting(shop)).not.toContain(paymentId)
    expect(await types()).toEqual([
      ...['PaymentSetAside', 'SetAsideRefundRequested', 'RefundUnanswered', 'PaymentRefunded'],
    ])
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('placed')
  })

  test('is dealt with by a note, or by the provider itself; what cannot count is said, and stays to be decided', async ({
    shop,
  }) => {
    const noted = await asideOf(shop, { collector_id: 999 })
    expectBadInput(await noted.decide('dismiss'), ['note'])
    expectBadInput(await noted.decide('dismiss', ' x '), ['note'])
    expect((await noted.decide('dismiss', 'Era de otra cuenta nuestra.')).status).toBe(200)
    expect(await noted.shown()).toMatchObject([{ state: 'dismissed' }])
    expect(await noted.types()).toEqual(['PaymentSetAside', 'SetAsidePaymentDismissed'])

    const foreign = await asideOf(shop, { currency_id: 'USD' })
    expectProblem(await foreign.decide('accept'), 409, 'payment_not_acceptable')
    await shop.control.spoil('get_payment', 'error_500', 20)
    expectProblem(await foreign.decide('refund'), 503, 'payment_unavailable')
    await shop.control.reset()
    await expect.poll(foreign.shown).toMatchObject([{ state: 'open' }])
    await shop.control.settle(foreign.paymentId, 'charged_back')
    expectProblem(await foreign.decide('refund'), 409, 'payment_not_acceptable')
    await expect.poll(foreign.shown).toMatchObject([{ state: 'dismissed' }])
    expect(await waiting(shop)).not.toContain(foreign.paymentId)
    expect(await waiting(shop)).not.toContain(noted.paymentId)
    const { orderId } = foreign
    expectProblem(
      await shop.admin.post(`/api/order/${orderId}/aside`, { paymentId: '1', act: 'dismiss', note: 'Nada.' }),
      404,
      'not_found',
    )
  })
})

test("[T6 partial] 'Pagar', taking a purchase back and buying it again, sent again under their key, are answered as the first time and done once", async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const twice = async (path: string, body: object) => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await buyer.post(path, body, key)
    expect([path, first.status < 300]).toEqual([path, true])
    const before = await shop.core.store.head()
    const again = await buyer.post(path, body, key)
    expect([path, again.status, again.body]).toEqual([path, first.status, first.body])
    expect(await shop.core.store.head()).toBe(before)
    return { first, key }
  }
  const pressed = { quantity: '1', price: 21, description: 'Tu compra en GamerTech' }
  const { first, key } = await twice('/api/payment/create_preference', pressed)
  const other = await buyer.post('/api/payment/create_preference', { ...pressed, price: 22 }, key)
  expectProblem(other, 422, 'key_reused')
  const { orderId, id } = first.body
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  await shop.core.positions.waitFor(['orders', 'carts'], await shop.core.store.head())
  await twice('/api/order/withdrawal', { orderId, email: buyer.email })
  await twice('/api/cart/buyagain', { orderId, mergeId: randomUUID() })
  await shop.core.positions.waitFor(['orders', 'carts'], await shop.core.store.head())
  expect((await buyer.get(`/api/cart/${buyer.id}`)).body.productsId).toEqual([{ id: buyer.products[0], quantity: 2 }])
  expect(await eventTypes(shop, `order-${orderId}`)).toEqual(['OrderPlaced', 'OrderPaid', 'WithdrawalRequested'])
})

test('a provider that is away for an hour loses no order: who presses is told, who paid is found, the catalogue does not notice', {
  timeout: 60_000,
}, async ({ shop }) => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyerWith(shop, [{ price: 10 }])))
  const [paying, leaving, pressing] = [buyers.slice(0, 2), buyers.slice(2, 4), buyers.slice(4)]
  const open = await Promise.all([...paying, ...leaving].map(async (buyer) => ({ buyer, ...(await placed(buyer)) })))
  await shop.control.setDeliveryRules({ mute: true })
  for (const { id } of open.slice(0, 2)) await shop.control.makePayment(id, 'approved')
  for (const call of ['create_preference', 'get_payment', 'search_payments'] as const)
    await shop.control.spoil(call, 'error_500', 1000)
  // Browsed all the while.
  const page = async () => {
    const startedAt = performance.now()
    expect((await shop.client().get('/api/catalogue')).status).toBe(200)
    return performance.now() - startedAt
  }
  const [answers, ...times] = await Promise.all([Promise.all(pressing.map((buyer) => pay(buyer))), page(), page()])
  for (const answer of answers) expectProblem(answer, 503, 'payment_unavailable')
  shop.wait(60)
  const ends = open.map(({ orderId }) => shop.jobs['expire-order']({ orderId }))
  times.push(...(await Promise.all([page(), page(), ...ends])).filter((time) => typeof time === 'number'))
  // Whoever waited for the provider would wait for its tries one after the other.
  expect(Math.max(...times)).toBeLessThan(5000)
  await shop.control.reset()
  await shop.jobs['reconcile-payments']({})
  shop.wait(-60)
  const kinds = await Promise.all(open.map(({ orderId }) => eventTypes(shop, `order-${orderId}`)))
  const found = ['OrderPlaced', 'OrderExpired', 'OrderPaid']
  const lost = ['OrderPlaced', 'OrderExpired']
  expect(kinds).toEqual([found, found, lost, lost])
  for (const buyer of pressing) expect((await pay(buyer)).status).toBe(200)
  const stock = await Promise.all(buyers.map(({ products }) => stockOf(shop, products[0] ?? 0)))
  const [sold, free, held] = [
    { onHand: 4, available: 4 },
    { onHand: 5, available: 5 },
    { onHand: 5, available: 4 },
  ]
  expect(stock).toEqual([sold, sold, free, free, held, held])
})

test('who comes back before the row of their order is there is told to ask again, and nobody else is', async ({
  shop,
}) => {
  const [buyer, other] = [await buyerWith(shop, [{}]), await signedIn(shop)]
  const { orderId } = await placed(buyer)
  await untilState(buyer, orderId, 'placed')
  const owner = createPool(shop.databaseUrl, { as: 'owner', max: 1 })
  onTestFinished(() => owner.end())
  const renumber = (from: number, to: number) =>
    owner.query('update rm.orders set order_id = $2 where order_id = $1', [from, to])
  await renumber(orderId, -orderId)
  try {
    const answer = await buyer.post('/api/payment/return', { orderId })
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect((await other.post('/api/payment/return', { orderId })).status).toBe(404)
    expect((await buyer.post('/api/payment/return', { orderId: orderId + 1000 })).status).toBe(404)
  } finally {
    await renumber(-orderId, orderId)
  }
  expect((await buyer.post('/api/payment/return', { orderId })).body.state).toBe('placed')
})

test('a paid order sends its buyer one receipt, over SMTP', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ price: 10.5, quantity: 2 }])
  const { orderId, id } = await placed(buyer)
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  const received = async () => (await mailsTo(shop.mailboxUrl, buyer.email)).map(({ subject }) => subject).sort()
  const expected = [`Tu compra en GamerTech: orden Nº ${orderId}`, 'Tu cuenta en GamerTech']
  await expect.poll(received, { timeout: 10_000 }).toEqual(expected)
})

describe('the webhook', () => {
  test('[PAY-03] without, with a wrong and with an old signature is refused and changes nothing', async ({ shop }) => {
    const send = (headers: Record<string, string>) =>
      shop.client().post('/api/payment/webhook?data.id=77&type=payment', notice('77'), headers)
    const before = await shop.core.store.head()
    const old = Math.floor(Date.now() / 1000) - 30 * 24 * 3600
    for (const headers of [
      {},
      signature('77', ''),
      signature('78', walletCredentials.webhookSecret),
      signature('77', 'another secret'),
      signature('77', walletCredentials.webhookSecret, 'r', old),
    ])
      expect(await send(headers)).toMatchObject({ status: 401, body: { code: 'bad_signature' } })
    expect(await shop.core.store.head()).toBe(before)
    expect((await send(signature('77', walletCredentials.webhookSecret))).status).toBe(200)
  })

  test('notes a notice once, however its header is dressed up', async ({ shop }) => {
    const headers = signature('79', walletCredentials.webhookSecret)
    const before = await shop.core.store.head()
    for (let n = 0; n < 20; n++) {
      const dressed = { ...headers, 'x-signature': `${headers['x-signature']},junk${n}=${n}` }
      const answer = await shop.client().post('/api/payment/webhook?data.id=79&type=payment', notice('79'), dressed)
      expect(answer.status).toBe(200)
    }
    expect(await shop.core.store.head()).toBe(before + 1)
  })

  test('[PAY-04] that says approved for a payment that is pending moves nothing', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    await shop.control.setDeliveryRules({ mute: true })
    const paymentId = await shop.control.makePayment(id, 'pending')
    await shop.control.reset()
    const body = { ...notice(paymentId), action: 'payment.approved', status: 'approved' }
    const answer = await shop
      .client()
      .post(
        `/api/payment/webhook?data.id=${paymentId}&type=payment`,
        body,
        signature(paymentId, walletCredentials.webhookSecret),
      )
    expect(answer.status).toBe(200)
    await expect
      .poll(() => eventTypes(shop, `payment-${orderId}`), { timeout: 10_000 })
      .toEqual(['PreferenceCreated', 'PaymentPending'])
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('placed')
  })
})
