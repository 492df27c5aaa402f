// /api/panel: the lists of the control panel, a page at a time, for admins.

import { Hono } from 'hono'
import { listQuery, panelQuery } from '#backend/domain/list.contract.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { findPanelProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder, findPanelOrders } from '#backend/readmodels/orders/orders.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findPanelUsers, findUser } from '#backend/readmodels/users/users.queries.ts'

type PanelShop = { db: Database; positions: Positions<ReadModelName> }

/** All products and accounts by id, products with reviews, and all orders newest first. */
export function panelRoutes({ db, positions }: PanelShop) {
  return new Hono<ApiEnv>()
    .get('/products', allow('admin'), validate('query', panelQuery), async (c) => {
      const { q, page } = c.req.valid('query')
      await waitForOwnWrites(c, positions, ['catalogue'])
      return c.json(await findPanelProducts(db, { q, page: Number(page ?? 1) }), 200)
    })
    .get('/users', allow('admin'), validate('query', panelQuery), async (c) => {
      const { q, page } = c.req.valid('query')
      await waitForOwnWrites(c, positions, ['users'])
      return c.json(await findPanelUsers(db, { q, page: Number(page ?? 1) }), 200)
    })
    .get('/reviewed', allow('admin'), validate('query', panelQuery), async (c) => {
      const { q, page } = c.req.valid('query')
      await waitForOwnWrites(c, positions, ['catalogue'])
      return c.json(await findPanelProducts(db, { q, page: Number(page ?? 1), isReviewed: true }), 200)
    })
    .get('/orders', allow('admin'), validate('query', listQuery), async (c) => {
      await waitForOwnWrites(c, positions, ['orders', 'users'])
      return c.json(await findPanelOrders(db, Number(c.req.valid('query').page ?? 1)), 200)
    })
    .get('/orders/:id', allow('admin'), validate('param', idParam), async (c) => {
      await waitForOwnWrites(c, positions, ['orders', 'users'])
      const order = await findOrder(db, Number(c.req.valid('param').id))
      if (!order) throw new Rejection('not_found')
      const buyer = await findUser(db, order.userId)
      return c.json({ ...order, buyer: buyer?.name ?? null }, 200)
    })
}
