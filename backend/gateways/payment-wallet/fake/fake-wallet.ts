// The fake wallet, shown to shoppers as Monedero de prueba: a payment provider on its own port for development, tests
// and demos.
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { Pool, type PoolConfig } from 'pg'
import { PreparingClient } from '#backend/db/statements/prepared.ts'
import { activityRoutes } from '#backend/gateways/payment-wallet/fake/pages/activity.ts'
import { checkoutRoutes } from '#backend/gateways/payment-wallet/fake/pages/checkout.ts'
import { type Bank, refuse } from './bank.ts'
import { controlRoutes } from './control.ts'
import { startCourier } from './courier.ts'
import { merchantOrderRoutes } from './merchant-orders.ts'
import { OrderedFaults } from './ordered-faults.ts'
import { paymentRoutes } from './payment-routes.ts'
import { adoptPayments, type EarlierPayment } from './payments.ts'
import { preferenceRoutes } from './preferences.ts'
import { refundRoutes } from './refunds.ts'

/**
 * `port` 0 takes any free one. The role of `databaseUrl` needs the right to create a schema. `publicUrl`: address for
 * browsers, if different from host and port. `sellerId`: decimal digits. `retryDelaysMs`: pauses between delivery
 * attempts.
 */
export type FakeWalletSettings = {
  readonly port: number
  readonly host: string
  readonly publicUrl?: string
  readonly accessToken: string
  readonly webhookSecret: string
  readonly sellerId: string
  readonly retryDelaysMs?: readonly number[]
  readonly databaseUrl: string
}

const usualRetryDelaysMs = [2000, 5000, 15_000, 60_000, 300_000, 900_000]
const maxBodyBytes = 64 * 1024

function tokenCheck(accessToken: string): MiddlewareHandler {
  const expected = Buffer.from(`Bearer ${accessToken}`)
  return async (c, next) => {
    const given = Buffer.from(c.req.header('authorization') ?? '')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return next()
    return refuse(c, 401, 'unauthorized', 'invalid access token')
  }
}

/** The shop's own pages load the button's script from here too. */
async function assetRoutes(): Promise<Hono> {
  const routes = new Hono()
  const assets = [
    ['/js/wallet-button.js', 'pages/wallet-button.js', 'text/javascript; charset=utf-8'],
    ['/pages.css', 'pages/pages.css', 'text/css; charset=utf-8'],
    ['/activity.css', 'pages/activity.css', 'text/css; charset=utf-8'],
    ['/logo.svg', 'pages/logo.svg', 'image/svg+xml'],
  ] as const
  for (const [path, file, type] of assets) {
    const text = await readFile(join(import.meta.dirname, file), 'utf8')
    routes.get(path, (c) => c.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache' }))
  }
  return routes
}

type WalletEnv = { Bindings: HttpBindings }

/** Trusts Content-Length, since the socket reads no more than that; counts other bodies while reading. */
function limitBody(): MiddlewareHandler<WalletEnv> {
  const counted = bodyLimit({ maxSize: maxBodyBytes })
  return (c, next) => {
    const { 'transfer-encoding': encoding, 'content-length': length = 0 } = c.env.incoming.headers
    if (encoding !== undefined) return counted(c, next)
    if (Number(length) > maxBodyBytes) throw new HTTPException(413)
    return next()
  }
}

function pageHeaders(): MiddlewareHandler {
  // form-action stays open: after paying, the browser goes to the seller's address.
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  }
  const guard = secureHeaders({ contentSecurityPolicy, crossOriginResourcePolicy: 'cross-origin' })
  return (c, next) => (forPrograms.test(c.req.path) ? next() : guard(c, next))
}

const forPrograms = /^\/(checkout\/preferences|v1|merchant_orders|_control)(\/|$)/

async function fakeWalletApp(bank: Bank): Promise<Hono<WalletEnv>> {
  const app = new Hono<WalletEnv>()
  app.use(pageHeaders(), limitBody())
  for (const path of ['/checkout/preferences/*', '/v1/*', '/merchant_orders/*', '/_control/*']) {
    app.use(path, tokenCheck(bank.accessToken))
  }
  app.route('/', activityRoutes(bank))
  app.route('/', checkoutRoutes(bank))
  app.route('/', preferenceRoutes(bank))
  app.route('/', paymentRoutes(bank))
  app.route('/', refundRoutes(bank))
  app.route('/', merchantOrderRoutes(bank))
  app.route('/_control', controlRoutes(bank))
  app.route('/', await assetRoutes())
  app.notFound((c) => refuse(c, 404, 'not_found', 'resource not found'))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    console.error('fake wallet:', error)
    return refuse(c, 500, 'internal_error', 'internal error')
  })
  return app
}

function poolOf(connectionString: string, options: PoolConfig): Pool {
  const pool = new Pool({ connectionString, application_name: 'fake wallet', Client: PreparingClient, ...options })
  pool.on('error', (error) => console.error('fake wallet: database,', error.message))
  // The borrower sees the error of a lost connection; without this listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function openPool(databaseUrl: string): Promise<Pool> {
  const pool = poolOf(databaseUrl, {})
  try {
    await pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fake wallet has no port')
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

type FakeWallet = { url: string; adopt(payments: readonly EarlierPayment[]): Promise<void>; stop(): Promise<void> }

export async function startFakeWallet(settings: FakeWalletSettings): Promise<FakeWallet> {
  const { port, host, accessToken, webhookSecret, sellerId } = settings
  const pool = await openPool(settings.databaseUrl)
  const retryDelaysMs = settings.retryDelaysMs ?? usualRetryDelaysMs
  // The app needs its own port, so the first requests wait for it.
  const ready = Promise.withResolvers<Hono<WalletEnv>>()
  const answer = getRequestListener(async (request, env) => (await ready.promise).fetch(request, env as HttpBindings))
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  const localUrl = await listen(server, port, host)
  // Doesn't flush the courier's notes: a lost note only causes one more delivery.
  const couriers = poolOf(settings.databaseUrl, { max: 2, options: '-c synchronous_commit=off' })
  const courier = startCourier({ pool: couriers, webhookSecret, sellerId, retryDelaysMs })
  const url = (settings.publicUrl ?? localUrl).replace(/\/$/, '')
  const bank = { pool, accessToken, webhookSecret, sellerId, url, faults: new OrderedFaults(pool), wake: courier.wake }
  ready.resolve(await fakeWalletApp(bank))
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await courier.stop()
    await closed
    await Promise.all([pool.end(), couriers.end()])
  }
  return { url, adopt: (payments) => adoptPayments(pool, sellerId, payments), stop }
}
