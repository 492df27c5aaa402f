// Refuses a query or body that the call doesn't declare, like an unknown field.
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { findTargetHandler } from 'hono/utils/handler'
import { contracts, refuseUnknown } from '#backend/http/middleware/validate.ts'

export async function requireKnownParts(c: Context): Promise<void> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!c.req.path.startsWith('/api/') || (isRead && !c.req.url.includes('?'))) return
  const parts = partsOf(c)
  if (!parts.has('query')) refuseUnknown(Object.keys(c.req.query()))
  if (!isRead && !parts.has('json') && isJson(c)) refuseUnknown(await keysOfBody(c))
}

/** Considers the matched route only, though others could fit the path. */
function partsOf(c: Context): Set<string> {
  const routes = matchedRoutes(c)
  const served = routes.find(({ method }) => method !== 'ALL')
  const own = routes.filter(({ path, method }) => path === served?.path && method === served.method)
  return new Set(own.flatMap(({ handler }) => contracts.get(findTargetHandler(handler))?.part ?? []))
}

function isJson(c: Context): boolean {
  return c.req.header('content-type')?.startsWith('application/json') ?? false
}

/** Empty without a body, and for bodies that are no JSON object, which nobody reads. */
async function keysOfBody(c: Context): Promise<string[]> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}
