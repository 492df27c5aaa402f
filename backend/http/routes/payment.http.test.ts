// A payment from 'Pagar' to its end, over real HTTP to the wallet and back.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { order } from '#backend/domain/order/order.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { expectBadInput, expectProblem, notice, signature } from '#backend/http/testing/api-fixture.ts'
import { placedForShipping, stepsBy } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  type Buyer,
  buyerWith,
  eventTypes,
  type PurchaseShop,
  pay,
  placed,
  test as purchaseTest,
  stockOf,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { openShop, signedIn, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

// A job says so when the provider fails as ordered.
allowErrors(/ordered fault/)

/**
 * `hasty`: another process of the shop, which waits for no answer of the provider longer than a moment. It reaches the provider at a door of
 * its own, which may be shut.
 */
const test = purchaseTest.extend('hasty', { scope: 'file' }, async ({ shop }, { onCleanup }) => {
  const { databaseUrl } = shop
  const settings = { ...walletCredentials, port: 0, host: '127.0.0.1', databaseUrl, sellerId: '445566' }
  let provider = await startFakeWallet(settings)
  const wallet = { apiBaseUrl: provider.url, timeoutMs: 500 }
  const withoutProvider = async (work: () => Promise<void>) => {
    await provider.stop()
    try {
      await work()
    } finally {
      provider = await startFakeWallet({ ...settings, port: Number(new URL(wallet.apiBaseUrl).port) })
    }
  }
  // It does no jobs: the mails of this shop are read in its own mailbox.
  const hasty = await openShop(shop.databaseUrl, { wallet, env: { ROLE: 'web' } })
  onCleanup(async () => {
    await hasty.stop()
    await provider.stop()
  })
  const as = (buyer: Buyer): Buyer => ({ ...buyer, ...asCaller(hasty.client(), buyer) })
  return { ...hasty, as, withoutProvider, control: () => provider.control }
})

// biome-ignore lint/suspicious/noExplicitAny: the provider's JSON is what is looked at
async function provider(url: string, path: string): Promise<any> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${walletCredentials.accessToken}` } })
  return answer.json()
}

async function referenceOf({ core }: PurchaseShop, orderId: number): Promise<string> {
  const { state } = await loadState(core.store, order, orderId)
  return state?.reference ?? expect.fail(`no order ${orderId}`)
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

  test('[T1] whatever price, total or lines a press names, the provider is asked for the cart by the server’s prices', async ({
    shop,
  }) => {
    const line = fc.record({ cents: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 5 }) })
    const seed = randomInt(2 ** 31)
    for (const lines of fc.sample(fc.array(line, { minLength: 1, maxLength: 3 }), { numRuns: 3, seed })) {
      const cart = lines.map(({ cents, quantity }) => ({ price: cents / 100, quantity }))
      const buyer = await buyerWith(shop, cart)
      const before = await shop.core.store.head()
      const sum = lines.reduce((cents, one) => cents + one.cents * one.quantity, 0)
      const lie = (price: unknown, named?: object[]) => {
        const body = { quantity: '1', price, description: 'Tu compra en GamerTech', ...(named && { lines: named }) }
        return buyer.post('/api/payment/create_preference', body)
      }
      const told = { status: 409, body: { code: 'stale_total', total: sum / 100, cart: { userId: buyer.id } } }
      for (const price of [sum / 100 + 0.01, sum === 100 ? 2 : 1, 0])
        expect(await lie(price), `${seed}`).toMatchObject(told)
      for (const price of [-1, '0', 1e308]) expectBadInput(await lie(price), ['price'])
      const named = buyer.products.map((id, nth) => ({ id, quantity: cart[nth]?.quantity ?? 1, price: 0.01 }))
      if (sum > lines.reduce((units, { quantity }) => units + quantity, 0))
        expect(await lie(sum / 100, named), `${seed}`).toMatchObject({ ...told, body: { code: 'stale_total' } })
      expect(await shop.core.store.head()).toBe(before)
      const { orderId, id, total } = await placed(buyer)
      const { items } = await provider(shop.fakeWalletUrl, `/checkout/preferences/${id}`)
      const asked = items.reduce((all: number, item: { unit_price: number; quantity: number }) => {
        return all + Math.round(item.unit_price * 100) * item.quantity
      }, 0)
      const { state } = await loadState(shop.core.store, order, orderId)
      const snapshot = state?.lines.reduce((all, { priceCents, quantity }) => all + priceCents * quantity, 0)
      expect([asked, snapshot, Math.round(total * 100)], `${seed}`).toEqual([sum, sum, sum])
    }
  })

  test('[PAY-02] a provider that is gone, or fails, leaves no hold, a cancelled order and a cart that still pays; the log says why', async ({
    shop,
    hasty,
  }) => {
    const buyer = await buyerWith(shop, [{ quantity: 2 }])
    const written: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
    onTestFinished(() => void vi.restoreAllMocks())
    const refused = async (by: Buyer) => {
      const started = performance.now()
      expectProblem(await pay(by), 503, 'payment_unavailable')
      expect(performance.now() - started).toBeLessThan(30_000)
      expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 5, available: 5 })
      const told = written.splice(0).filter((line) => line.includes('"message":"payment provider"'))
      expect(told.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', failure: 'unavailable' }])
    }
    await hasty.withoutProvider(() => refused(hasty.as(buyer)))
    shop.control.spoil('create_preference', 'error_500', 2)
    await refused(buyer)
    const { orderId } = await placed(hasty.as(buyer))
    await untilState(buyer, orderId, 'placed')
    const orders: { state: string }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
    expect(orders.map(({ state }) => state)).toEqual(['placed', 'cancelled', 'cancelled'])
  })

  test('[T2] [API-47] [API-48] a purchase call tells the order, and a hundred of what a browser may say never make one paid', async ({
    shop,
  }) => {
    const [buyer, other] = [await buyerWith(shop, [{}]), await buyerWith(shop, [{}])]
    const echo = { userId: buyer.id, productId: buyer.products }
    expect(await buyer.post('/api/purchase/new', echo)).toMatchObject({ status: 404 })
    const [{ orderId, id }, foreign] = [await placed(buyer), await placed(other)]
    await untilState(other, foreign.orderId, 'placed')
    const unpaid = await shop.core.store.head()
    const says = async () => {
      expect((await buyer.post('/api/purchase/new', { ...echo, orderId })).body.state).toBe('placed')
      expect((await buyer.post('/api/purchase/new', { ...echo, orderId: foreign.orderId })).status).toBe(404)
      expect((await buyer.post('/api/payment/return', { orderId })).body.state).toBe('placed')
      expect((await buyer.post('/api/payment/return', { orderId: foreign.orderId, paymentId: '77' })).status).toBe(404)
      const page = `/payment/success?order=${orderId}&payment_id=77&collection_status=approved&status=approved`
      expect((await buyer.get(page)).status).toBe(200)
    }
    for (let times = 0; times < 20; times++) await says()
    expect(await shop.core.store.head()).toBe(unpaid)
    for (const [whose, order] of [
      [buyer, orderId],
      [other, foreign.orderId],
    ] as const)
      expect((await whose.get(`/api/order/${order}`)).body.state).toBe('placed')
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
    shop.control.mute()
    const paymentId = await shop.control.makePayment(id, 'approved')
    shop.control.reset()
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

  test('[F11] [PAY-07] whose notice was lost is found by the reconciling job of every minute', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    shop.control.mute()
    await shop.control.makePayment(id, 'approved')
    await untilState(buyer, orderId, 'placed')
    const { rows } = await shop.core.pool.query("select cron from job.schedule where name = 'reconcile-payments'")
    expect(rows).toEqual([{ cron: '* * * * *' }])
    await shop.jobs['reconcile-payments']({})
    shop.control.reset()
    await untilState(buyer, orderId, 'paid')
  })

  test.for(['shipping', 'pickup'] as const)(
    '[PAY-08] beside another one goes back in full, once, in every state of an order by %s, which stays as it is',
    async (way, { shop }) => {
      const buyer = await buyerWith(shop, [{}])
      const { orderId, id, total } = way === 'pickup' ? await placed(buyer) : await placedForShipping(shop.admin, buyer)
      await shop.control.choose(id, 'approved')
      await untilState(buyer, orderId, 'paid')
      const payAgain = async (state: string) => {
        const paymentId = await shop.control.makePayment(id, 'approved')
        const at = () => provider(shop.fakeWalletUrl, `/v1/payments/${paymentId}`)
        // The shop's own jobs do all of it; after the first payment the test does not wait for their turn.
        if (state !== 'paid') await shop.jobs['learn-payment']({ paymentId })
        if (state !== 'paid') await shop.jobs['refund-payment']({ orderId, paymentId, refund: wholePayment })
        const whole = { status: 'refunded', transaction_amount_refunded: total }
        await expect.poll(at).toMatchObject(whole)
        await shop.jobs['refund-payment']({ orderId, paymentId, refund: wholePayment })
        expect((await at()).refunds).toHaveLength(1)
      }
      const states: string[] = []
      const stays = async () => {
        const before = await eventTypes(shop, `order-${orderId}`)
        const { state } = (await buyer.get(`/api/order/${orderId}`)).body
        await payAgain(state)
        expect(await eventTypes(shop, `order-${orderId}`)).toEqual(before)
        states.push(state)
      }
      await stays()
      for (const [step, body] of Object.entries(stepsBy[way])) {
        expect((await shop.admin.post(`/api/order/${orderId}/${step}`, body)).status).toBe(200)
        await stays()
      }
      await shop.admin.post(`/api/order/${orderId}/refund`, { amount: total })
      await untilState(buyer, orderId, 'refunded')
      await stays()
      const ofWay = way === 'pickup' ? ['ready_for_pickup', 'picked_up'] : ['shipped', 'delivered']
      expect(states).toEqual(['paid', 'prepared', ...ofWay, 'refunded'])
      const stream = `payment-${orderId}` as const
      const events = (await shop.core.store.readStreams([stream])).get(stream) ?? []
      const again = events.filter(({ type, data }) => type === 'RefundRequested' && data.reason === 'duplicate')
      expect(again).toHaveLength(states.length)
    },
  )

  test('[T5] [PAY-05] with another amount, currency, seller, mode or order is put aside and never paid', async ({
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

  test('[T9] [PAY-09] after the hold goes back where the units are gone and counts where they are there, a second one goes back: money in is what was sold', async ({
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
      .poll(() => eventTypes(shop, `order-${first}`))
      .toEqual(['OrderPlaced', 'OrderExpired', 'OrderRefunded'])
    expect(await provider(shop.fakeWalletUrl, `/v1/payments/${goneId}`)).toMatchObject({ status: 'refunded' })
    expect(await eventTypes(shop, `order-${second}`)).toEqual(['OrderPlaced', 'OrderExpired', 'OrderPaid'])
    expect(await stockOf(shop, late.products[0] ?? 0)).toEqual({ onHand: 0, available: 0 })
    const again = await shop.control.makePayment(there.id, 'approved')
    await shop.jobs['learn-payment']({ paymentId: again })
    const kept = async () => {
      const found = [first, second].map(async (orderId) =>
        shop.services.wallet.findPayments(await referenceOf(shop, orderId)),
      )
      return (await Promise.all(found)).flat().reduce((sum, one) => sum + one.amountCents - one.refundedCents, 0)
    }
    await expect.poll(kept).toBe(1050)
    expect((await late.get(`/api/order/${second}`)).body).toMatchObject({ state: 'paid', total: 10.5 })
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
    shop.control.mute()
    const { buyer, orderId, paymentId, decide, shown, types } = await asideOf(shop, { transaction_amount: 1 })
    // A notice of what was given back would tell of it before the answers are known to be lost.
    shop.control.mute()
    shop.control.spoil('refund', 'lost_answer', 2)
    expect((await decide('refund')).status).toBe(200)
    // Nobody has to decide any more, but it is not back yet.
    expect(await shown()).toMatchObject([{ state: expect.stringMatching(/^refund(ing|ed)$/) }])
    await expect.poll(types).toContain('RefundUnanswered')
    expect((await decide('refund')).status).toBe(200)
    await expect.poll(shown).toMatchObject([{ state: 'refunded' }])
    shop.control.reset()
    const payment = await provider(shop.fakeWalletUrl, `/v1/payments/${paymentId}`)
    expect(payment).toMatchObject({ status: 'refunded', refunds: [{ amount: 1 }] })
    expect(payment.refunds).toHaveLength(1)
    expect(await waiting(shop)).not.toContain(paymentId)
    expect(await types()).toEqual([...['PaymentSetAside', 'RefundRequested', 'RefundUnanswered', 'PaymentRefunded']])
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
    shop.control.spoil('get_payment', 'error_500', 20)
    expectProblem(await foreign.decide('refund'), 503, 'payment_unavailable')
    shop.control.reset()
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
    // The connection was torn before the answer came.
    buyer.jar.delete('position')
    const again = await buyer.post(path, body, key)
    expect([path, again.status, again.body]).toEqual([path, first.status, first.body])
    expect([path, buyer.jar.get('position') ?? null]).toEqual([path, first.headers.get('x-position')])
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

/** Everything that can be wrong with an answer. */
const failures = [
  ...(['error_500', 'too_many_requests', 'hang', 'hanging_body', 'broken_json', 'lost_answer', 'held_answer'] as const),
]

/** Looks until the work has ended: whether there was a moment in which it held no connection of the shop's. */
async function heldNoConnection({ core }: Pick<PurchaseShop, 'core'>, work: Promise<unknown>): Promise<boolean> {
  let [isOver, held] = [false, true]
  void work.finally(() => {
    isOver = true
  })
  while (!isOver && held) {
    held = Object.values(core.pools).some(({ totalCount, idleCount }) => totalCount > idleCount)
    await sleep(5)
  }
  return !held
}

test('[F12] [F7 partial] whatever is wrong at the provider, who presses is told and all else is served, and no connection is kept meanwhile; afterwards no order has two checkouts', {
  timeout: 60_000,
}, async ({ shop, hasty }) => {
  const buyers = await Promise.all(failures.map(() => buyerWith(shop, [{}])))
  const other = await signedIn(shop)
  for (const failure of failures) hasty.control().spoil('create_preference', failure, 2)
  const presses = buyers.map((buyer) => pay(hasty.as(buyer)))
  const visitor = hasty.client()
  const login = { email: other.email, password: other.password }
  expect((await visitor.post('/api/users/verifyuser', login)).status).toBe(200)
  const line = { userId: other.id, productId: { id: buyers[0]?.products[0], quantity: 1 } }
  expect((await visitor.post('/api/cart/addproducttocart', line)).status).toBe(200)
  expect((await visitor.get(`/api/cart/${other.id}`)).body.lines).toHaveLength(1)
  expect((await visitor.get('/api/catalogue')).status).toBe(200)
  const pressed = Promise.all(presses)
  expect(await heldNoConnection(hasty, pressed)).toBe(true)
  for (const answer of await pressed) expectProblem(answer, 503, 'payment_unavailable')
  hasty.control().reset()
  for (const buyer of buyers) await placed(buyer)
  const pool = createPool(shop.databaseUrl, { as: 'owner', max: 1 })
  onTestFinished(() => pool.end())
  const { rows } = await pool.query<{ reference: string; count: number }>(
    "select request->>'external_reference' as reference, count(*)::int from fake_wallet.preferences group by 1",
  )
  expect(rows.filter(({ count }) => count > 1)).toEqual([])
  for (const buyer of buyers) {
    const orders: { state: string }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
    expect(orders.map(({ state }) => state)).toEqual(['placed', 'cancelled'])
  }
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
  await expect.poll(received).toEqual(expected)
})

describe('the webhook', () => {
  test('[T3] [PAY-03] without, with a wrong and with an old signature is refused and changes nothing, and so is a body that was swapped', async ({
    shop,
  }) => {
    const secret = walletCredentials.webhookSecret
    const good = signature('77', secret)
    const [ts = '', v1 = ''] = good['x-signature'].split(',')
    const old = Math.floor(Date.now() / 1000) - 30 * 24 * 3600
    const forgeries: [string, Record<string, string>, body?: object][] = [
      ['no header', {}],
      ['an empty one', { ...good, 'x-signature': '' }],
      ['of no secret', signature('77', '')],
      ['of another secret', signature('77', 'another secret')],
      ['of another payment', signature('78', secret)],
      ['of another request', { ...good, 'x-request-id': 'request-2' }],
      ['of another time', { ...good, 'x-signature': `ts=${Number(ts.slice(3)) + 1},${v1}` }],
      ['an old one', signature('77', secret, 'r', old)],
      ['too short', { ...good, 'x-signature': `${ts},${v1.slice(0, -2)}` }],
      ['too long', { ...good, 'x-signature': `${ts},${v1}00` }],
      ['without its time', { ...good, 'x-signature': v1 }],
      ['with two times', { ...good, 'x-signature': `ts=1,${ts},${v1}` }],
      ['a body of another payment', good, notice('78')],
    ]
    const send = (headers: Record<string, string>, body: object = notice('77')) =>
      shop.client().post('/api/payment/webhook?data.id=77&type=payment', body, headers)
    const before = await shop.core.store.head()
    for (const [what, headers, body] of forgeries) {
      const { status, body: told } = await send(headers, body)
      expect([what, status, told.code]).toEqual([what, 401, 'bad_signature'])
    }
    expectBadInput(await send(good, {}), ['type'])
    expectBadInput(await send(good, { type: 'payment' }), ['data.id'])
    expect(await shop.core.store.head()).toBe(before)
    expect((await send(good)).status).toBe(200)
  })

  test('[T4] the same delivery a hundred times at once to two processes is one notice, and one payment', async ({
    shop,
    hasty,
  }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    shop.control.mute()
    const paymentId = await shop.control.makePayment(id, 'approved')
    shop.control.reset()
    const before = await shop.core.store.head()
    const headers = signature(paymentId, walletCredentials.webhookSecret)
    const path = `/api/payment/webhook?data.id=${paymentId}&type=payment`
    const [here, there] = [shop.client(), hasty.client()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) => (nth % 2 ? here : there).post(path, notice(paymentId), headers)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await untilState(buyer, orderId, 'paid')
    const { rows } = await shop.core.pool.query<{ type: string }>(
      `select t.name as type from es.events e join es.event_types t on t.id = e.type
       where e.pos > $1 and e.data->>'paymentId' = $2 order by e.pos`,
      [before, paymentId],
    )
    expect(rows.map(({ type }) => type).toSorted()).toEqual(['OrderPaid', 'PaymentApproved', 'PaymentNotified'])
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

  test('of a payment in a state that nobody has heard of leaves it pending, and the operator is told once', async ({
    shop,
  }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    shop.control.mute()
    const paymentId = await shop.control.makePayment(id, 'pending')
    shop.control.reset()
    const owner = createPool(shop.databaseUrl, { as: 'owner', max: 1 })
    onTestFinished(() => owner.end())
    await owner.query("update fake_wallet.payments set status = 'on_a_journey' where id = $1", [paymentId])
    const written: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
    onTestFinished(() => void vi.restoreAllMocks())
    for (let times = 1; times <= 2; times++) await shop.jobs['learn-payment']({ paymentId })
    expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentPending'])
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('placed')
    const told = written.filter((line) => line.includes('in a state that the shop does not know'))
    expect(told.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', paymentId, orderId }])
  })

  test('[PAY-04] that says approved for a payment that is pending moves nothing', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    shop.control.mute()
    const paymentId = await shop.control.makePayment(id, 'pending')
    shop.control.reset()
    const body = { ...notice(paymentId), action: 'payment.approved', status: 'approved' }
    const answer = await shop
      .client()
      .post(
        `/api/payment/webhook?data.id=${paymentId}&type=payment`,
        body,
        signature(paymentId, walletCredentials.webhookSecret),
      )
    expect(answer.status).toBe(200)
    await expect.poll(() => eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentPending'])
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('placed')
  })
})
