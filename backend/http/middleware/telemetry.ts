// Observes every request: scope, log line, and a channel for metrics and traces.
import { randomUUID } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'
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
  const observed: ObservedRequest = {
    startedAt: performance.now(),
    method: methods.has(c.req.method) ? c.req.method : 'OTHER',
    traceparent: c.req.header('traceparent'),
    route: '',
    status: 0,
  }
  tellCorrelation(c, scope.correlation)
  return runIn(scope, () => observe(c, next, observed))
})

async function observe(c: Context, next: Next, observed: ObservedRequest): Promise<void> {
  requests.start.publish(observed)
  try {
    await next()
  } finally {
    observed.route = routePattern(c)
    observed.status = c.res.status
    requests.asyncEnd.publish(observed)
    const { startedAt, method, route, status } = observed
    const line = { method, route, status, ms: Math.round((performance.now() - startedAt) * 100) / 100 }
    if (quiet.has(route)) logDebug('request', line)
    else logInfo('request', line)
  }
}

/** The pattern of the matched route, never the caller's text. */
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
