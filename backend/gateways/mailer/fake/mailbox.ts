// The Buzón local: catches and shows every mail of the shop, for development, tests and demos.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import type { Pool } from 'pg'
import { type FakeApp, pageHeaders, serveFake } from '#backend/gateways/fake/server.ts'
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

function addPages(app: FakeApp, pool: Pool): void {
  app.get('/mails/:id/html', async (c) => {
    const mail = await findMail(pool, c.req.param('id'))
    if (!mail) return c.html(missingPage(), 404)
    c.header('content-security-policy', framePolicy)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    return c.html(html`<!doctype html><meta charset="utf-8" /><base target="_blank" />${raw(mail.html_body ?? '')}`)
  })
  app.use(pageHeaders())
  app.get('/', async (c) => {
    const to = c.req.query('to')?.trim() ?? ''
    return c.html(listPage(await newestMails(pool, to, listedMails), to))
  })
  app.get('/mails.json', async (c) => c.json(await newestMails(pool, c.req.query('to')?.trim() ?? '', listedMails)))
  app.get('/mails/:id', async (c) => {
    const mail = await findMail(pool, c.req.param('id'))
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404)
  })
  app.notFound((c) => c.html(missingPage(), 404))
}

export async function startMailbox(settings: MailboxSettings) {
  const { smtpPort, httpPort, host, pool } = settings
  await pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  const pages = await serveFake({ port: httpPort, host }, (app) => addPages(app, pool))
  const catcher = await startCatcher({ pool, host, port: smtpPort })
  const stop = async () => {
    await Promise.all([pages.stop(), catcher.stop()])
  }
  return { smtpUrl: catcher.smtpUrl, url: pages.url, stop }
}
