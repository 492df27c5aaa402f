import { randomUUID } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { logDebug, logInfo } from '#backend/telemetry/log.ts'
import { runIn } from '#backend/telemetry/request-context.ts'

export type ObservedRequest = {
  readonly startedAt: number
  readonly method: string
  readonly traceparent: string | undefined
  route: string
  status: number
}

export const requests = tracingChannel<ObservedRequest>('gamertech:http:request')

/** Groups other methods, since callers can invent any. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const quiet = new Set(['/api/health', '/api/ready', '/metrics'])

/** Runs first. The correlation is always new: callers must not join another's. */
export const observeRequests = createMiddleware(async (c, next) => {
  const scope = { correlation: randomUUID() }
  tellCorrelation(c, scope.correlation)
  return runIn(scope, async () => {
    const observed = begin(c.req.method, c.req.header('traceparent'))
    try {
      await next()
    } finally {
      end(observed, routePattern(c), c.res.status)
    }
  })
})

/** Observes an answer that is ready when it is asked for. Returns its correlation. */
export function observeReady({ method = '', headers }: IncomingMessage, route: string, status: number): string {
  const scope = { correlation: randomUUID() }
  runIn(scope, () => end(begin(method, headers.traceparent?.toString()), route, status))
  return scope.correlation
}

function begin(method: string, traceparent: string | undefined): ObservedRequest {
  const known = methods.has(method) ? method : 'OTHER'
  const observed: ObservedRequest = { startedAt: performance.now(), method: known, traceparent, route: '', status: 0 }
  requests.start.publish(observed)
  return observed
}

function end(observed: ObservedRequest, route: string, status: number): void {
  Object.assign(observed, { route, status })
  requests.asyncEnd.publish(observed)
  const { startedAt, method } = observed
  const line = { method, route, status, ms: Math.round((performance.now() - startedAt) * 100) / 100 }
  if (quiet.has(route)) logDebug('request', line)
  else logInfo('request', line)
}

export function routePattern(c: Context): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '/*'
  return route === '/*' && /^\/api(\/|$)/.test(c.req.path) ? '/api/*' : route
}

/** Sets the header on the socket, since the app's own would lose Hono's fast path. */
function tellCorrelation(c: Context<{ Bindings: Partial<HttpBindings> }>, correlation: string): void {
  const outgoing = c.env?.outgoing
  if (outgoing) outgoing.setHeader('x-request-id', correlation)
  else c.header('x-request-id', correlation)
}
