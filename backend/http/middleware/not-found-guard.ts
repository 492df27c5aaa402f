// Checks the route first: 404 for an unknown path, 405 for a wrong method.
import { createMiddleware } from 'hono/factory'
import type { Router } from 'hono/router'
import type { ApiEnv } from './allow.ts'
import { ApiProblem } from './problems.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Routes = Router<[unknown, { method: string }]>

export function requireKnownPath(routes: () => Routes) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (!serves(routes(), method, c.req.path)) {
      const allowed = methods.filter((other) => serves(routes(), other, c.req.path))
      if (allowed.length === 0) throw new ApiProblem('unknown_path')
      throw new ApiProblem('method_not_allowed', {}, { Allow: allowed.join(', ') })
    }
    await next()
  })
}

function serves(routes: Routes, method: string, path: string): boolean {
  return routes.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL')
}
