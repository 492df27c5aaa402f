// /api/panel: the staff's lists and dossiers, saved views, unmatched payments, and the parts of the first page.
import { Hono } from 'hono'
import { refusalOf } from '#backend/commands/reconciliation/provider-failure.ts'
import { resolveSetAside } from '#backend/commands/resolve-set-aside.ts'
import { idParam, panelOrdersQuery, panelQuery } from '#backend/domain/list.contract.ts'
import {
  type OrderDetail,
  panelOrderAnswer,
  panelOrdersAnswer,
  paymentParam,
  rawPaymentsAnswer,
  unmatchedDecision,
} from '#backend/domain/order/order.contract.ts'
import {
  newReviewsAnswer,
  salesAnswer,
  soldProductsAnswer,
  suspensionsAnswer,
  unmatchedAnswer,
} from '#backend/domain/overview/overview.contract.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { panelProductsAnswer, panelReviewedAnswer } from '#backend/domain/product/catalogue.contract.ts'
import { panelUsersAnswer, userDossierAnswer } from '#backend/domain/user/user.contract.ts'
import { keptViews, viewsAnswer } from '#backend/domain/views/views.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { shippedFor } from '#backend/http/routes/order/shipped-to.ts'
import { chosenProducts } from '#backend/http/routes/panel/chosen-products.ts'
import { costRoutes } from '#backend/http/routes/panel/cost.routes.ts'
import { exportRoutes } from '#backend/http/routes/panel/export.routes.ts'
import { pictureRoutes } from '#backend/http/routes/pictures.routes.ts'
import { panelProducts, panelReviewed } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import { findOpenOrder, findOrder, findReference } from '#backend/readmodels/orders/orders.queries.ts'
import { panelOrders } from '#backend/readmodels/orders/panel-orders.queries.ts'
import {
  findAccountsOverview,
  findProductsOverview,
  findReviewsOverview,
  findSalesOverview,
} from '#backend/readmodels/overview/overview.queries.ts'
import { listAsideOf, listUnmatched } from '#backend/readmodels/overview/payments-aside.queries.ts'
import { findUser, panelUsers } from '#backend/readmodels/users/users.queries.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { settingsRoutes } from './settings.routes.ts'

const calls = {
  products: {
    does: 'A page of all products, each with the required attributes that it lacks.',
    returns: panelProductsAnswer,
  },
  users: { does: 'A page of all accounts.', returns: panelUsersAnswer },
  reviewed: { does: 'A page of the products with reviews.', returns: panelReviewedAnswer },
  orders: {
    does: 'A page of all orders with their buyers, or of those with this number, of buyers who are called so, or placed in these days.',
    returns: panelOrdersAnswer,
  },
  views: { does: 'The views of the panel that the caller keeps.', returns: viewsAnswer },
  keepViews: {
    does: 'Puts this list of views in the place of the one with the revision that was seen.',
    returns: viewsAnswer,
    refuses: ['views_changed'],
  },
  unmatched: {
    does: 'Payments that name no order: those that are left to deal with, then the others, the newest first; at most fifty.',
    returns: unmatchedAnswer,
  },
  decide: {
    does: 'Deals with a payment of no order: it goes back in full, or nothing is left to do.',
    returns: unmatchedAnswer,
    refuses: ['not_found', 'payment_not_acceptable', 'payment_unavailable'],
  },
  sales: { does: 'Sixty days of sales, the orders by state, and what waits for a decision.', returns: salesAnswer },
  soldProducts: {
    does: 'What sells best, what is sold out though it sells, and what to order again.',
    returns: soldProductsAnswer,
  },
  newReviews: { does: 'The newest reviews.', returns: newReviewsAnswer },
  suspensions: { does: 'The suspensions of the last week.', returns: suspensionsAnswer },
  order: { does: 'One order with its buyer.', returns: panelOrderAnswer, refuses: ['not_found'] },
  payments: {
    does: "The payments of an order in the provider's own words, what is of the payer masked.",
    returns: rawPaymentsAnswer,
    refuses: ['not_found', 'payment_unavailable'],
  },
  account: {
    does: 'One account, with the sessions and the order that it has open.',
    returns: userDossierAnswer,
    refuses: ['not_found'],
  },
} satisfies Record<string, Call>

