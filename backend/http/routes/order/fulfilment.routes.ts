// /api/order/{id}/prepare, then ship and deliver, or ready and handover: the staff's steps.
import { type Context, Hono } from 'hono'
import { fulfilOrder } from '#backend/commands/fulfil-order.ts'
import { shipmentEntry } from '#backend/domain/order/order.contract.ts'
import type { FulfilmentStep } from '#backend/domain/order/order.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { OrderDetail } from '#backend/readmodels/orders/orders.queries.ts'
import { type OrderShop, orderShownAt } from './shown-order.ts'

export function fulfilmentRoutes(shop: OrderShop) {
  const take = async (c: Context<UserEnv>, id: string, step: FulfilmentStep): Promise<OrderDetail> => {
    const { position } = await fulfilOrder(shop.services.store, commandContext(c), Number(id), step)
    return orderShownAt(c, shop, Number(id), position)
  }
  return new Hono<ApiEnv>()
    .post('/:id/prepare', allow('orders:fulfil'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'PrepareOrder' }), 200),
    )
    .post('/:id/ship', allow('orders:fulfil'), validate('param', idParam), validate('json', shipmentEntry), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'ShipOrder', ...c.req.valid('json') }), 200),
    )
    .post('/:id/deliver', allow('orders:fulfil'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'DeliverOrder' }), 200),
    )
    .post('/:id/ready', allow('orders:fulfil'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'ReadyOrder' }), 200),
    )
    .post('/:id/handover', allow('orders:fulfil'), validate('param', idParam), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'HandOverOrder' }), 200),
    )
}
