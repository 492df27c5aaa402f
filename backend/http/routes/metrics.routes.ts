// /metrics: what is measured, for this machine or for who brings the operator's token.
import type { Context } from 'hono'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { policies } from '#backend/http/middleware/allow.ts'
import { bringsToken } from '#backend/http/middleware/bearer-token.ts'
import { socketAddress } from '#backend/http/middleware/client-address.ts'

/** The metrics as text, and what kind of text that is. */
export type Measured = { contentType: string; text(): Promise<string> }

/** Who may read: with a token it alone opens; without one this machine does, and nobody if others may reach the shop. */
type Access = { token?: string | undefined; isPublic: boolean }

/** GET /metrics in the Prometheus text format. */
export function metricsRoutes(metrics: Measured, access: Access) {
  return new Hono().get('/metrics', forOperator(access), async (c) =>
    c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }),
  )
}

/** Everybody else is answered as if there were nothing. */
function forOperator({ token, isPublic }: Access) {
  const middleware = createMiddleware(async (c, next) => {
    const mayRead = token === undefined ? !isPublic && isLocal(c) : bringsToken(c, token)
    if (!mayRead) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    return next()
  })
  policies.set(middleware, 'operator')
  return middleware
}

/**
 * Whether the socket is of this machine. Headers only take away: a proxy that says it passed the call on, or a page of
 * elsewhere whose name was pointed at this machine, is refused; a proxy that says neither cannot be told from a local caller,
 * which is why this does for a shop of this machine alone.
 */
function isLocal(c: Context): boolean {
  const isLoopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(socketAddress(c))
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) =>
    c.req.header(name),
  )
  return isLoopback && !isPassedOn && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(c.req.header('host') ?? '')
}
