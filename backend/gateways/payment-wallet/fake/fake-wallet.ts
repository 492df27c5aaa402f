// The fake wallet, shown to shoppers as Monedero de prueba: a payment provider on its own port for development, tests
// and demos.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { Pool } from 'pg'
import { type FakeAddress, type FakeApp, pageHeaders, serveFake } from '#backend/gateways/fake/server.ts'
import { activityRoutes } from '#backend/gateways/payment-wallet/fake/pages/activity.ts'
import { checkoutRoutes } from '#backend/gateways/payment-wallet/fake/pages/checkout.ts'
import { type Bank, refuse } from './bank.ts'
import { controlOf } from './control.ts'
import { startCourier } from './courier.ts'
import { paymentRoutes } from './payment-routes.ts'
import { adoptPayments, type EarlierPayment } from './payments.ts'
import { preferenceRoutes } from './preferences.ts'
import { refundRoutes } from './refunds.ts'

/**
 * The role of `databaseUrl` needs the right to create a schema. `sellerId`: decimal digits. `retryDelaysMs`: how long
 * the courier waits before each further attempt.
 */
export interface FakeWalletSettings extends FakeAddress {
  readonly accessToken: string
  readonly webhookSecret: string
  readonly sellerId: string
  readonly retryDelaysMs?: readonly number[]
  readonly databaseUrl: string
}

const usualRetryDelaysMs = [2000, 5000, 15_000, 60_000, 300_000, 900_000]
const maxBodyBytes = 64 * 1024

function tokenCheck(accessToken: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${accessToken}`) return next()
    return refuse(c, 401, 'unauthorized', 'invalid access token')
  }
}

function addRoutes(app: FakeApp, bank: Bank, button: string): void {
  app.use(pageHeaders(), bodyLimit({ maxSize: maxBodyBytes }))
  app.use('/checkout/preferences/*', tokenCheck(bank.accessToken))
  app.use('/v1/*', tokenCheck(bank.accessToken))
  app.route('/', activityRoutes(bank))
  app.route('/', checkoutRoutes(bank))
  app.route('/', preferenceRoutes(bank))
  app.route('/', paymentRoutes(bank))
  app.route('/', refundRoutes(bank))
  app.get('/js/wallet-button.js', (c) => c.body(button, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.notFound((c) => refuse(c, 404, 'not_found', 'resource not found'))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    console.error('fake wallet:', error)
    return refuse(c, 500, 'internal_error', 'internal error')
  })
}

async function openPool(connectionString: string): Promise<Pool> {
  const pool = new Pool({ connectionString, application_name: 'fake wallet' })
  pool.on('error', (error) => console.error('fake wallet: database,', error.message))
  // The borrower sees the error of a lost connection; without this listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

export type FakeWallet = Awaited<ReturnType<typeof startFakeWallet>>

export async function startFakeWallet(settings: FakeWalletSettings) {
  const { accessToken, webhookSecret, sellerId, retryDelaysMs = usualRetryDelaysMs } = settings
  const pool = await openPool(settings.databaseUrl)
  const button = await readFile(join(import.meta.dirname, 'pages/wallet-button.js'), 'utf8')
  const courier = startCourier({ pool, webhookSecret, sellerId, retryDelaysMs })
  const bank: Bank = { pool, accessToken, sellerId, url: '', wake: courier.wake, isMuted: false }
  const server = await serveFake(settings, (app, url) => {
    bank.url = url
    addRoutes(app, bank, button)
  })
  const stop = async () => {
    await Promise.all([server.stop(), courier.stop()])
    await pool.end()
  }
  const adopt = (payments: readonly EarlierPayment[]) => adoptPayments(pool, sellerId, payments)
  return { url: server.url, adopt, control: controlOf(bank), stop }
}
