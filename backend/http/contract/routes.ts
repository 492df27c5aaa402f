// Lists each call's path, policy and contracts, from the router alone.
import type { RouterRoute } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'
import { described, policies, type RoutePolicy } from '#backend/http/middleware/allow.ts'
import { once } from '#backend/http/middleware/idempotency-key.ts'
import { contracts } from '#backend/http/middleware/validate.ts'
import type { Call } from './call.ts'

export type Route = {
  method: string
  path: string
  policy: RoutePolicy | undefined
  isOnce: boolean
  /** Undefined is a fault in the API. */
  call?: Call | undefined
  contracts: NonNullable<ReturnType<typeof contracts.get>>[]
}

export function routesOf({ routes }: { routes: readonly RouterRoute[] }): Route[] {
  const known = new Map<string, Route>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL') continue
    const target = findTargetHandler(handler)
    const name = `${method} ${path}`
    const route = known.get(name) ?? { method, path, policy: undefined, isOnce: false, contracts: [] }
    const contract = contracts.get(target)
    known.set(name, {
      ...route,
      policy: route.policy ?? policies.get(target),
      call: route.call ?? described.get(target),
      isOnce: route.isOnce || target === once,
      contracts: contract ? [...route.contracts, contract] : route.contracts,
    })
  }
  return [...known.values()]
}
