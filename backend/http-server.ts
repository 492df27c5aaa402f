// The socket in front of the app: listens, and at the end lets requests under way finish.
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Door } from '#backend/http/door/door.ts'
import { boundUnread } from '#backend/http/door/unread-answers.ts'
import type { Stage } from '#backend/http/routes/health.routes.ts'

/** Milliseconds that requests under way have to end in. */
const drainMs = 3000

/** How much a caller may take of what others need too: times in milliseconds. */
export type Patience = {
  /** For the head of a request to come. */
  headMs: number
  /** For all of a request to come: a picture of five megabytes by a slow telephone. */
  requestMs: number
  /** Without anything sent, or anything read of an answer. */
  silenceMs: number
  /** How often the times of heads and requests are looked at. */
  lookEveryMs: number
  /** What all callers together may leave unread. */
  unreadBytes: number
}
const patience: Patience = {
  ...{ headMs: 20_000, requestMs: 120_000, silenceMs: 120_000, lookEveryMs: 5000 },
  unreadBytes: 64 * 1024 ** 2,
}

type Address = {
  host: string
  port: number
  /** Of every answer. */
  headers: Readonly<Record<string, string>>
  /** For tests; default: as above. */
  patience?: Patience
}

/** Resolves once the server accepts connections; rejects if the address is taken. */
export function listen(
  app: Hono,
  door: Door,
  {
    host: hostname,
    port,
    headers,
    patience: { headMs, requestMs, silenceMs, lookEveryMs, unreadBytes } = patience,
  }: Address,
): Promise<Server> {
  const always = Object.entries(headers)
  const fetch = (request: Request, env: HttpBindings | Http2Bindings) => {
    // Set on the socket's answer: an app header would cost every answer its quick way out.
    for (const [name, value] of always) env.outgoing.setHeader(name, value)
    return app.fetch(request, env)
  }
  const answer = getRequestListener(fetch, { hostname })
  const times = { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs }
  const server = createServer(times, (request, response) => {
    if (!door.turnsAway(request, response)) void answer(request, response)
  })
  server.timeout = silenceMs
  boundUnread(server, unreadBytes)
  server.on('connection', (socket) => {
    if (!door.admits(socket.remoteAddress, (leave) => socket.once('close', leave))) socket.destroy()
  })
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, hostname, () => {
      server.off('error', fail)
      done(server)
    })
  })
}

/**
 * Lets a balancer notice before the door closes: for `seconds` whoever comes is still served, but each answer is the last of its
 * connection, so that the caller's next request comes by a new one, which is led elsewhere.
 */
export async function drain(
  life: { stage: Stage },
  { server, door }: { server: Server; door: Door },
  seconds: number,
): Promise<void> {
  life.stage = 'draining'
  door.hurry()
  server.prependListener('request', (_request: unknown, response: { setHeader(name: string, value: string): void }) => {
    response.setHeader('Connection', 'close')
  })
  await sleep(seconds * 1000)
}

/**
 * Accepts nothing more, ends the streams, which have no end of their own, and resolves when the requests under way have ended; what is left
 * after drainMs is cut.
 */
export function closeServer(
  { server, door }: { server: Server; door: Door },
  streams: { close(): void },
): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    door.hurry()
    streams.close()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainMs).unref()
  })
}
