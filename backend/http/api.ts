// Every call of the API on one screen, and the types through which the front knows them.
import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ApplyGlobalResponse } from 'hono/client'
import type { ApiShop } from '#backend/http/api-shop.ts'
import { liveRoutes } from '#backend/http/live/live.routes.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { answerErrors, type Problem } from '#backend/http/middleware/problems.ts'
import { readOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { limitBody, requireKnownPath, requireOwnOrigin } from '#backend/http/middleware/request-guards.ts'
import { openApiRoutes } from '#backend/http/openapi/openapi.routes.ts'
import { cartRoutes } from '#backend/http/routes/cart.routes.ts'
import { catalogueRoutes } from '#backend/http/routes/catalogue.routes.ts'
import { feedRoutes } from '#backend/http/routes/feed.routes.ts'
import { googleRoutes } from '#backend/http/routes/google.routes.ts'
import { healthRoutes } from '#backend/http/routes/health.routes.ts'
import { mailRoutes } from '#backend/http/routes/mail.routes.ts'
import { orderRoutes, purchaseRoutes } from '#backend/http/routes/order/order.routes.ts'
import { auditRoutes } from '#backend/http/routes/panel/audit.routes.ts'
import { batchRoutes } from '#backend/http/routes/panel/batch.routes.ts'
import { operationsRoutes } from '#backend/http/routes/panel/operations.routes.ts'
import { panelRoutes } from '#backend/http/routes/panel/panel.routes.ts'
import { paymentRoutes } from '#backend/http/routes/payment.routes.ts'
import { productRoutes } from '#backend/http/routes/product/product.routes.ts'
import { sessionRoutes } from '#backend/http/routes/session.routes.ts'
import { deliveryRoutes, shopRoutes } from '#backend/http/routes/shop.routes.ts'
import { userRoutes } from '#backend/http/routes/user.routes.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'

const groups = {
  '/shop': shopRoutes,
  '/catalogue': catalogueRoutes,
  '/product': productRoutes,
  '/auth/google': googleRoutes,
  '/users': userRoutes,
  '/send-email': mailRoutes,
  '/session': sessionRoutes,
  '/cart': cartRoutes,
  '/delivery': deliveryRoutes,
  '/payment': paymentRoutes,
  '/purchase': purchaseRoutes,
  '/order': orderRoutes,
  '/panel': panelRoutes,
  '/feed': feedRoutes,
  '/live': liveRoutes,
  '/panel/operations': operationsRoutes,
  '/panel/batches': batchRoutes,
  '/panel/audit': auditRoutes,
}

export function createApi(shop: ApiShop) {
  const api = new Hono<ApiEnv>().basePath('/api')
  const description = openApiRoutes(() => api.routes)
  api
    .use(requireKnownPath(() => api.router))
    .use(withParts(shop), readOwnWrites)
    .use(requireOwnOrigin(shop.publicUrl), limitBody)
    .route('/', description)
    .route('/', healthRoutes(shop))
  for (const [path, routes] of Object.entries(groups)) api.route(path, routes)
  return api.onError(answerErrors(shop.report))
}

function withParts(shop: ApiShop): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.header('Cache-Control', 'no-store')
    c.set('shop', shop)
    c.set('requestId', currentScope()?.correlation ?? randomUUID())
    await next()
  }
}

export type { LiveNews, LiveProduct } from '#backend/http/live/published-products.ts'
export type { ProblemCode } from '#backend/http/problem-words.ts'
export type { Problem }

type Answers = { [Status in 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503]: { json: Problem } }
type WithProblems<App> =
  App extends Hono<infer E, infer S, infer B> ? ApplyGlobalResponse<Hono<E, S, B>, Answers> : never

export type Api = { [Path in keyof typeof groups]: WithProblems<(typeof groups)[Path]> }
