// The socket in front of the app: listens, and at the end lets requests under way finish.
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** Milliseconds that requests under way have to end in. */
const drainMs = 3000

/** Resolves once the server accepts connections; rejects if the address is taken. headers: of every answer that does not set its own. */
export function listen(
  app: Hono,
  { hostname, port, headers }: { hostname: string; port: number; headers: Readonly<Record<string, string>> },
): Promise<ServerType> {
  const always = Object.entries(headers)
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

/** Accepts nothing more and resolves when the requests under way have ended; what is left after drainMs is cut. */
export function closeServer(server: ServerType): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    if ('closeIdleConnections' in server) {
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), drainMs).unref()
    }
  })
}
