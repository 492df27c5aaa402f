// Purchases with a provider that answers in the full shapes of its API reference: what the shop's own wallet is a part of.
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import { notice, signature } from '#backend/http/testing/api-fixture.ts'
import { paymentShape, preferenceShape, refundShape } from '#backend/http/testing/provider-shapes.ts'
import { makeProduct, openShop, signedIn, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

/** A provider of few words: one preference a call, and the payments that a test puts into it. */
async function startProvider() {
  const calls: { line: string; agent: string }[] = []
  const payments = new Map<string, ReturnType<typeof paymentShape>>()
  const answerOf = (line: string, body: Record<string, unknown>): [number, object] => {
    const [, id = ''] = /\/v1\/payments\/(\d+)/.exec(line) ?? []
    const payment = payments.get(id)
    if (line.startsWith('POST /checkout/preferences')) return [201, preferenceShape(body)]
    if (payment && line.endsWith('/refunds')) return [201, refundShape(payment)]
    if (payment) return [200, payment]
    if (line.startsWith('GET /v1/payments/search')) {
      const reference = new URL(line.slice(4), 'http://provider').searchParams.get('external_reference')
      const results = [...payments.values()].filter((one) => one.external_reference === reference)
      return [200, { results, paging: { total: results.length, limit: 50, offset: 0 } }]
    }
    return [
      404,
      {
        message: 'Payment not found',
        error: 'not_found',
        status: 404,
        cause: [{ code: 2000, description: 'Payment not found', data: null }],
      },
    ]
  }
  const take = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const line = `${incoming.method} ${incoming.url}`
    calls.push({ line, agent: incoming.headers['user-agent'] ?? '' })
    const body = incoming.method === 'GET' ? {} : ((await json(incoming)) as Record<string, unknown>)
    const [status, shape] = answerOf(line, body)
    answer.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(shape))
  }
  const server = createServer((incoming, answer) => void take(incoming, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, calls, payments, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

const test = databaseTest
  .extend('provider', async ({}, { onCleanup }) => {
    const provider = await startProvider()
    onCleanup(provider.stop)
    return provider
  })
  .extend('shop', async ({ databaseUrl, provider }, { onCleanup }) => {
    const shop = await openShop(databaseUrl, { wallet: { apiBaseUrl: provider.url } })
    onCleanup(shop.stop)
    return shop
  })

/** Lines of code outside tests and fakes that name a fake; the configuration decides whether a start may bring one. */
async function branchesOnFakes(): Promise<string[]> {
  const root = join(import.meta.dirname, '../..')
  const files = await readdir(root, { recursive: true })
  const own = files.filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)(fake|testing|config)\//.test(path))
  expect(own.length).toBeGreaterThan(100)
  const found = await Promise.all(
    own.map(async (path) => {
      const lines = (await readFile(join(root, path), 'utf8')).split('\n')
      const code = lines.filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
      const isOfFakes = (line: string) => /monedero|sandbox(?!")|\bfakes?\b/i.test(line) // a policy of a page ends with the word
      return code.filter(isOfFakes).map((line) => `${path}: ${line}`)
    }),
  )
  return found.flat()
}

test('[PAY-12] the same adapter, with the provider’s SDK in every call, buys and refunds in the provider’s own shapes', async ({
  provider,
  shop,
}) => {
  expect(await branchesOnFakes()).toEqual([])
  const buyer = await signedIn(shop)
  const id = await makeProduct(await signedIn(shop, { admin: true }), { price: 1500.5 })
  await buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id, quantity: 1 } })
  const echo = { quantity: '1', price: 1500.5, description: 'Tu compra en GamerTech' }
  const { body: order } = await buyer.post('/api/payment/create_preference', echo)
  expect(order.initPoint).toMatch(/^https:\/\/www\.mercadopago\.com\.ar\/checkout\/v1\/redirect\?pref_id=445566-/)
  const state = async () => (await buyer.get(`/api/order/${order.orderId}`)).body.state
  await expect.poll(state).toBe('placed')
  const { rows } = await shop.core.pool.query('select reference from rm.orders where order_id = $1', [order.orderId])
  const tell = async (paymentId: string, status: string) => {
    provider.payments.set(paymentId, paymentShape(Number(paymentId), status, rows[0].reference, 1500.5))
    const signed = signature(paymentId, walletCredentials.webhookSecret, `notice-${paymentId}-${status}`)
    await shop.client().post(`/api/payment/webhook?data.id=${paymentId}&type=payment`, notice(paymentId), signed)
  }
  await tell('132466892137', 'in_process')
  await buyer.post('/api/payment/return', { orderId: order.orderId })
  expect(await state()).toBe('placed')
  await tell('132466892138', 'approved')
  await expect.poll(state).toBe('paid')
  await tell('132466892139', 'approved')
  const refunds = () => provider.calls.filter(({ line }) => line === 'POST /v1/payments/132466892139/refunds')
  await expect.poll(() => refunds().length).toBe(1)
  expect(await state()).toBe('paid')

  const agents = provider.calls.map(({ agent }) => agent.replace(/ \(.*/, ''))
  expect(new Set(agents)).toEqual(new Set(['MercadoPago Node.js SDK v3.6.1']))
  expect(new Set(provider.calls.map(({ line }) => line.replace(/\d{6,}|\?.*/g, '')))).toEqual(
    new Set([
      'POST /checkout/preferences/',
      'GET /v1/payments/',
      'GET /v1/payments/search',
      'POST /v1/payments//refunds',
    ]),
  )
})
