// The contract of the wallet port, kept by the real SDK over real HTTP against the local provider.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { operations } from '#backend/gateways/payment-wallet/fake/faults.ts'
import { test as withDatabase } from '#scripts/testing/database.ts'
import { mercadoPagoWallet } from './mercadopago.ts'
import type { CheckoutRequest, PaymentWallet } from './payment-wallet.ts'
import { accountOfToken } from './wallet-credentials.ts'

const accessToken = 'TEST-1234567890123456-112109-0123456789abcdef-445566'
const webhookSecret = 'the webhook secret of this test'
const timeoutMs = 400

const test = withDatabase.extend('provider', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const { url, control, stop } = await startFakeWallet({
    port: 0,
    host: '127.0.0.1',
    databaseUrl,
    accessToken,
    webhookSecret,
    sellerId: '445566',
  })
  onCleanup(stop)
  const wallet = mercadoPagoWallet({ accessToken, webhookSecret, apiBaseUrl: url, timeoutMs })
  return { url, wallet, control }
})

function request(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    orderId: 7,
    reference: randomUUID(),
    title: 'Tu compra en GamerTech',
    amountCents: 123_456_789,
    currency: 'ARS',
    expiresAt: new Date(Date.now() + 15 * 60_000),
    backUrls: {
      success: 'http://127.0.0.1:1/payment/success?o=7',
      failure: 'http://127.0.0.1:1/payment/failure',
      pending: 'http://127.0.0.1:1/payment/pending',
    },
    notificationUrl: 'http://127.0.0.1:1/api/payment/webhook',
    idempotencyKey: randomUUID(),
    ...changes,
  }
}

const failureOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'no failure',
    (error) => error.kind,
  )
const parameterOf = (address: string, name: string) => new URL(address).searchParams.get(name) ?? ''

async function paid(wallet: PaymentWallet, choose: (id: string, how: 'approved') => Promise<string>) {
  const checkout = request()
  const { preferenceId } = await wallet.createCheckout(checkout)
  return { ...checkout, preferenceId, paymentId: parameterOf(await choose(preferenceId, 'approved'), 'payment_id') }
}

const checkoutWords = [
  ...['MODO PRUEBA', 'Tu compra en GamerTech', '1.234.567,89'],
  ...['Aprobar', 'Rechazar', 'Dejar pendiente', 'Volver sin pagar'],
]

test('tells instalments of each credit card that it takes, with total and cost of financing; one payment and a plan without that cost are none', async ({
  provider: { wallet, control },
}) => {
  const plans = await wallet.findInstalments(1_000_00)
  expect(plans.map(({ brand, count }) => `${brand} ${count}`)).toEqual([
    ...['Visa 3', 'Visa 6', 'Visa 12', 'Mastercard 3', 'Mastercard 6', 'Mastercard 12'],
    ...['American Express 6', 'American Express 12'],
  ])
  expect(plans.slice(0, 2)).toEqual([
    { brand: 'Visa', count: 3, amountCents: 333_33, totalCents: 1_000_00, cftea: '0,00%', isInterestFree: true },
    { brand: 'Visa', count: 6, amountCents: 207_70, totalCents: 1_246_20, cftea: '112,36%', isInterestFree: false },
  ])
  control.offerPlans([
    { brand: 'visa', count: 3, rate: 0.5, cft: '3,10' },
    { brand: 'master', count: 3, rate: 0, cft: '' },
    { brand: 'naranja', count: 9, rate: 0, cft: '0,00' },
    { brand: 'argencard', count: 9, rate: 0, cft: '0,00' },
    { brand: 'debvisa', count: 2, rate: 0, cft: '0,00' },
  ])
  expect(await wallet.findInstalments(100_00)).toMatchObject([
    { brand: 'Visa', cftea: '3,10%', isInterestFree: false },
    { brand: 'Naranja X', count: 9, isInterestFree: true },
  ])
  control.offerPlans([])
  expect(await wallet.findInstalments(100_00)).toEqual([])
  control.reset()
})

