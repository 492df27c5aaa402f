// Money that does not reach an order or does not go back: nothing of it vanishes, over real HTTP to the wallet and back.
import { describe, expect } from 'vitest'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import {
  buyerWith,
  eventTypes,
  type PurchaseShop,
  placed,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

// A job says so when the provider fails as ordered.
allowErrors(/ordered fault/)

/** The provider's own account of a payment. */
async function atProvider(
  { fakeWalletUrl }: PurchaseShop,
  paymentId: string,
): Promise<{ status: string; refunds: [] }> {
  const headers = { authorization: `Bearer ${walletCredentials.accessToken}` }
  const answer = await fetch(`${fakeWalletUrl}/v1/payments/${paymentId}`, { headers })
  return (await answer.json()) as { status: string; refunds: [] }
}

/** Somebody gives it back in the provider's own panel. */
async function givenBackThere({ fakeWalletUrl }: PurchaseShop, paymentId: string): Promise<void> {
  const authorization = `Bearer ${walletCredentials.accessToken}`
  const headers = { authorization, 'content-type': 'application/json', 'x-idempotency-key': 'by hand' }
  await fetch(`${fakeWalletUrl}/v1/payments/${paymentId}/refunds`, { method: 'POST', headers, body: '{}' })
}

async function sales(shop: PurchaseShop) {
  return (await shop.admin.get('/api/panel/overview/sales')).body
}

describe('a payment that names no order', () => {
  /** An approved payment with this reference, of which the provider's own notice tells. */
  async function paidFor(shop: PurchaseShop, external_reference: string, isTold = true) {
    const buyer = await buyerWith(shop, [{ price: 10.5, quantity: 2 }])
    const { id, orderId } = await placed(buyer)
    shop.control.mute()
    const paymentId = await shop.control.makePayment(id, 'approved', { external_reference })
    shop.control.reset()
    if (isTold) await shop.control.notify(paymentId)
    const shown = async () => {
      const { payments } = (await shop.admin.get('/api/panel/unmatched')).body
      return payments.find((one: { paymentId: string }) => one.paymentId === paymentId)
    }
    const decide = (act: string, note?: string, by = shop.admin) =>
      by.post(`/api/panel/unmatched/${paymentId}`, { act, ...(note !== undefined && { note }) })
    return { buyer, orderId, paymentId, shown, decide, types: () => eventTypes(shop, `payment-0:${paymentId}`) }
  }

  test('[F10 partial] [T5 partial] is set aside where the staff sees it, whatever it names, once for all its notices', async ({
    shop,
  }) => {
    for (const reference of ['999999999999-ajena', 'ana@correo.test', '']) {
      const { paymentId, orderId, shown, types } = await paidFor(shop, reference)
      await expect.poll(shown).toEqual({
        paymentId,
        at: expect.any(String),
        amount: 21,
        currency: 'ARS',
        state: 'open',
        reference: reference.includes('@') ? '' : reference,
      })
      for (let times = 0; times < 2; times++) await shop.jobs['learn-payment']({ paymentId })
      expect(await types()).toEqual(['UnmatchedPaymentFound'])
      expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated'])
    }
    expect((await sales(shop)).unmatched).toBe(3)
  })

  test('goes back in full, once, and cannot be accepted; only who may refund decides', async ({ shop }) => {
    const { buyer, paymentId, shown, decide, types } = await paidFor(shop, 'mostrador-8')
    await expect.poll(shown).toBeDefined()
    expectBadInput(await decide('accept'), ['act'])
    expectProblem(await decide('refund', undefined, buyer), 403, 'forbidden')
    shop.control.spoil('refund', 'lost_answer', 2)
    for (let times = 1; times <= 2; times++) expect((await decide('refund')).status).toBe(200)
    expectProblem(await decide('dismiss', 'Ya está.'), 409, 'payment_not_acceptable')
    await expect.poll(async () => (await shown()).state).toBe('refunded')
    const { status, refunds } = await atProvider(shop, paymentId)
    expect([status, refunds.length]).toEqual(['refunded', 1])
    expect((await types()).filter((type) => type !== 'RefundUnanswered')).toEqual([
      ...['UnmatchedPaymentFound', 'RefundRequested', 'PaymentRefunded'],
    ])
    const story = JSON.stringify((await shop.admin.get(`/api/panel/audit/entity?of=unmatched-${paymentId}`)).body)
    expect(story).toContain('no nombra ninguna orden')
    // Its second job would take the next test's ordered fault.
    const waiting = "select count(*)::int from job.job where name = 'refund-payment' and state < 'completed'"
    await expect.poll(async () => (await shop.core.pool.query(waiting)).rows).toEqual([{ count: 0 }])
  })

  test('that the provider will not give back says so, is tried again, or is settled by a note', async ({ shop }) => {
    const { paymentId, shown, decide, types } = await paidFor(shop, 'mostrador-9')
    await expect.poll(shown).toBeDefined()
    for (const act of ['first', 'again']) {
      shop.control.spoil('refund', 'refused')
      expect([act, (await decide('refund')).status]).toEqual([act, 200])
      await expect.poll(async () => (await shown()).state).toBe('refused')
    }
    expectBadInput(await decide('dismiss'), ['note'])
    expect((await decide('dismiss', 'Se transfirió al comprador.')).status).toBe(200)
    expect((await shown()).state).toBe('dismissed')
    expect((await atProvider(shop, paymentId)).status).toBe('approved')
    expect(await types()).toEqual([
      ...['UnmatchedPaymentFound', 'RefundRequested', 'RefundRefused'],
      ...['RefundRetried', 'RefundRefused', 'RefundDismissed'],
    ])
    expectProblem(await shop.admin.post('/api/panel/unmatched/1', { act: 'refund' }), 404, 'not_found')
  })

  test('[F11 partial] is found within the hour though no notice came, and so is a second payment of a paid order', async ({
    shop,
  }) => {
    const { paymentId, shown } = await paidFor(shop, 'mostrador-10', false)
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    shop.control.mute()
    const second = await shop.control.makePayment(id, 'approved')
    const { rows } = await shop.core.pool.query("select cron from job.schedule where name = 'reconcile-refunds'")
    expect(rows).toEqual([{ cron: '17 * * * *' }])
    expect(await shown()).toBeUndefined()
    for (let times = 1; times <= 2; times++) await shop.jobs['reconcile-refunds']({})
    shop.control.reset()
    await expect.poll(shown).toMatchObject({ paymentId, state: 'open' })
    await expect.poll(async () => (await atProvider(shop, second)).status).toBe('refunded')
    expect((await buyer.get(`/api/order/${orderId}`)).body).toMatchObject({
      state: 'paid',
      fullRefunds: [{ paymentId: second }],
    })
  })
})

describe('a whole payment that the provider refuses to give back', () => {
  /** A paid order whose second payment goes back, which the provider refuses. */
  async function refusedTwice(shop: PurchaseShop) {
    const buyer = await buyerWith(shop, [{}])
    const { orderId, id } = await placed(buyer)
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
    shop.control.spoil('refund', 'refused')
    const paymentId = await shop.control.makePayment(id, 'approved')
    const shown = async () => (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.fullRefunds
    await expect.poll(shown).toEqual([{ paymentId, amount: 10.5, state: 'refused' }])
    const act = (step: 'retry' | 'dismiss', body: object) =>
      shop.admin.post(`/api/order/${orderId}/refund/${step}`, body)
    const waits = async () => (await sales(shop)).refundTrouble.orders.includes(orderId)
    return { buyer, orderId, paymentId, shown, act, waits, types: () => eventTypes(shop, `payment-${orderId}`) }
  }

  test('stands on the first page and at its order, and goes back when an admin asks again, once', async ({ shop }) => {
    const { buyer, orderId, paymentId, shown, act, waits, types } = await refusedTwice(shop)
    await expect.poll(waits).toBe(true)
    expectBadInput(await act('retry', {}), ['refund'])
    expectProblem(await buyer.post(`/api/order/${orderId}/refund/retry`, { paymentId }), 403, 'forbidden')
    expectProblem(await act('retry', { paymentId: '1' }), 404, 'not_found')
    for (let times = 1; times <= 2; times++) expect((await act('retry', { paymentId })).status).toBe(200)
    await expect.poll(shown).toEqual([{ paymentId, amount: 10.5, state: 'done' }])
    expect((await atProvider(shop, paymentId)).refunds).toHaveLength(1)
    expect(await waits()).toBe(false)
    expect((await types()).slice(2)).toEqual(['RefundRequested', 'RefundRefused', 'RefundRetried', 'PaymentRefunded'])
    expect((await buyer.get(`/api/order/${orderId}`)).body.state).toBe('paid')
  })

  test('may be settled otherwise, with a note; what was given back in the provider’s own panel is found', async ({
    shop,
  }) => {
    const noted = await refusedTwice(shop)
    expectBadInput(await noted.act('dismiss', { paymentId: noted.paymentId }), ['note'])
    const note = 'Se le transfirió por banco.'
    expect((await noted.act('dismiss', { paymentId: noted.paymentId, note })).status).toBe(200)
    expect(await noted.shown()).toMatchObject([{ state: 'dismissed' }])
    expect(await noted.waits()).toBe(false)
    expectProblem(await noted.act('retry', { paymentId: noted.paymentId }), 409, 'payment_not_acceptable')

    const { paymentId, act, shown } = await refusedTwice(shop)
    shop.control.mute()
    await givenBackThere(shop, paymentId)
    shop.control.reset()
    expect((await act('retry', { paymentId })).status).toBe(200)
    await expect.poll(shown).toMatchObject([{ state: 'done' }])
  })
})
