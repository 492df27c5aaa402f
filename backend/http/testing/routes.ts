// For tests that must hold for every call: the routes of a running shop, each once, with what each declares.
import { findTargetHandler } from 'hono/utils/handler'
import { policies, type RoutePolicy } from '#backend/http/middleware/allow.ts'
import { contracts } from '#backend/http/middleware/validate.ts'
import type { Shop } from '#backend/testing/shop-fixture.ts'

export type Route = {
  method: string
  /** With its parameters as `:name`. */
  path: string
  policy: RoutePolicy | undefined
  contracts: NonNullable<ReturnType<typeof contracts.get>>[]
}

/** The routes of the whole shop in the order in which they are tried. */
export function routesOf({ app }: Pick<Shop, 'app'>): Route[] {
  const routes = new Map<string, Route>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const target = findTargetHandler(handler)
    const known = routes.get(`${method} ${path}`)
    const contract = contracts.get(target)
    routes.set(`${method} ${path}`, {
      method,
      path,
      policy: known?.policy ?? policies.get(target),
      contracts: [...(known?.contracts ?? []), ...(contract ? [contract] : [])],
    })
  }
  return [...routes.values()]
}
