// The Buzón local: catches and shows every mail of the shop, for development, tests and demos.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { Pool } from 'pg'
import { startCatcher } from './catcher.ts'
import { listPage, mailPage, missingPage } from './mailbox-page.ts'
import { findMail, newestMails } from './mails.ts'

export interface MailboxSettings {
  readonly smtpPort: number
  readonly httpPort: number
  readonly host: string
  readonly pool: Pool
}

const listedMails = 200
/** A mail's own HTML may use inline images and styles, but no script, no form and no external resource. */
const framePolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox"

async function mailboxApp(pool: Pool): Promise<Hono> {
  const app = new Hono()
  const style = await readFile(join(import.meta.dirname, 'mailbox.css'), 'utf8')
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    frameSrc: ["'self'"],
    imgSrc: ['data:'],
  }
  const guard = secureHeaders({ contentSecurityPolicy })
  app.use((c, next) => (c.req.path.endsWith('/html') ? next() : guard(c, next)))
  app.get('/mailbox.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/', async (c) => {
    const to = c.req.query('to')?.trim() ?? ''
    return c.html(listPage(await newestMails(pool, to, listedMails), to))
  })
  app.get('/mails.json', async (c) => c.json(await newestMails(pool, c.req.query('to')?.trim() ?? '', listedMails)))
  app.get('/mails/:id', async (c) => {
    const mail = await findMail(pool, c.req.param('id'))
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404)
  })
  app.get('/mails/:id/html', async (c) => {
    const mail = await findMail(pool, c.req.param('id'))
    if (!mail) return c.html(missingPage(), 404)
    c.header('content-security-policy', framePolicy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    return c.html(html`<!doctype html><meta charset="utf-8" /><base target="_blank" />${raw(mail.html_body ?? '')}`)
  })
  app.notFound((c) => c.html(missingPage(), 404))
  return app
}

export async function startMailbox(
  settings: MailboxSettings,
): Promise<{ smtpUrl: string; url: string; stop(): Promise<void> }> {
  const { smtpPort, httpPort, host, pool } = settings
  await pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  const app = await mailboxApp(pool)
  const catcher = await startCatcher({ pool, host, port: smtpPort })
  const answer = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(httpPort, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    await catcher.stop()
    throw error
  }
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await Promise.all([closed, catcher.stop()])
  }
  const { port } = server.address() as AddressInfo
  return { smtpUrl: catcher.smtpUrl, url: `http://${host}:${port}`, stop }
}
