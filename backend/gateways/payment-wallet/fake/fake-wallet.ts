// The fake wallet, shown to shoppers as Monedero de prueba: a payment provider on its own port.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { createPool } from '#backend/db/database.ts'
import { type FakeAddress, type FakeApp, pageHeaders, serveFake } from '#backend/gateways/fake/server.ts'
import { activityRoutes } from '#backend/gateways/payment-wallet/fake/pages/activity.ts'
import { checkoutRoutes } from '#backend/gateways/payment-wallet/fake/pages/checkout.ts'
import { type Bank, refuse } from './bank.ts'
import { controlOf } from './control.ts'
import { startCourier } from './courier.ts'
import { instalmentRoutes, usualPlans } from './instalments.ts'
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
  app.route('/', instalmentRoutes(bank))
  app.get('/js/wallet-button.js', (c) => c.body(button, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.notFound((c) => refuse(c, 404, 'not_found', 'resource not found'))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    console.error('fake wallet:', error)
    return refuse(c, 500, 'internal_error', 'internal error')
  })
}

export type FakeWallet = Awaited<ReturnType<typeof startFakeWallet>>

export async function startFakeWallet(settings: FakeWalletSettings) {
  const { accessToken, webhookSecret, sellerId, retryDelaysMs = usualRetryDelaysMs } = settings
  await using opened = new AsyncDisposableStack()
  const pool = createPool(settings.databaseUrl, { as: 'owner', name: 'fake wallet', limits: false })
  opened.defer(() => pool.end())
  await pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  const button = await readFile(join(import.meta.dirname, 'pages/wallet-button.js'), 'utf8')
  const courier = startCourier({ pool, webhookSecret, sellerId, retryDelaysMs })
  opened.defer(courier.stop)
  const bank: Bank = {
    pool,
    accessToken,
    sellerId,
    url: '',
    wake: courier.wake,
    isMuted: false,
    faults: [],
    plans: usualPlans,
  }
  const { stop } = await serveFake(settings, (app, url) => {
    bank.url = url
    addRoutes(app, bank, button)
  })
  opened.defer(stop)
  const running = opened.move()
  const adopt = (payments: readonly EarlierPayment[]) => adoptPayments(pool, sellerId, payments)
  return { url: bank.url, adopt, control: controlOf(bank), stop: () => running.disposeAsync() }
}
