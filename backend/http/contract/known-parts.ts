// A call that declares no query takes none, and one that declares no body takes none: what is sent there is refused like an unknown field.
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { findTargetHandler } from 'hono/utils/handler'
import { contracts, refuseUnknown } from '#backend/http/middleware/validate.ts'

/** For API calls; pages take any query. Throws the problem validation. */
export async function requireKnownParts(c: Context): Promise<void> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!c.req.path.startsWith('/api/') || (isRead && !c.req.url.includes('?'))) return
  const parts = partsOf(c)
  if (!parts.has('query')) refuseUnknown(Object.keys(c.req.query()))
  if (!isRead && !parts.has('json') && isJson(c)) refuseUnknown(await keysOfBody(c))
}

/** The parts that the route declares: other routes that would fit the path too are not asked. */
function partsOf(c: Context): Set<string> {
  const routes = matchedRoutes(c)
  const served = routes.find(({ method }) => method !== 'ALL')
  const own = routes.filter(({ path, method }) => path === served?.path && method === served.method)
  return new Set(own.flatMap(({ handler }) => contracts.get(findTargetHandler(handler))?.part ?? []))
}

function isJson(c: Context): boolean {
  return c.req.header('content-type')?.startsWith('application/json') ?? false
}

/** Empty for no body at all, and for what is no JSON or no object: nothing of it is read. */
async function keysOfBody(c: Context): Promise<string[]> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}