test('a checkout is opened, approved, and the payment is found by id and by reference', async ({ provider }) => {
  const { wallet, control } = provider
  const checkout = request()
  const { preferenceId, initPoint } = await wallet.createCheckout(checkout)
  expect(preferenceId).toMatch(/^445566-/)
  const page = await fetch(initPoint)
  expect(page.status).toBe(200)
  const text = await page.text()
  for (const words of checkoutWords) expect(text).toContain(words)
  const back = await control.choose(preferenceId, 'approved')
  expect(back).toMatch(/^http:\/\/127\.0\.0\.1:1\/payment\/success\?o=7&/)
  expect(parameterOf(back, 'external_reference')).toBe(checkout.reference)
  expect(parameterOf(back, 'merchant_account_id')).toBe('null')
  const paymentId = parameterOf(back, 'payment_id')
  const { sellerId, liveMode } = accountOfToken(accessToken)
  const facts = await wallet.getPayment(paymentId)
  expect(facts).toEqual({
    paymentId,
    status: 'approved',
    statusDetail: 'accredited',
    reference: checkout.reference,
    amountCents: 123_456_789,
    currency: 'ARS',
    sellerId,
    liveMode,
    refundedCents: 0,
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(Math.abs(Date.parse(facts?.updatedAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await wallet.findPayments(checkout.reference)).toEqual([facts])
})

test('rejected, then pending, then settled: every attempt is found, newest first', async ({ provider }) => {
  const { wallet, control } = provider
  const checkout = request()
  const { preferenceId } = await wallet.createCheckout(checkout)
  expect(await control.choose(preferenceId, 'rejected')).toContain('/payment/failure?')
  const back = await control.choose(preferenceId, 'pending')
  expect(back).toContain('/payment/pending?')
  const statuses = async () => (await wallet.findPayments(checkout.reference)).map(({ status }) => status)
  expect(await statuses()).toEqual(['pending', 'rejected'])
  const before = await wallet.getPayment(parameterOf(back, 'payment_id'))
  await control.settle(parameterOf(back, 'payment_id'), 'approved')
  expect(await statuses()).toEqual(['approved', 'rejected'])
  const after = await wallet.getPayment(parameterOf(back, 'payment_id'))
  expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''))
  await control.settle(parameterOf(back, 'payment_id'), 'charged_back')
  expect(await statuses()).toEqual(['charged_back', 'rejected'])
})

test('what the provider does not know is absent, not an error', async ({ provider }) => {
  const { wallet } = provider
  expect(await wallet.getPayment('20999999999')).toBeUndefined()
  expect(await wallet.getPayment('null')).toBeUndefined()
  expect(await wallet.getPayment('1/refunds')).toBeUndefined()
  expect(await wallet.findPayments(randomUUID())).toEqual([])
  expect(await failureOf(wallet.refund({ paymentId: '20999999999', idempotencyKey: 'a' }))).toBe('not_found')
})

test('more payments than one page holds are all found', async ({ provider }) => {
  const { wallet, control } = provider
  const checkout = request()
  const { preferenceId } = await wallet.createCheckout(checkout)
  for (let count = 0; count < 53; count += 1) await control.makePayment(preferenceId, 'rejected')
  const found = await wallet.findPayments(checkout.reference)
  expect(new Set(found.map(({ paymentId }) => paymentId)).size).toBe(53)
})

test('one idempotency key opens one checkout, another key opens another', async ({ provider }) => {
  const { wallet } = provider
  const checkout = request()
  const answers = await Promise.all([1, 2, 3].map(() => wallet.createCheckout(checkout)))
  expect(new Set(answers.map(({ preferenceId }) => preferenceId)).size).toBe(1)
  const other = await wallet.createCheckout({ ...checkout, idempotencyKey: randomUUID() })
  expect(other.preferenceId).not.toBe(answers[0]?.preferenceId)
})

test('refunds: in part, repeated without effect, the rest, and nothing after that', async ({ provider }) => {
  const { wallet, control } = provider
  const { paymentId } = await paid(wallet, control.choose)
  const part = { paymentId, amountCents: 29, idempotencyKey: 'part' }
  await wallet.refund(part)
  await wallet.refund(part)
  expect(await wallet.getPayment(paymentId)).toMatchObject({ status: 'approved', refundedCents: 29 })
  expect(await failureOf(wallet.refund({ ...part, amountCents: 30 }))).toBe('conflict')
  const tooMuch = { paymentId, amountCents: 123_456_789, idempotencyKey: 'too much' }
  expect(await failureOf(wallet.refund(tooMuch))).toBe('rejected_request')
  await wallet.refund({ paymentId, idempotencyKey: 'rest' })
  expect(await wallet.getPayment(paymentId)).toMatchObject({ status: 'refunded', refundedCents: 123_456_789 })
  expect(await failureOf(wallet.refund({ paymentId, idempotencyKey: 'again' }))).toBe('rejected_request')
})

test('a refund whose answer was lost is not paid twice', async ({ provider }) => {
  const { wallet, control } = provider
  const { paymentId } = await paid(wallet, control.choose)
  control.spoil('refund', 'lost_answer', 2)
  const order = { paymentId, amountCents: 1000, idempotencyKey: 'once' }
  expect(await failureOf(wallet.refund(order))).toBe('unavailable')
  await wallet.refund(order)
  expect(await wallet.getPayment(paymentId)).toMatchObject({ refundedCents: 1000 })
})

test('falsified facts are reported as the provider tells them', async ({ provider }) => {
  const { wallet, control } = provider
  const { preferenceId } = await wallet.createCheckout(request())
  const facts = { transaction_amount: 10.1, currency_id: 'USD', collector_id: 99, live_mode: true }
  const paymentId = await control.makePayment(preferenceId, 'approved', { ...facts, external_reference: 'another' })
  expect(await wallet.getPayment(paymentId)).toMatchObject({
    amountCents: 1010,
    currency: 'USD',
    sellerId: '99',
    liveMode: true,
    reference: 'another',
  })
})

test('[F12 partial] one failed answer is retried; of a provider that stays away no call, whatever is wrong with its answers, waits beyond the deadline', async ({
  provider,
}) => {
  const { wallet, control } = provider
  control.spoil('create_preference', 'error_500', 1)
  expect((await wallet.createCheckout(request())).preferenceId).toMatch(/^445566-/)
  const { paymentId, reference, preferenceId } = await paid(wallet, control.choose)
  const calls = {
    create_preference: () => wallet.createCheckout(request()),
    update_preference: () => wallet.closeCheckout(preferenceId),
    get_payment: () => wallet.getPayment(paymentId),
    search_payments: () => wallet.findPayments(reference),
    refund: () => wallet.refund({ paymentId, amountCents: 1, idempotencyKey: randomUUID() }),
    get_installments: () => wallet.findInstalments(100_00),
  }
  for (const kind of ['error_500', 'too_many_requests', 'broken_json', 'hang', 'hanging_body'] as const) {
    for (const call of operations) control.spoil(call, kind, 2)
    const started = Date.now()
    const failures = await Promise.all(operations.map(async (call) => [call, await failureOf(calls[call]())]))
    expect(failures, kind).toEqual(operations.map((call) => [call, 'unavailable']))
    expect(Date.now() - started, kind).toBeLessThan(timeoutMs * 2 + 2500)
    control.reset()
  }
  expect(await wallet.getPayment(paymentId)).toMatchObject({ status: 'approved', refundedCents: 0 })
  const nobody = mercadoPagoWallet({ accessToken, webhookSecret, apiBaseUrl: 'http://127.0.0.1:9', timeoutMs })
  expect(await failureOf(nobody.getPayment('1'))).toBe('unavailable')
})

test('refused credentials are a misconfiguration, refused content is a refused request', async ({ provider }) => {
  const { url, wallet } = provider
  const stranger = mercadoPagoWallet({ accessToken: 'TEST-wrong-1', webhookSecret, apiBaseUrl: url, timeoutMs })
  expect(await failureOf(stranger.createCheckout(request()))).toBe('misconfigured')
  expect(await failureOf(wallet.createCheckout(request({ amountCents: 0 })))).toBe('rejected_request')
  expect(await failureOf(wallet.createCheckout(request({ expiresAt: new Date(0) })))).toBe('rejected_request')
  expect(() => mercadoPagoWallet({ accessToken, webhookSecret: ' ' })).toThrow('webhook secret is empty')
  expect(() => mercadoPagoWallet({ accessToken: '', webhookSecret })).toThrow('access token is empty')
})