export const panelRoutes = new Hono<ApiEnv>()
  .route('/pictures', pictureRoutes)
  .route('/', settingsRoutes)
  .route('/exports', exportRoutes)
  .route('/costs', costRoutes)
  .get('/products', allow('catalogue:read', calls.products, { query: panelQuery('products') }), async (c) => {
    const { db, catalogue } = c.var.shop
    const page = await panelProducts.page(db, await chosenProducts(c, c.req.valid('query')))
    const items = page.items.map((item) => ({ ...item, missing: catalogue.catalogue.missingOf(item) }))
    return c.json({ ...page, items }, 200)
  })
  .get('/users', allow('accounts:read', calls.users, { query: panelQuery('users') }), async (c) =>
    c.json(await panelUsers.page(c.var.shop.db, c.req.valid('query')), 200),
  )
  .get('/reviewed', allow('reviews:read', calls.reviewed, { query: panelQuery('reviewed') }), async (c) =>
    c.json(await panelReviewed.page(c.var.shop.db, c.req.valid('query')), 200),
  )
  .get('/orders', allow('orders:read', calls.orders, { query: panelOrdersQuery }), async (c) =>
    c.json(await panelOrders.page(c.var.shop.db, c.req.valid('query')), 200),
  )
  .get('/views', allow('views:own', calls.views), async (c) =>
    c.json(await c.var.shop.panelViews.of(c.var.session.userId), 200),
  )
  .post('/views', allow('views:own', calls.keepViews, { json: keptViews }), async (c) => {
    const { seen, views } = c.req.valid('json')
    return c.json(await c.var.shop.panelViews.keep(c.var.session.userId, seen, views), 200)
  })
  .get('/unmatched', allow('orders:read', calls.unmatched), async (c) =>
    c.json({ payments: await listUnmatched(c.var.shop.db) }, 200),
  )
  .post(
    '/unmatched/:id',
    allow('orders:refund', calls.decide, { param: paymentParam, json: unmatchedDecision }),
    async (c) => {
      const { db, services } = c.var.shop
      const decision = { orderId: null, paymentId: c.req.valid('param').id, ...c.req.valid('json') }
      await resolveSetAside(services, commandContext(c), decision)
      return c.json({ payments: await listUnmatched(db) }, 200)
    },
  )
  // One call per part of the panel's first page, so that each role gets its parts.
  .get('/overview/sales', allow('orders:read', calls.sales), async (c) =>
    c.json(await findSalesOverview(c.var.shop.db, c.var.shop.now()), 200),
  )
  .get('/overview/products', allow('catalogue:read', calls.soldProducts), async (c) =>
    c.json(await findProductsOverview(c.var.shop.db, c.var.shop.now()), 200),
  )
  .get('/overview/reviews', allow('reviews:read', calls.newReviews), async (c) =>
    c.json(await findReviewsOverview(c.var.shop.db, c.var.shop.now()), 200),
  )
  .get('/overview/accounts', allow('accounts:read', calls.suspensions), async (c) =>
    c.json(await findAccountsOverview(c.var.shop.db, c.var.shop.now()), 200),
  )
  .get('/orders/:id', allow('orders:read', calls.order, { param: idParam }), async (c) => {
    const { db, store, now } = c.var.shop
    const order = (await findOrder(db, c.req.valid('param').id, now())) ?? notFound()
    const buyer = await findUser(db, order.userId)
    const shown = await shippedFor(store, c.get('session'), order)
    const aside = await listAsideOf(db, order.id)
    const answers = await refundAnswers(store, order)
    return c.json({ ...shown, buyer: buyer?.name ?? null, aside, refundAnswers: answers }, 200)
  })
  .get('/orders/:id/payments', allow('orders:read', calls.payments, { param: idParam }), async (c) => {
    const { db, services } = c.var.shop
    const reference = (await findReference(db, c.req.valid('param').id)) ?? notFound()
    const payments = await services.wallet.findRawPayments(reference).catch((error: unknown) => {
      throw refusalOf(error)
    })
    return c.json({ payments }, 200)
  })
  .get('/users/:id', allow('accounts:read', calls.account, { param: idParam }), async (c) => {
    const { db, sessions, now } = c.var.shop
    const user = (await findUser(db, c.req.valid('param').id)) ?? notFound()
    const [open, { length: count }] = await Promise.all([findOpenOrder(db, user.id, now()), sessions.list(user.id)])
    const openOrder = open ? { id: open.id, total: open.total, holdUntil: open.holdUntil } : null
    return c.json({ user, sessions: count, openOrder }, 200)
  })

async function refundAnswers(
  store: ShopStore,
  { id, refunds, fullRefunds }: Pick<OrderDetail, 'id' | 'refunds' | 'fullRefunds'>,
): Promise<Record<string, string>> {
  const isStuck = ({ state }: { state: string }) => state === 'refused' || state === 'unanswered'
  if (![...refunds, ...fullRefunds].some(isStuck)) return {}
  const stream = `payment-${id}` as const
  const events = (await store.readStreams([stream])).get(stream) ?? []
  return Object.fromEntries(
    events.flatMap(({ data }) => {
      if (!('detail' in data)) return []
      // Keeps the first sentence; the rest repeats it for programs.
      const isPart = 'refund' in data && data.refund !== wholePayment
      return [[isPart ? String(data.refund) : data.paymentId, data.detail.replace(/ \[\{.*$/s, '')]]
    }),
  )
}
