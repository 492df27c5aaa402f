// /metrics: what is measured, for this machine or for who brings the operator's token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { policies } from './caller.ts'
import { clientAddress } from './client-address.ts'

/** The metrics as text, and what kind of text that is. */
export type Measured = { contentType: string; text(): Promise<string> }

/** token: with it the metrics may be read from anywhere, and only with it; without one only from this machine. */
export function metricsRoutes(metrics: Measured, token: string | undefined) {
  return new Hono().get('/metrics', forOperator(token), async (c) =>
    c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }),
  )
}

/** Everybody else is answered as if there were nothing. */
function forOperator(token: string | undefined) {
  const middleware = createMiddleware(async (c, next) => {
    const mayRead = token === undefined ? isLocal(c) : bringsToken(c, token)
    if (!mayRead) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    return next()
  })
  policies.set(middleware, 'operator')
  return middleware
}

/**
 * A caller on this machine who calls it by a name of this machine. A proxy beside the shop passes on the calls of strangers: it
 * shows by the headers it adds or by the name they called.
 */
function isLocal(c: Context): boolean {
  const isLoopback = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(clientAddress(c))
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) =>
    c.req.header(name),
  )
  return isLoopback && !isPassedOn && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(c.req.header('host') ?? '')
}

function bringsToken(c: Context, token: string): boolean {
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
