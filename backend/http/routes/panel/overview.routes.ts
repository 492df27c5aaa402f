// /api/panel/overview: one call per part of the panel's first page, so that each role gets its parts.
import { Hono } from 'hono'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import type { Database } from '#backend/readmodels/database.ts'
import {
  findAccountsOverview,
  findProductsOverview,
  findReviewsOverview,
  findSalesOverview,
} from '#backend/readmodels/overview/overview.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

type OverviewShop = { db: Database; positions: Positions<ReadModelName>; now: () => Date }

export function overviewRoutes({ db, positions, now }: OverviewShop) {
  return new Hono<ApiEnv>()
    .get('/sales', allow('orders:read'), async (c) => {
      await waitForOwnWrites(c, positions, ['daily_figures', 'orders', 'payments_aside', 'unmatched_payments'])
      return c.json(await findSalesOverview(db, now()), 200)
    })
    .get('/products', allow('catalogue:read'), async (c) => {
      await waitForOwnWrites(c, positions, ['product_sales', 'catalogue'])
      return c.json(await findProductsOverview(db, now()), 200)
    })
    .get('/reviews', allow('reviews:read'), async (c) => {
      await waitForOwnWrites(c, positions, ['daily_figures', 'reviews', 'catalogue', 'users'])
      return c.json(await findReviewsOverview(db, now()), 200)
    })
    .get('/accounts', allow('accounts:read'), async (c) => {
      await waitForOwnWrites(c, positions, ['daily_figures'])
      return c.json(await findAccountsOverview(db, now()), 200)
    })
}
