// A shop without a payment provider's credentials: what it starts in its place, and a sale through it.
import { afterEach, expect } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { monederoControl } from '#backend/gateways/payment-wallet/fake/control-client.ts'
import { notice } from '#backend/http/testing/api-fixture.ts'
import { clientOf } from '#backend/testing/shop-fixture.ts'
import { test } from '#scripts/testing/database.ts'
import { start, stopStarted, withoutServices } from '#scripts/testing/started-shop.ts'

afterEach(stopStarted)

test('[PAY-11] without an access token a wallet of its own takes the calls, shows the checkout and sends signed notices', {
  timeout: 240_000,
}, async ({ databaseUrl }) => {
  const port = await freePort()
  const printed = await start({
    ...withoutServices,
    ...{ PORT: String(port), DATABASE_URL: databaseUrl, DATA_KEY: Buffer.alloc(32, 7).toString('base64'), DEMO: '1' },
  }).up
  const walletUrl = /Monedero de prueba: (http:\/\/\S+)/.exec(printed)?.[1] ?? ''
  const client = clientOf(`http://localhost:${port}`, `http://127.0.0.1:${port}`)
  expect(new URL(walletUrl).port).not.toBe(String(port))
  expect((await fetch(`${walletUrl}/api/health`)).status).toBe(404)
  expect((await fetch(`${walletUrl}/v1/payments/1`)).status).toBe(401)
  const config = (await client.get('/api/payment/config')).body
  expect(config.scriptUrl).toBe(`${walletUrl}/js/sandbox.js`)
  expect((await fetch(config.scriptUrl)).headers.get('content-type')).toContain('javascript')

  const person = { name: 'Ana', email: 'ana@gamertech.test', password: 'Clave-segura-1' }
  const userId = (await client.post('/api/users/new', person)).body.user.id as number
  const product = (await client.get('/api/catalogue')).body.items[0]
  const buttons = { approved: 'Aprobar', rejected: 'Rechazar', pending: 'Dejar pendiente' } as const
  const states: Record<string, string> = { approved: 'paid', rejected: 'rejected', pending: 'placed' }
  const pool = createPool(databaseUrl, { as: 'owner', max: 1 })
  const notified = async (paymentId: string) =>
    (
      await pool.query("select 1 from es.events where data->>'paymentId' = $1 and meta->>'cause' = 'NotePayment'", [
        paymentId,
      ])
    ).rowCount
  for (const outcome of ['approved', 'rejected', 'pending'] as const) {
    await client.post('/api/cart/addproducttocart', { userId, productId: { id: product.id, quantity: 1 } })
    const price = (await client.get(`/api/cart/${userId}`)).body.subtotal
    const description = 'Tu compra en GamerTech'
    const { body: order } = await client.post('/api/payment/create_preference', { quantity: '1', price, description })
    expect(order.initPoint).toContain(`${walletUrl}/`)
    const page = await (await fetch(order.initPoint)).text()
    for (const button of Object.values(buttons)) expect(page).toContain(button)

    // The shopper's browser does not come back: what the shop learns, it learns from the notice.
    const back = await monederoControl(walletUrl, '').choose(order.id, outcome)
    const paymentId = new URL(back).searchParams.get('payment_id') ?? ''
    await expect.poll(() => notified(paymentId), { timeout: 20_000 }).toBe(1)
    const state = async () => (await client.get(`/api/order/${order.orderId}`)).body.state
    await expect.poll(state, { timeout: 20_000 }).toBe(states[outcome])
    await client.post('/api/cart/deleteitem', { userId, itemId: product.id })
  }
  const unsigned = await client.post('/api/payment/webhook?data.id=77&type=payment', notice('77'))
  expect(unsigned.status).toBe(401)
  await pool.end()
})
