// Every request: its scope, its line in the log, and a channel for metrics and traces.
import { randomUUID } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { logDebug, logInfo } from '#backend/telemetry/log.ts'
import { runIn } from '#backend/telemetry/request-context.ts'

export type ObservedRequest = {
  /** performance.now() at the beginning. */
  readonly startedAt: number
  readonly method: string
  /** W3C trace context as the caller sent it, unchecked. */
  readonly traceparent: string | undefined
  /** Pattern of the route, with ids as they are named in it; known at the end. */
  route: string
  /** 0 until the end. */
  status: number
}

export const requests = tracingChannel<ObservedRequest>('gamertech:http:request')

/** Methods are written by the caller: others than these count as one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Asked every few seconds by machines. */
const quiet = new Set(['/api/health', '/api/ready', '/metrics'])

/** Goes before everything else. The correlation is always our own: a caller must not join another's. */
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

/** The pattern of the route that a request meets, or of the place where it meets none: never what the caller wrote. */
export function routePattern(c: Context): string {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '/*'
  return route === '/*' && /^\/api(\/|$)/.test(c.req.path) ? '/api/*' : route
}

/** On the socket's answer: a header of the app's would cost every answer its quick way out. */
function tellCorrelation(c: Context<{ Bindings: Partial<HttpBindings> }>, correlation: string): void {
  const outgoing = c.env?.outgoing
  if (outgoing) outgoing.setHeader('x-request-id', correlation)
  else c.header('x-request-id', correlation)
}
