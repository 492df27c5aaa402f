// /api/order/{id}/prepare, ship and deliver: how an admin moves a paid order on.
import { type Context, Hono } from 'hono'
import { fulfilOrder } from '#backend/commands/fulfil-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { shipmentEntry } from '#backend/domain/order/order.contract.ts'
import type { FulfilmentStep } from '#backend/domain/order/order.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder, type OrderDetail } from '#backend/readmodels/orders/orders.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

type FulfilmentShop = { db: Database; positions: Positions<ReadModelName>; services: PurchaseServices }

/** Each returns the order after the step. */
export function fulfilmentRoutes({ db, positions, services }: FulfilmentShop) {
  const take = async (c: Context<UserEnv>, id: string, step: FulfilmentStep): Promise<OrderDetail> => {
    const { position } = await fulfilOrder(services.store, commandContext(c), Number(id), step)
    notePosition(c, position)
    await positions.waitFor(['orders'], position)
    const order = await findOrder(db, Number(id))
    if (!order) throw new Rejection('not_found')
    return order
  }
  return new Hono<ApiEnv>()
    .post('/:id/prepare', allow('admin'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'PrepareOrder' }), 200),
    )
    .post('/:id/ship', allow('admin'), validate('param', idParam), validate('json', shipmentEntry), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'ShipOrder', ...c.req.valid('json') }), 200),
    )
    .post('/:id/deliver', allow('admin'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'DeliverOrder' }), 200),
    )
}
