// Every call of the API on one screen, and the types through which the front knows them.
import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ApplyGlobalResponse } from 'hono/client'
import type { ApiShop } from '#backend/http/api-shop.ts'
import { liveRoutes } from '#backend/http/live/live.routes.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { answerErrors, type Problem, type ProblemCode } from '#backend/http/middleware/problems.ts'
import { readOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { limitBody, limitDepth, requireKnownPath, requireOwnOrigin } from '#backend/http/middleware/request-guards.ts'
import { openApiRoutes } from '#backend/http/openapi/openapi.routes.ts'
import { cartRoutes } from '#backend/http/routes/cart.routes.ts'
import { catalogueRoutes } from '#backend/http/routes/catalogue.routes.ts'
import { deliveryRoutes } from '#backend/http/routes/delivery/delivery.routes.ts'
import { feedRoutes } from '#backend/http/routes/feed.routes.ts'
import { googleCredentialRoutes, googleRoutes } from '#backend/http/routes/google.routes.ts'
import { healthRoutes } from '#backend/http/routes/health.routes.ts'
import { mailRoutes } from '#backend/http/routes/mail.routes.ts'
import { orderRoutes, purchaseRoutes } from '#backend/http/routes/order/order.routes.ts'
import { auditRoutes } from '#backend/http/routes/panel/audit.routes.ts'
import { batchRoutes } from '#backend/http/routes/panel/batch.routes.ts'
import { operationsRoutes } from '#backend/http/routes/panel/operations.routes.ts'
import { panelRoutes } from '#backend/http/routes/panel/panel.routes.ts'
import { paymentRoutes } from '#backend/http/routes/payment.routes.ts'
import { personalDataRoutes } from '#backend/http/routes/person/personal-data.routes.ts'
import { avatarRoutes } from '#backend/http/routes/pictures.routes.ts'
import { productRoutes } from '#backend/http/routes/product/product.routes.ts'
import { sessionRoutes } from '#backend/http/routes/session.routes.ts'
import { shopRoutes } from '#backend/http/routes/shop.routes.ts'
import { userRoutes } from '#backend/http/routes/user.routes.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'

export function createApi(shop: ApiShop) {
  const api = new Hono<ApiEnv>().basePath('/api')
  const description = openApiRoutes(() => api.routes)
  return api
    .use(requireKnownPath(() => api.router))
    .use(withParts(shop), readOwnWrites)
    .use(requireOwnOrigin(shop.publicUrl), limitBody, limitDepth)
    .route('/', description)
    .route('/', healthRoutes(shop))
    .route('/shop', shopRoutes(shop))
    .route('/catalogue', catalogueRoutes(shop))
    .route('/product', productRoutes(shop))
    .route('/auth/google', googleRoutes(shop))
    .route('/users', googleCredentialRoutes(shop))
    .route('/users', userRoutes(shop))
    .route('/users', avatarRoutes(shop))
    .route('/users', personalDataRoutes(shop))
    .route('/send-email', mailRoutes(shop))
    .route('/session', sessionRoutes(shop))
    .route('/cart', cartRoutes(shop))
    .route('/delivery', deliveryRoutes(shop))
    .route('/payment', paymentRoutes(shop))
    .route('/purchase', purchaseRoutes(shop))
    .route('/order', orderRoutes(shop))
    .route('/panel', panelRoutes(shop))
    .route('/feed', feedRoutes(shop))
    .route('/live', liveRoutes(shop))
    .route('/panel/operations', operationsRoutes(shop))
    .route('/panel/batches', batchRoutes(shop))
    .route('/panel/audit', auditRoutes(shop))
    .onError(answerErrors(shop.report))
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
export type { Problem, ProblemCode }

type Answers = { [Status in 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503]: { json: Problem } }
type WithProblems<App> =
  App extends Hono<infer E, infer S, infer B> ? ApplyGlobalResponse<Hono<E, S, B>, Answers> : never

export type ShopApi = WithProblems<ReturnType<typeof shopRoutes>>
export type CatalogueApi = WithProblems<ReturnType<typeof catalogueRoutes>>
export type ProductApi = WithProblems<ReturnType<typeof productRoutes>>
export type UserApi = WithProblems<ReturnType<typeof userRoutes>>
export type MailApi = WithProblems<ReturnType<typeof mailRoutes>>
export type AvatarApi = WithProblems<ReturnType<typeof avatarRoutes>>
export type PersonalDataApi = WithProblems<ReturnType<typeof personalDataRoutes>>
export type GoogleApi = WithProblems<ReturnType<typeof googleRoutes>>
export type SessionApi = WithProblems<ReturnType<typeof sessionRoutes>>
export type CartApi = WithProblems<ReturnType<typeof cartRoutes>>
export type DeliveryApi = WithProblems<ReturnType<typeof deliveryRoutes>>
export type PaymentApi = WithProblems<ReturnType<typeof paymentRoutes>>
export type PurchaseApi = WithProblems<ReturnType<typeof purchaseRoutes>>
export type OrderApi = WithProblems<ReturnType<typeof orderRoutes>>
export type PanelApi = WithProblems<ReturnType<typeof panelRoutes>>
export type BatchApi = WithProblems<ReturnType<typeof batchRoutes>>
export type OperationsApi = WithProblems<ReturnType<typeof operationsRoutes>>
export type AuditApi = WithProblems<ReturnType<typeof auditRoutes>>
