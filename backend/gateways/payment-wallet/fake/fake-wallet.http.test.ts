// What the shop does not see through the adapter: notifications, guards of the checkout, several processes at once.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'
import { mercadoPagoWallet } from '#backend/gateways/payment-wallet/mercadopago.ts'
import { createDatabase, test as withDatabase } from '#scripts/testing/database.ts'
import { startFakeWallet } from './fake-wallet.ts'

const accessToken = 'TEST-1-2-3-445566'
const webhookSecret = 'the webhook secret of this test'

interface Received {
  readonly query: Record<string, string>
  readonly headers: IncomingHttpHeaders
  readonly body: { id?: number; action?: string }
}

/** A shop that only takes notifications and answers with the next of `answers`, then 200. */
async function startShop() {
  const received: Received[] = []
  const answers: number[] = []
  const take = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { searchParams } = new URL(incoming.url ?? '', 'http://shop')
    const body = (await json(incoming)) as Received['body']
    received.push({ query: Object.fromEntries(searchParams), headers: incoming.headers, body })
    answer.writeHead(answers.shift() ?? 200).end()
  }
  const server = createServer((incoming, answer) => void take(incoming, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const about = (paymentId: string) => received.filter(({ query }) => (query['data.id'] ?? query.id) === paymentId)
  return { url, answers, about, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const test = withDatabase
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = await startShop()
    onCleanup(shop.stop)
    return shop
  })
  .extend('fakeWallet', { scope: 'file' }, async ({ databaseUrl, shop }, { onCleanup }) => {
    const settings = { port: 0, host: '127.0.0.1', databaseUrl, accessToken, webhookSecret, sellerId: '445566' }
    const first = await startFakeWallet({ ...settings, retryDelaysMs: [20, 20] })
    const second = await startFakeWallet({ ...settings, retryDelaysMs: [20, 20] })
    onCleanup(async () => {
      await Promise.all([first.stop(), second.stop()])
    })
    const wallet = mercadoPagoWallet({ accessToken, webhookSecret, apiBaseUrl: first.url, timeoutMs: 2000 })
    const openCheckout = async (options: { lifeMs?: number } = {}) => {
      const back = (way: string) => `${shop.url}/payment/${way}`
      const reference = randomUUID()
      const { preferenceId, initPoint } = await wallet.createCheckout({
        orderId: 1,
        reference,
        title: 'Tu compra en GamerTech',
        amountCents: 150_050,
        currency: 'ARS',
        expiresAt: new Date(Date.now() + (options.lifeMs ?? 60_000)),
        backUrls: { success: back('success'), failure: back('failure'), pending: back('pending') },
        notificationUrl: `${shop.url}/webhook`,
        idempotencyKey: randomUUID(),
      })
      return { preferenceId, initPoint, reference }
    }
    return { first, second, wallet, control: first.control, openCheckout }
  })

test('wallets that start at once on one database make its tables once, and a later start keeps what they hold', async () => {
  const { databaseUrl, drop } = await createDatabase()
  onTestFinished(drop)
  const settings = { port: 0, host: '127.0.0.1', databaseUrl, accessToken, webhookSecret, sellerId: '445566' }
  const wallets = await Promise.all(Array.from({ length: 6 }, () => startFakeWallet(settings)))
  const asked = { items: [{ title: 'Una compra', quantity: 1, unit_price: 10, currency_id: 'ARS' }] }
  const ask = (url: string, way: string, body?: unknown) =>
    fetch(`${url}/checkout/preferences${way}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const made = await ask(wallets[0]?.url ?? '', '', asked)
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  await Promise.all(wallets.map(({ stop }) => stop()))
  const later = await startFakeWallet(settings)
  expect((await ask(later.url, `/${id}`)).status).toBe(200)
  await later.stop()
})

const verdictOn = (wallet: ReturnType<typeof mercadoPagoWallet>, { headers, query }: Received) =>
  wallet.verifyNotification({
    xSignature: headers['x-signature']?.toString(),
    xRequestId: headers['x-request-id']?.toString(),
    dataId: query['data.id'],
    now: new Date(),
  })
const soon = { timeout: 20_000, interval: 20 }

test('notifications are sent at once, signed so that the adapter accepts them, in both units of time', async ({
  fakeWallet,
  shop,
}) => {
  const { wallet, control, openCheckout } = fakeWallet
  const units = new Set<number>()
  for (let count = 0; count < 2; count += 1) {
    const { preferenceId } = await openCheckout()
    const paymentId = await control.makePayment(preferenceId, 'approved')
    await vi.waitFor(() => expect(shop.about(paymentId)).toHaveLength(1), soon)
    for (const notification of shop.about(paymentId)) {
      expect(verdictOn(wallet, notification)).toMatchObject({ ok: true })
      expect(notification.query).toEqual({ source_news: 'webhooks', 'data.id': paymentId, type: 'payment' })
      const { body, query } = notification
      const parsed = wallet.parseNotification({ query, body })
      expect(parsed).toEqual({ kind: 'payment', paymentId })
      units.add(String(notification.headers['x-signature']).split(',')[0]?.length ?? 0)
    }
  }
  expect(units).toEqual(new Set(['ts=1234567890'.length, 'ts=1234567890123'.length]))
})

test('a notification that nobody takes comes again, newly signed, until the courier gives up', async ({
  fakeWallet,
  shop,
}) => {
  const { wallet, control, openCheckout } = fakeWallet
  shop.answers.push(500, 302)
  const patient = await control.makePayment((await openCheckout()).preferenceId, 'approved')
  await vi.waitFor(async () => {
    expect(await control.deliveries(patient)).toMatchObject([{ state: 'delivered', attempts: 3, last_answer: '200' }])
  }, soon)
  expect(shop.about(patient).map((one) => verdictOn(wallet, one).ok)).toEqual([true, true, true])
  expect(new Set(shop.about(patient).map(({ body }) => body.id)).size).toBe(1)
  expect(new Set(shop.about(patient).map(({ headers }) => headers['x-request-id'])).size).toBe(3)
  shop.answers.push(500, 500, 401)
  const hopeless = await control.makePayment((await openCheckout()).preferenceId, 'approved')
  await vi.waitFor(async () => {
    expect(await control.deliveries(hopeless)).toMatchObject([{ state: 'given_up', attempts: 3, last_answer: '401' }])
  }, soon)
})

test('a muted notification is never sent, and told once more it is', async ({ fakeWallet, shop }) => {
  const { wallet, control, openCheckout } = fakeWallet
  control.mute()
  const { preferenceId } = await openCheckout()
  const paymentId = await control.makePayment(preferenceId, 'pending')
  expect(await control.deliveries(paymentId)).toMatchObject([{ state: 'muted', attempts: 0 }])
  control.reset()
  await control.notify(paymentId)
  await vi.waitFor(() => expect(shop.about(paymentId)).toHaveLength(1), soon)
  expect(shop.about(paymentId).filter((one) => verdictOn(wallet, one).ok)).toHaveLength(1)
})

test('twenty presses on Aprobar in two processes make one payment and one notification', async ({
  fakeWallet,
  shop,
}) => {
  const { first, second, wallet, openCheckout } = fakeWallet
  const { preferenceId, reference } = await openCheckout()
  const backs = await Promise.all(
    Array.from({ length: 20 }, (_, press) => (press % 2 ? first : second).control.choose(preferenceId, 'approved')),
  )
  expect(new Set(backs).size).toBe(1)
  const payments = await wallet.findPayments(reference)
  expect(payments).toHaveLength(1)
  await vi.waitFor(() => expect(shop.about(payments[0]?.paymentId ?? '')).toHaveLength(1), soon)
  expect((await fetch(`${second.url}/checkout/v1/redirect?pref_id=${preferenceId}`)).status).toBe(409)
})

test('an expired or unknown checkout takes no payment and says so', async ({ fakeWallet }) => {
  const { first, wallet, control, openCheckout } = fakeWallet
  const { preferenceId, initPoint, reference } = await openCheckout({ lifeMs: 300 })
  await vi.waitFor(async () => expect((await fetch(initPoint)).status).toBe(410), soon)
  expect(await (await fetch(initPoint)).text()).toContain('Este pago venció')
  expect(await control.choose(preferenceId, 'approved')).toContain('/checkout/v1/redirect?')
  expect(await wallet.findPayments(reference)).toEqual([])
  const unknown = await fetch(`${first.url}/checkout/v1/redirect?pref_id=%3Cscript%3E`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).not.toContain('<script>')
})

test('the API needs the token, the form needs its own page', async ({ fakeWallet }) => {
  const { first, wallet, openCheckout } = fakeWallet
  const { preferenceId, reference } = await openCheckout()
  for (const path of ['/v1/payments/1', '/v1/payments/search', '/checkout/preferences/x']) {
    expect((await fetch(first.url + path)).status, path).toBe(401)
  }
  const body = new URLSearchParams({ pref_id: preferenceId, outcome: 'approved' })
  const foreign = { method: 'POST', body, headers: { origin: 'https://evil.example' } }
  expect((await fetch(`${first.url}/checkout/pay`, foreign)).status).toBe(403)
  expect(await wallet.findPayments(reference)).toEqual([])
})
