import type { Context } from 'hono'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { declared } from '#backend/http/contract/call.ts'
import { bringsToken } from '#backend/http/middleware/bearer-token.ts'
import { socketAddress } from '#backend/http/middleware/client-address.ts'

export type Measured = { contentType: string; text(): Promise<string> }

/** A configured token is required; otherwise only this machine may read, and nobody if the shop is public. */
type Access = { token?: string | undefined; isPublic: boolean }

export function metricsRoutes(metrics: Measured, access: Access) {
  return new Hono().get('/metrics', forOperator(access), async (c) =>
    c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }),
  )
}

function forOperator({ token, isPublic }: Access) {
  const middleware = createMiddleware(async (c, next) => {
    const mayRead = token === undefined ? !isPublic && isLocal(c) : bringsToken(c, token)
    if (!mayRead) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    return next()
  })
  declared.set(middleware, { policy: 'operator' })
  return middleware
}

/**
 * True for a local socket. Headers can only deny: proxied calls, and pages whose host name was pointed at this
 * machine, are refused. A silent proxy looks local, so this suffices only for a shop on this machine.
 */
function isLocal(c: Context): boolean {
  const isLoopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(socketAddress(c))
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) =>
    c.req.header(name),
  )
  return isLoopback && !isPassedOn && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(c.req.header('host') ?? '')
}
