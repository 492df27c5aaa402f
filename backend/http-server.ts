import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AdmissionControl } from '#backend/http/admission/admission-control.ts'
import { boundUnread } from '#backend/http/admission/unread-answers.ts'
import type { AnswerKept } from '#backend/http/from-memory.ts'
import type { Stage } from '#backend/http/routes/health.routes.ts'

const drainMs = 3000

/** Limits a caller's use of the server: times in milliseconds. */
export type Patience = {
  headMs: number
  /** Limits a whole request: five megabytes from a slow telephone. */
  requestMs: number
  silenceMs: number
  lookEveryMs: number
  unreadBytes: number
}
const patience: Patience = {
  ...{ headMs: 20_000, requestMs: 120_000, silenceMs: 120_000, lookEveryMs: 5000 },
  unreadBytes: 64 * 1024 ** 2,
}

type Address = {
  host: string
  port: number
  headers: Readonly<Record<string, string>>
  kept?: AnswerKept
  patience?: Patience
}

/** Resolves once the server accepts connections; rejects if the address is taken. */
export async function listen(
  app: Hono,
  admission: AdmissionControl,
  {
    host: hostname,
    port,
    headers,
    kept = () => false,
    patience: { headMs, requestMs, silenceMs, lookEveryMs, unreadBytes } = patience,
  }: Address,
): Promise<Server> {
  const always = Object.entries(headers)
  const fetch = (request: Request, env: HttpBindings | Http2Bindings) => {
    // Sets headers on the socket's answer, since app headers would cost the fast path.
    for (const [name, value] of always) env.outgoing.setHeader(name, value)
    return app.fetch(request, env)
  }
  const answer = getRequestListener(fetch, { hostname })
  const times = { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs }
  const server = createServer(times, (request, response) => {
    if (!admission.turnsAway(request, response) && !kept(request, response)) void answer(request, response)
  })
  server.timeout = silenceMs
  boundUnread(server, unreadBytes)
  server.on('connection', (socket) => {
    if (!admission.admits(socket.remoteAddress, (leave) => socket.once('close', leave))) socket.destroy()
  })
  await once(server.listen(port, hostname), 'listening')
  return server
}

/**
 * Serves for `seconds` with `Connection: close`, so that a balancer notices and leads callers elsewhere before the
 * server stops listening.
 */
export async function drain(life: { stage: Stage }, server: Server, seconds: number): Promise<void> {
  life.stage = 'draining'
  server.prependListener('request', (_request: unknown, response: { setHeader(name: string, value: string): void }) => {
    response.setHeader('Connection', 'close')
  })
  await sleep(seconds * 1000)
}

/** Stops listening, ends streams, and resolves when running requests have ended; cuts the rest after drainMs. */
export function closeServer(server: Server, streams: { close(): void }): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    streams.close()
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainMs).unref()
  })
}
