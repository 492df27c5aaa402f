// /api/panel: the staff's lists.
import { Hono } from 'hono'
import { changeSynonyms } from '#backend/commands/search/synonyms.ts'
import { panelOrdersQuery, panelQuery } from '#backend/domain/list.contract.ts'
import { panelOrdersAnswer } from '#backend/domain/order/order.contract.ts'
import { panelProductsAnswer } from '#backend/domain/product/catalogue.contract.ts'
import { changedSynonyms, synonymsAnswer } from '#backend/domain/synonyms/synonyms.contract.ts'
import { tidyLine } from '#backend/domain/synonyms/synonyms.limits.ts'
import { panelUsersAnswer } from '#backend/domain/user/user.contract.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { deliveryTableRoutes } from '#backend/http/routes/delivery/delivery.routes.ts'
import { dossierRoutes } from '#backend/http/routes/panel/dossier.routes.ts'
import { exportRoutes } from '#backend/http/routes/panel/export.routes.ts'
import { overviewRoutes } from '#backend/http/routes/panel/overview.routes.ts'
import { unmatchedRoutes } from '#backend/http/routes/panel/unmatched.routes.ts'
import { viewsRoutes } from '#backend/http/routes/panel/views.routes.ts'
import { pictureRoutes } from '#backend/http/routes/pictures.routes.ts'
import { panelProducts, panelReviewed } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import { panelOrders } from '#backend/readmodels/orders/panel-orders.queries.ts'
import { listSynonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { panelUsers } from '#backend/readmodels/users/users.queries.ts'

const calls = {
  products: { does: 'A page of all products.', returns: panelProductsAnswer },
  users: { does: 'A page of all accounts.', returns: panelUsersAnswer },
  reviewed: { does: 'A page of the products with reviews.', returns: panelProductsAnswer },
  orders: {
    does: 'A page of all orders with their buyers, or of those with this number, of buyers who are called so, or placed in these days.',
    returns: panelOrdersAnswer,
  },
  synonyms: { does: 'What people call things by another name, a line a meaning.', returns: synonymsAnswer },
  changeSynonyms: {
    does: 'Puts this list of synonyms in the place of the present one, or of the one that it says it has seen.',
    refuses: ['synonyms_changed'],
    returns: synonymsAnswer,
  },
} satisfies Record<string, Call>

export function panelRoutes(shop: ApiShop) {
  const { db } = shop
  return new Hono<ApiEnv>()
    .route('/synonyms', synonymsRoutes(shop))
    .route('/pictures', pictureRoutes(shop))
    .route('/delivery', deliveryTableRoutes(shop))
    .route('/overview', overviewRoutes(shop))
    .route('/exports', exportRoutes(shop))
    .route('/views', viewsRoutes(shop))
    .route('/unmatched', unmatchedRoutes(shop))
    .route('/', dossierRoutes(shop))
    .get('/products', allow('catalogue:read', calls.products, { query: panelQuery('products') }), async (c) =>
      c.json(await panelProducts.page(db, c.req.valid('query')), 200),
    )
    .get('/users', allow('accounts:read', calls.users, { query: panelQuery('users') }), async (c) =>
      c.json(await panelUsers.page(db, c.req.valid('query')), 200),
    )
    .get('/reviewed', allow('reviews:read', calls.reviewed, { query: panelQuery('reviewed') }), async (c) =>
      c.json(await panelReviewed.page(db, c.req.valid('query')), 200),
    )
    .get('/orders', allow('orders:read', calls.orders, { query: panelOrdersQuery }), async (c) =>
      c.json(await panelOrders.page(db, c.req.valid('query')), 200),
    )
}

function synonymsRoutes({ db, store }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('catalogue:read', calls.synonyms), async (c) =>
      c.json({ lines: [...(await listSynonyms(db))] }, 200),
    )
    .post('/', allow('catalogue:change', calls.changeSynonyms, { json: changedSynonyms }), async (c) => {
      const { lines: given, seen } = c.req.valid('json')
      const lines = given.map(tidyLine)
      const { position } = await changeSynonyms(store, commandContext(c), { lines, seen })
      notePosition(c, position)
      return c.json({ lines: [...(await listSynonyms(db))] }, 200)
    })
}
