// Child of the HTTP benchmark: the shop with its demo data on a database of its own, or a bare Hono app.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { loadConfig } from '#backend/config/config.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres/embedded-postgres.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { startShop } from '#backend/start-shop.ts'

async function serveShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-bench-'))
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: '1' })
  const database = await startEmbeddedPostgres({ dataDir })
  await migrate(database.url)
  const paymentWallet = {
    accessToken: 'TEST-1-0-0-1',
    webhookSecret: 'unused',
    publicKey: 'unused',
    apiBaseUrl: 'http://127.0.0.1:9',
  }
  const shop = await startShop(config, { databaseUrl: database.url, paymentWallet, smtpUrl: 'smtp://127.0.0.1:9' })
  return {
    url: shop.url,
    async stop() {
      await shop.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Answers /N with JSON text of N bytes. */
async function serveBare() {
  const port = await freePort()
  const bodies = new Map<string, string>()
  const app = new Hono().get('/:size', (c) => {
    const size = c.req.param('size')
    const body = bodies.get(size) ?? JSON.stringify('x'.repeat(Number(size) - 2))
    bodies.set(size, body)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  return { url: `http://127.0.0.1:${port}`, stop: async () => void server.close() }
}

const served = process.argv[2] === 'shop' ? await serveShop() : await serveBare()
process.send?.(served.url)
process.once('message', () => {
  void served.stop().then(() => process.exit(0))
})
