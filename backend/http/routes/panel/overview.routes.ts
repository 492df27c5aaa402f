// /api/panel/overview: one call per part of the panel's first page, so that each role gets its parts.
import { Hono } from 'hono'
import {
  newReviewsAnswer,
  salesAnswer,
  soldProductsAnswer,
  suspensionsAnswer,
} from '#backend/domain/overview/overview.contract.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import {
  findAccountsOverview,
  findProductsOverview,
  findReviewsOverview,
  findSalesOverview,
} from '#backend/readmodels/overview/overview.queries.ts'

const calls = {
  sales: { does: 'Sixty days of sales, the orders by state, and what waits for a decision.', returns: salesAnswer },
  products: {
    does: 'What sells best, what is sold out though it sells, and what to order again.',
    returns: soldProductsAnswer,
  },
  reviews: { does: 'The newest reviews.', returns: newReviewsAnswer },
  accounts: { does: 'The suspensions of the last week.', returns: suspensionsAnswer },
} satisfies Record<string, Call>

export function overviewRoutes({ db, now }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/sales', allow('orders:read', calls.sales), async (c) => c.json(await findSalesOverview(db, now()), 200))
    .get('/products', allow('catalogue:read', calls.products), async (c) =>
      c.json(await findProductsOverview(db, now()), 200),
    )
    .get('/reviews', allow('reviews:read', calls.reviews), async (c) =>
      c.json(await findReviewsOverview(db, now()), 200),
    )
    .get('/accounts', allow('accounts:read', calls.accounts), async (c) =>
      c.json(await findAccountsOverview(db, now()), 200),
    )
}
