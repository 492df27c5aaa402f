import type { RouterRoute } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'
import type { RoutePolicy } from '#backend/http/middleware/allow.ts'
import { isNamed } from '#backend/http/middleware/idempotency-key.ts'
import { type Call, type Contract, declared } from './call.ts'

export type Route = {
  method: string
  path: string
  policy: RoutePolicy | undefined
  isOnce: boolean
  /** Undefined is a fault in the API. */
  call?: Call | undefined
  contracts: readonly Contract[]
}

export function routesOf({ routes }: { routes: readonly RouterRoute[] }): Route[] {
  const known = new Map<string, Route>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL') continue
    const target = findTargetHandler(handler)
    const name = `${method} ${path}`
    const route = known.get(name) ?? { method, path, policy: undefined, isOnce: isNamed(method, path), contracts: [] }
    const { contracts = [], ...own } = declared.get(target) ?? {}
    known.set(name, { ...route, ...own, contracts: [...route.contracts, ...contracts] })
  }
  return [...known.values()]
}
