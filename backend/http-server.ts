// The socket in front of the app: listens, and at the end lets requests under way finish.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { securityHeaders } from '#backend/http/middleware/security-headers.ts'
import type { Stage } from '#backend/http/routes/health.routes.ts'

/** Milliseconds that requests under way have to end in. */
const drainMs = 3000

/** Resolves once the server accepts connections; rejects if the address is taken. publicUrl: the address that shoppers know. */
export function listen(
  app: Hono,
  { host: hostname, port, publicUrl }: { host: string; port: number; publicUrl: string },
): Promise<ServerType> {
  const always = Object.entries(securityHeaders(publicUrl))
  return new Promise((done, fail) => {
    const fetch = (request: Request, env: HttpBindings | Http2Bindings) => {
      // Set on the socket's answer: an app header would cost every answer its quick way out.
      for (const [name, value] of always) env.outgoing.setHeader(name, value)
      return app.fetch(request, env)
    }
    const server = serve({ fetch, hostname, port }, () => {
      server.off('error', fail)
      done(server)
    })
    server.once('error', fail)
  })
}

/**
 * Lets a balancer notice before the door closes: for `seconds` whoever comes is still served, but each answer is the last of its
 * connection, so that the caller's next request comes by a new one, which is led elsewhere.
 */
export async function drain(life: { stage: Stage }, server: ServerType, seconds: number): Promise<void> {
  life.stage = 'draining'
  server.prependListener('request', (_request: unknown, response: { setHeader(name: string, value: string): void }) => {
    response.setHeader('Connection', 'close')
  })
  await sleep(seconds * 1000)
}

/**
 * Accepts nothing more, ends the streams, which have no end of their own, and resolves when the requests under way have ended; what is left
 * after drainMs is cut.
 */
export function closeServer(server: ServerType, streams: { close(): void }): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    streams.close()
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), drainMs).unref()
    }
  })
}
