// Benchmark child: what stands around the shop, each in a process of its own: a bare Hono app, a wallet, a mailbox.
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createPool } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { startMailbox } from '#backend/gateways/mailer/fake/mailbox.ts'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { answerParent, specOfChild } from '#scripts/fault-injection/processes/child.ts'
import { walletCredentials } from '#scripts/fault-injection/processes/whole-shop.ts'
import type { SandboxSpec } from './sandbox.ts'

const host = '127.0.0.1'
const { kind, databaseUrl } = specOfChild<SandboxSpec>()

async function serveBare() {
  const bodies = new Map<string, Buffer<ArrayBuffer>>()
  const app = new Hono().on(['GET', 'POST'], '/:size', (c) => {
    const size = c.req.param('size')
    const body = bodies.get(size) ?? Buffer.alloc(Number(size), 'x')
    bodies.set(size, body)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  return listenAt(await freePort(), app)
}

/** Opens every checkout at once, with the fields that the shop reads. */
async function serveInstantWallet() {
  const port = await freePort()
  const app = new Hono().post('/checkout/preferences/', (c) => {
    const id = `1-${randomUUID()}`
    return c.json({ id, init_point: `http://${host}:${port}/${id}` }, 201)
  })
  app.get('/v1/payments/search', (c) => c.json({ results: [], paging: { total: 0, limit: 50, offset: 0 } }, 200))
  return listenAt(port, app)
}

function listenAt(port: number, app: Hono): string {
  serve({ fetch: app.fetch, port, hostname: host })
  return `http://${host}:${port}`
}

async function begin(): Promise<string> {
  if (kind === 'bare') return serveBare()
  if (kind === 'instant-wallet') return serveInstantWallet()
  if (kind === 'wallet')
    return (await startFakeWallet({ ...walletCredentials, databaseUrl, port: 0, host, sellerId: '1' })).url
  const pool = createPool(databaseUrl, { as: 'owner', max: 2, name: 'mailbox' })
  return (await startMailbox({ smtpPort: 0, httpPort: 0, host, pool })).smtpUrl
}

answerParent(await begin(), async () => undefined)
