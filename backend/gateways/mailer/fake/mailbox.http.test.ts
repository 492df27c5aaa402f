// A mail goes the whole way: the shop's mailer, real SMTP, the database, the page.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Pool } from 'pg'
import { expect } from 'vitest'
import { type Mailer, MailerError, smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { test as withDatabase } from '#scripts/testing/database.ts'
import { keptMails } from './catcher.ts'
import { startMailbox } from './mailbox.ts'

const from = 'GamerTech <hola@gamertech.test>'

const test = withDatabase.extend('mailbox', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 3 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, host: '127.0.0.1', pool })
  onCleanup(async () => {
    await mailbox.stop()
    await pool.end()
  })
  return { ...mailbox, mailer: smtpMailer({ smtpUrl: mailbox.smtpUrl, from }) }
})

const address = () => `${randomUUID()}@gamertech.test`
const mail = (to: string) => ({
  to,
  subject: '¿Olvidaste tu contraseña? ñandú',
  text: 'Hola, María:\nentrá a http://localhost:3000/reset',
  html: '<p>Hola, <b>María</b></p><script>document.title = "ran"</script>',
})

async function mailsTo(url: string, to: string) {
  const answer = await fetch(`${url}/mails.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { id: string; message_id: string; subject: string; recipients: string[] }[]
}

async function failureOf(mailer: Mailer, to: string): Promise<string> {
  try {
    await mailer.send(mail(to))
    return 'no failure'
  } catch (error) {
    return error instanceof MailerError ? error.kind : String(error)
  }
}

test('a sent mail is readable on the page, accents and all, and its HTML can run nothing', async ({ mailbox }) => {
  const to = address()
  const messageId = `<${randomUUID()}@gamertech.test>`
  await mailbox.mailer.send({ ...mail(to), messageId })
  const [caught] = await mailsTo(mailbox.url, to)
  expect(caught).toMatchObject({ message_id: messageId, subject: mail(to).subject, recipients: [to] })
  const list = await (await fetch(mailbox.url)).text()
  expect(list).toContain('¿Olvidaste tu contraseña? ñandú')
  const page = await (await fetch(`${mailbox.url}/mails/${caught?.id}`)).text()
  expect(page).toContain(to)
  expect(page).toContain('Hola, María:\nentrá a http://localhost:3000/reset')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>')
  const frame = await fetch(`${mailbox.url}/mails/${caught?.id}/html`)
  expect(await frame.text()).toContain('<b>María</b>')
  expect(frame.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox /)
})

test('the list is filtered by recipient; what is not there is a 404 page', async ({ mailbox }) => {
  const [mine, other] = [address(), address()]
  await mailbox.mailer.send(mail(mine))
  await mailbox.mailer.send({ ...mail(other), subject: 'de otra persona' })
  const filtered = await (await fetch(`${mailbox.url}/?to=${mine.toUpperCase()}`)).text()
  expect(filtered).toContain(mine)
  expect(filtered).not.toContain('de otra persona')
  expect(await (await fetch(`${mailbox.url}/?to=%25`)).text()).toContain('Ningún correo para ese destinatario')
  for (const path of ['/mails/999999', '/mails/x', '/mails/999999/html', '/nope']) {
    expect((await fetch(mailbox.url + path)).status, path).toBe(404)
  }
})

test('one address is one address: a list or a line break in it reaches nobody else', async ({ mailbox }) => {
  const victim = address()
  for (const to of [`${address()}, ${victim}`, `${address()}\r\nBcc: ${victim}`]) {
    await mailbox.mailer.send(mail(to)).catch(() => undefined)
  }
  const caught = await mailsTo(mailbox.url, victim)
  expect(caught.filter(({ recipients }) => recipients.includes(victim))).toEqual([])
})

/** An SMTP server that answers every line with `reply`. */
async function startGrumbler(reply: string) {
  const server = createServer((socket) => {
    socket.write('220 grumbler\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('EHLO') ? '250-grumbler\r\n250 AUTH PLAIN\r\n' : reply),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const smtpUrl = `smtp://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
  return { smtpUrl, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

test('failures are told apart: try later, never, ask the operator', async () => {
  const replies = {
    unavailable: '451 later\r\n',
    refused: '550 no such person\r\n',
    misconfigured: '535 who are you\r\n',
  }
  for (const [kind, reply] of Object.entries(replies)) {
    const { smtpUrl, stop } = await startGrumbler(reply)
    const url = kind === 'misconfigured' ? smtpUrl.replace('//', '//user:pass@') : smtpUrl
    expect(await failureOf(smtpMailer({ smtpUrl: url, from }), address()), kind).toBe(kind)
    await stop()
  }
  expect(await failureOf(smtpMailer({ smtpUrl: 'smtp://127.0.0.1:9', from }), address())).toBe('unavailable')
})

test('mails of one moment go over a few kept connections; one that the server ended is followed by another, and each mail arrives once', async ({
  mailbox,
}) => {
  const opened: Socket[] = []
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const between = createServer((socket) => {
    opened.push(socket)
    const onward = connect(Number(port), hostname)
    for (const end of [socket, onward]) end.on('error', () => undefined)
    socket.on('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  const smtpUrl = `smtp://127.0.0.1:${(between.address() as AddressInfo).port}`
  const mailer = smtpMailer({ smtpUrl, from, connections: 2 })
  const to = address()
  const send = (count: number) => Promise.all(Array.from({ length: count }, () => mailer.send(mail(to))))
  await send(6)
  expect(opened.length).toBeLessThanOrEqual(2)
  for (const socket of opened) socket.destroy()
  await send(3)
  expect(await mailsTo(mailbox.url, to)).toHaveLength(9)
  mailer.close()
  await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
  await new Promise((resolve) => between.close(resolve))
})

test('a client that breaks off in the middle leaves nothing behind', async ({ mailbox }) => {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const to = address()
  const lines = ['EHLO x', 'MAIL FROM:<a@b.test>', `RCPT TO:<${to}>`, 'DATA', 'Subject: half']
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', reject)
    socket.on('data', () => {
      const line = lines.shift()
      if (line === undefined || line.startsWith('Subject')) socket.end(line ?? '', () => socket.destroy())
      else socket.write(`${line}\r\n`)
    })
    socket.on('close', () => resolve())
  })
  await mailbox.mailer.send(mail(address()))
  expect(await mailsTo(mailbox.url, to)).toEqual([])
})

test('the newest mails are kept, and no more', async ({ mailbox, databaseUrl }) => {
  const [old, recent, newest] = [address(), address(), address()]
  await mailbox.mailer.send(mail(old))
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query(
    "select setval(id, nextval(id) + $1::int) from pg_get_serial_sequence('fake_mailbox.messages', 'id') as id",
    [keptMails],
  )
  await pool.end()
  await mailbox.mailer.send(mail(recent))
  await mailbox.mailer.send(mail(newest))
  const caught = await Promise.all([old, recent, newest].map((to) => mailsTo(mailbox.url, to)))
  expect(caught.map(({ length }) => length)).toEqual([0, 1, 1])
})
