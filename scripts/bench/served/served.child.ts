// Benchmark child: the shop, the fake wallet or a bare Hono app.
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve as listen } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { loadConfig } from '#backend/config/config.ts'
import { createPool } from '#backend/db/database.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { startMailbox } from '#backend/gateways/mailer/fake/mailbox.ts'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { startShop } from '#backend/start-shop.ts'
import { type Counted, type Serving, shopSecrets, walletCredentials } from './served.ts'

type Served = { url: string; stop(): Promise<void> }

async function serveShop({
  databaseUrl,
  readUrls = [],
  role = 'both',
  walletUrl,
  smtpUrl = 'smtp://127.0.0.1:9',
  limits,
}: Extract<Serving, { kind: 'shop' }>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-bench-'))
  const demo = databaseUrl ? '0' : '1'
  const secrets = { DATA_KEY: shopSecrets.dataKey.toString('base64'), SESSION_SECRET: shopSecrets.sessionSecret }
  const quiet = { LOG_LEVEL: 'silent', TRUST_PROXY: '1' }
  const replicas = readUrls.length > 0 && { DATABASE_URL: databaseUrl, DATABASE_READ_URLS: readUrls.join(',') }
  const own = { DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: demo, ROLE: role, ...secrets, ...replicas }
  const config = loadConfig({ ...own, ...(limits && quiet) })
  const database = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir })
  const url = databaseUrl ?? database?.url ?? ''
  await migrate(url)
  const paymentWallet = { ...walletCredentials, publicKey: 'TEST-1', apiBaseUrl: walletUrl ?? 'http://127.0.0.1:9' }
  const signIn = { issuer: 'http://127.0.0.1:9', clientId: 'shop', clientSecret: 'secret' }
  const shop = await startShop(config, {
    databaseUrl: url,
    paymentWallet,
    smtpUrl,
    signIn,
    rateFactor: limits ? 1 : 1_000_000,
  })
  return {
    url: shop.url,
    async stop() {
      await shop.stop()
      await database?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function serveMailbox(databaseUrl: string): Promise<Served> {
  const pool = createPool(databaseUrl, { as: 'owner', max: 2, name: 'mailbox' })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, host: '127.0.0.1', pool })
  const stop = async () => {
    await mailbox.stop()
    await pool.end()
  }
  return { url: mailbox.smtpUrl, stop }
}

function serve(serving: Serving): Promise<Served> {
  if (serving.kind === 'shop') return serveShop(serving)
  if (serving.kind === 'bare') return serveBare()
  if (serving.kind === 'instant-wallet') return serveInstantWallet()
  if (serving.kind === 'mailbox') return serveMailbox(serving.databaseUrl)
  return startFakeWallet({ ...walletCredentials, ...serving, port: 0, host: '127.0.0.1', sellerId: '1' })
}

/** Opens every checkout at once, with the fields that the shop reads. */
async function serveInstantWallet() {
  const port = await freePort()
  const app = new Hono().post('/checkout/preferences/', (c) => {
    const id = `1-${randomUUID()}`
    return c.json({ id, init_point: `http://127.0.0.1:${port}/${id}` }, 201)
  })
  app.get('/v1/payments/search', (c) => c.json({ results: [], paging: { total: 0, limit: 50, offset: 0 } }, 200))
  return listenAt(port, app)
}

/** Answers /N with N bytes of JSON. */
async function serveBare() {
  const port = await freePort()
  const bodies = new Map<string, string>()
  const app = new Hono().on(['GET', 'POST'], '/:size', (c) => {
    const size = c.req.param('size')
    const body = bodies.get(size) ?? JSON.stringify('x'.repeat(Number(size) - 2))
    bodies.set(size, body)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  return listenAt(port, app)
}

function listenAt(port: number, app: Hono): Served {
  const server = listen({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  return { url: `http://127.0.0.1:${port}`, stop: async () => void server.close() }
}

/** Counts statements, since each is a round trip on a network. */
function countWork(): Counted {
  const counted = { statements: 0, calls: 0, connections: 0 }
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const send = function (this: pg.Client, ...args: unknown[]) {
    counted.statements++
    return query.apply(this, args)
  }
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  subscribe('undici:request:create', () => counted.calls++)
  subscribe('net.server.socket', () => counted.connections++)
  return counted
}

const counted = countWork()
const served = await serve(JSON.parse(process.argv[2] ?? '') as Serving)
process.send?.(served.url)
process.on('message', (asked) => {
  if (asked === 'count') process.send?.(counted)
  else void served.stop().then(() => process.exit(0))
})
