// What the adapter puts on the wire, seen by a server that only writes it down.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { mercadoPagoWallet } from './mercadopago.ts'
import type { PaymentWalletError } from './payment-wallet.ts'

interface Seen {
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly auto_return?: string; readonly items: unknown; readonly notification_url: string }
}

const test = base.extend('recorder', async ({}, { onCleanup }) => {
  const seen: Seen[] = []
  const record = async (incoming: IncomingMessage, answer: ServerResponse) => {
    seen.push({ headers: incoming.headers, body: (await json(incoming)) as Seen['body'] })
    answer.writeHead(201, { 'content-type': 'application/json' })
    answer.end('{"id":"1-a","init_point":"https://pay.example/"}')
  }
  const server = createServer((incoming, answer) => void record(incoming, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const apiBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wallet = mercadoPagoWallet({
    accessToken: 'TEST-1-2-3-4',
    webhookSecret: 'secret',
    apiBaseUrl,
    timeoutMs: 2000,
  })
  const open = (address: string, idempotencyKey: string) =>
    wallet.createCheckout({
      orderId: 7,
      reference: 'order-7',
      title: 'Tu compra en GamerTech',
      amountCents: 1999,
      currency: 'ARS',
      expiresAt: new Date('2099-01-01T00:00:00Z'),
      backUrls: { success: address, failure: address, pending: address },
      notificationUrl: address,
      idempotencyKey,
    })
  return { seen, open }
})

test('an automatic return is asked for only where the provider allows one', async ({ recorder }) => {
  const refused = ['http://gamertech.com.ar/ok', 'https://localhost/ok', 'https://10.0.0.1/ok', 'https://shop.test/ok']
  for (const address of ['https://gamertech.com.ar/ok', ...refused]) await recorder.open(address, 'key')
  const asked = recorder.seen.map(({ body }) => body.auto_return)
  expect(asked).toEqual(['approved', ...refused.map(() => undefined)])
})

test('one item with the whole amount, the token and the key of just this call', async ({ recorder }) => {
  await recorder.open('https://gamertech.com.ar/ok', 'first key')
  await recorder.open('https://gamertech.com.ar/ok', 'second key')
  expect(recorder.seen.map(({ headers }) => headers['x-idempotency-key'])).toEqual(['first key', 'second key'])
  expect(recorder.seen[0]?.headers.authorization).toBe('Bearer TEST-1-2-3-4')
  expect(recorder.seen[0]?.body).toMatchObject({
    items: [
      {
        id: '7',
        title: 'Tu compra en GamerTech',
        description: 'Tu compra en GamerTech',
        quantity: 1,
        unit_price: 19.99,
        currency_id: 'ARS',
      },
    ],
    external_reference: 'order-7',
    expires: true,
    expiration_date_to: '2099-01-01T00:00:00.000+00:00',
    // Without the older kind of notice, which nobody signs.
    notification_url: 'https://gamertech.com.ar/ok?source_news=webhooks',
  })
})

test('[PAY-02 partial] a provider that says nothing at all is given up within thirty seconds', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  })
  const apiBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wallet = mercadoPagoWallet({ accessToken: 'TEST-1-2-3-4', webhookSecret: 'secret', apiBaseUrl })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let outcome = 'it still waits'
  const asking = wallet.getPayment('1').catch(({ kind }: PaymentWalletError) => {
    outcome = kind
  })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(outcome).toBe('unavailable')
  await asking
})
