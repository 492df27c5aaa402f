// A shop without a provider's credentials: what it starts in its place, and what it does not start with them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished } from 'vitest'
import { addProduct } from '#backend/commands/products/products.ts'
import { createPool } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { startMailbox } from '#backend/gateways/mailer/fake/mailbox.ts'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import { startProviderUnderTest } from '#backend/gateways/sign-in/testing/provider-under-test.ts'
import { notice, signature } from '#backend/http/testing/api-fixture.ts'
import { openCore } from '#backend/shop.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { type Client, clientOf } from '#scripts/testing/client.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import { start, stopStarted, withoutServices } from '#scripts/testing/started-shop.ts'
import { checkPort } from './check-port.mjs'

afterEach(stopStarted)

const test = databaseTest.extend('owner', ({ databaseUrl }, { onCleanup }) => {
  const pool = createPool(databaseUrl, { as: 'owner', max: 1 })
  onCleanup(() => pool.end())
  return pool
})

const dataKey = Buffer.alloc(32, 7)

/** Starts the shop with one product, without any service but a mail server; returns its address and what it printed. */
async function startedShop(databaseUrl: string) {
  const port = await freePort()
  const values = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_KEY: dataKey.toString('base64') }
  const { SMTP_URL: _, MAIL_FROM: __, ...withoutWalletAndProvider } = withoutServices
  const printed = await start({ ...withoutWalletAndProvider, ...values }).up
  await addOneProduct(databaseUrl)
  return { url: `http://localhost:${port}`, port, printed }
}

async function addOneProduct(databaseUrl: string): Promise<void> {
  const core = await openCore({ databaseUrl, dataKey, sessionSecret: 't'.repeat(40) })
  const details = {
    name: 'Teclado',
    category: 'Periféricos',
    description: 'Compacto.',
    imageUrl: '/img/a.webp',
    specs: [],
  }
  const product = { details, priceCents: 1050, currency: 'ARS', units: 5 }
  const { position } = await addProduct(core.store, { actor: 'operator', correlation: 'test' }, product)
  await core.positions.waitFor(['catalogue'], position)
  await core.close()
}

/** A new account presses 'Pagar' with one product in the cart. */
async function order(client: Client) {
  const person = { name: 'Ana', email: `${crypto.randomUUID()}@gamertech.test`, password: 'Clave-segura-1' }
  const userId = (await client.post('/api/users/new', person)).body.user.id as number
  const [product] = (await client.get('/api/catalogue')).body.items
  const line = { userId, productId: { id: product.id, quantity: 1 } }
  const cart = await client.post('/api/cart/addproducttocart', line)
  const echo = { quantity: '1', price: cart.body.subtotal, description: 'Tu compra en GamerTech' }
  return (await client.post('/api/payment/create_preference', echo)).body as {
    id: string
    orderId: number
    initPoint: string
  }
}

test('[PAY-11] [ENV-08 partial] without an access token a wallet of its own takes the calls, shows the checkout and sends signed notices', {
  timeout: 240_000,
}, async ({ databaseUrl, owner }) => {
  const { url, port, printed } = await startedShop(databaseUrl)
  // What is configured replaces its own stand-in alone.
  expect(printed).not.toContain('Buzón local')
  const walletUrl = /Monedero de prueba: (http:\/\/\S+)/.exec(printed)?.[1] ?? ''
  expect(new URL(walletUrl).port).not.toBe(String(port))
  expect((await fetch(`${walletUrl}/api/health`)).status).toBe(404)
  expect((await fetch(`${walletUrl}/v1/payments/1`)).status).toBe(401)
  const client = () => clientOf(url, `http://127.0.0.1:${port}`)
  const config = (await client().get('/api/payment/config')).body
  expect(config.scriptUrl).toBe(`${walletUrl}/js/wallet-button.js`)
  expect((await fetch(config.scriptUrl)).headers.get('content-type')).toContain('javascript')

  const noticed = "select 1 from es.events where data->>'paymentId' = $1 and meta->>'cause' = 'NotePayment'"
  const states = { approved: 'paid', rejected: 'rejected', pending: 'placed' } as const
  for (const outcome of ['approved', 'rejected', 'pending'] as const) {
    const buyer = client()
    const { id, orderId, initPoint } = await order(buyer)
    expect(initPoint).toContain(`${walletUrl}/`)
    const page = await (await fetch(initPoint)).text()
    for (const button of ['Aprobar', 'Rechazar', 'Dejar pendiente']) expect(page).toContain(button)

    // The shopper's browser does not come back: what the shop learns, it learns from the notice.
    const back = await pressButton(walletUrl, id, outcome)
    const paymentId = new URL(back).searchParams.get('payment_id')
    await expect.poll(async () => (await owner.query(noticed, [paymentId])).rowCount).toBe(1)
    const state = async () => (await buyer.get(`/api/order/${orderId}`)).body.state
    await expect.poll(state).toBe(states[outcome])
  }
  const unsigned = await client().post('/api/payment/webhook?data.id=77&type=payment', notice('77'))
  expect(unsigned.status).toBe(401)
})

/** Takes every way out of this machine by https, and lets none of them through. */
async function closedDoor(): Promise<{ url: string; asked: Set<string | undefined> }> {
  const asked = new Set<string | undefined>()
  const server = createServer().on('connect', ({ url }, socket) => {
    asked.add(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('[ENV-08] what is configured gets the calls, the sign-ins and the mails, and its stand-in of this machine does not start', async ({
  databaseUrl,
  owner,
}) => {
  const provider = await startProviderUnderTest()
  const mailServer = await startMailbox({ smtpPort: 0, httpPort: 0, host: '127.0.0.1', pool: owner })
  const door = await closedDoor()
  onTestFinished(() => Promise.all([provider.stop(), mailServer.stop()]).then(() => undefined))
  const port = await freePort()
  const secret = 'a-secret-of-the-webhook'
  const { issuer, clientId } = provider.settings
  const printed = await start({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKey.toString('base64'),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: 'a-secret-of-the-tests',
    SMTP_URL: mailServer.smtpUrl,
    MAIL_FROM: 'hola@tienda.example',
    MERCADOPAGO_WEBHOOK_SECRET: secret,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: door.url,
  }).up
  expect(printed).not.toMatch(/Monedero de prueba|Buzón local/)
  for (const standIn of [1, 2, 3]) await checkPort('127.0.0.1', port + standIn)

  const client = clientOf(`http://localhost:${port}`, `http://127.0.0.1:${port}`)
  const { url } = (await client.post('/api/auth/google/start', {})).body
  expect(new URL(url).origin).toBe(provider.url)
  expect(new URL(url).searchParams.get('client_id')).toBe(clientId)
  const person = { name: 'Ana', email: 'ana@tienda.example', password: 'Clave-segura-1' }
  expect((await client.post('/api/users/new', person)).status).toBe(201)
  const noticed = '/api/payment/webhook?data.id=77&type=payment'
  expect((await client.post(noticed, notice('77'), signature('77', secret))).status).toBe(200)
  const senders = async () => (await mailsTo(mailServer.url, person.email)).map(({ sender }) => sender)
  await expect.poll(senders).toEqual(['hola@tienda.example'])
  await expect.poll(() => [...door.asked]).toEqual(['api.mercadopago.com:443'])
})
