// An SMTP server that accepts every mail and stores it raw in fake_mailbox.messages; the pages parse it on display.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

const largestMail = 5 * 1024 * 1024
export const keptMails = 5000

async function keep(pool: Pool, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks)
  if (stream.sizeExceeded) throw Object.assign(new Error('the mail is too large'), { responseCode: 552 })
  const { mailFrom, rcptTo } = session.envelope
  await pool.query({
    name: 'keep',
    text: `with caught as (insert into fake_mailbox.messages (sender, recipients, raw) values ($1, $2, $3) returning id)
      delete from fake_mailbox.messages m using caught where m.id <= caught.id - ${keptMails}`,
    values: [mailFrom ? mailFrom.address : '', rcptTo.map(({ address }) => address), raw],
  })
}

/** Starts the server on `host` and `port` (0: any free one). Accepts a mail only after storing it. */
export async function startCatcher(settings: {
  readonly pool: Pool
  readonly host: string
  readonly port: number
}): Promise<{ smtpUrl: string; stop(): Promise<void> }> {
  const { pool, host, port } = settings
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    onData(stream, session, done) {
      keep(pool, stream, session).then(
        () => done(),
        (error) => {
          console.error('mailbox: a mail was not kept,', String(error))
          done(error)
        },
      )
    },
  })
  server.on('error', (error) => console.error('mailbox:', error.message))
  server.listen(port, host)
  await once(server.server, 'listening')
  const { port: bound } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { smtpUrl: `smtp://${host}:${bound}`, stop }
}
