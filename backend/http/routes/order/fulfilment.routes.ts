// /api/order/{id}/prepare, then ship and deliver, or ready and handover: the staff's steps.
import { type Context, Hono } from 'hono'
import { fulfilOrder } from '#backend/commands/fulfil-order.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { type OrderDetail, orderDetailAnswer, shipmentEntry } from '#backend/domain/order/order.contract.ts'
import type { FulfilmentStep } from '#backend/domain/order/order.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { orderShownAt } from './shown-order.ts'

const step = { returns: orderDetailAnswer, refuses: ['not_found', 'order_not_ready', 'other_delivery'] } as const
const calls = {
  prepare: { ...step, does: 'Notes that a paid order is packed.', refuses: ['not_found', 'order_not_ready'] },
  ship: { ...step, does: 'Notes that a prepared order is with a carrier.' },
  deliver: { ...step, does: 'Notes that a shipped order arrived.' },
  ready: { ...step, does: 'Notes that a prepared order can be picked up.' },
  handOver: { ...step, does: 'Notes that an order was picked up, which counts as its delivery.' },
} satisfies Record<string, Call>

export function fulfilmentRoutes(shop: ApiShop) {
  const take = async (c: Context<UserEnv>, id: number, step: FulfilmentStep): Promise<OrderDetail> => {
    const { position } = await fulfilOrder(shop.services.store, commandContext(c), id, step)
    return orderShownAt(c, shop, id, position)
  }
  return new Hono<ApiEnv>()
    .post('/:id/prepare', allow('orders:fulfil', calls.prepare, { param: idParam }), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'PrepareOrder' }), 200),
    )
    .post('/:id/ship', allow('orders:fulfil', calls.ship, { param: idParam, json: shipmentEntry }), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'ShipOrder', ...c.req.valid('json') }), 200),
    )
    .post('/:id/deliver', allow('orders:fulfil', calls.deliver, { param: idParam }), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'DeliverOrder' }), 200),
    )
    .post('/:id/ready', allow('orders:fulfil', calls.ready, { param: idParam }), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'ReadyOrder' }), 200),
    )
    .post('/:id/handover', allow('orders:fulfil', calls.handOver, { param: idParam }), async (c) =>
      c.json(await take(c, c.req.valid('param').id, { type: 'HandOverOrder' }), 200),
    )
}
