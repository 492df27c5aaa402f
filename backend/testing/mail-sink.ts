// For tests: a mail server that takes everything and keeps nothing, one for each process, for shops whose mails are not looked at.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let started: Promise<string> | undefined

/** The sink's address; the first call starts it. It does not keep the process alive. */
export function mailSinkUrl(): Promise<string> {
  started ??= start()
  return started
}

async function start(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.on('end', () => done())
      stream.resume()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  server.server.unref()
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
