// /api/order/{id}: the staff's acts: prepare, then ship and deliver, or ready and handover; refunds, and decisions about
// payments set aside. Each is answered with the order as it is then.
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { fulfilOrder } from '#backend/commands/changes.ts'
import { requestRefund } from '#backend/commands/refunds/refund-order.ts'
import { decideRefund } from '#backend/commands/refunds/refund-payment.ts'
import { resolveSetAside } from '#backend/commands/resolve-set-aside.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import {
  asideDecision,
  orderDetailAnswer,
  refundDismissal,
  refundEntry,
  refundRetry,
  shipmentEntry,
} from '#backend/domain/order/order.contract.ts'
import type { FulfilmentStep } from '#backend/domain/order/order.ts'
import type { RequestPart } from '#backend/domain/payment/refund-parts.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { namedRequest } from '#backend/http/middleware/idempotency-key.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'

const step = { returns: orderDetailAnswer, refuses: ['not_found', 'order_not_ready', 'other_delivery'] } as const
const calls = {
  prepare: { ...step, does: 'Notes that a paid order is packed.', refuses: ['not_found', 'order_not_ready'] },
  ship: { ...step, does: 'Notes that a prepared order is with a carrier.' },
  deliver: { ...step, does: 'Notes that a shipped order arrived.' },
  ready: { ...step, does: 'Notes that a prepared order can be picked up.' },
  handOver: { ...step, does: 'Notes that an order was picked up, which counts as its delivery.' },
  refund: {
    does: "Gives a part of a paid order's money back: for units of its lines, or an amount.",
    returns: orderDetailAnswer,
    refuses: ['not_found', 'order_not_open', 'refund_too_large'],
  },
  retry: {
    does: 'Asks again for a part of the money, or a whole payment, that the provider refused, or did not answer.',
    returns: orderDetailAnswer,
    refuses: ['not_found', 'order_not_open', 'refund_too_large', 'payment_not_acceptable'],
  },
  dismiss: {
    does: 'Notes how a part of the money, or a whole payment, was settled that the provider refuses to give back.',
    returns: orderDetailAnswer,
    refuses: ['not_found', 'payment_not_acceptable'],
  },
  aside: {
    does: 'Deals with a payment that was set aside: it counts for its order, it goes back, or nothing is left to do.',
    returns: orderDetailAnswer,
    refuses: ['not_found', 'payment_not_acceptable', 'out_of_stock', 'payment_unavailable'],
  },
} satisfies Record<string, Call>

export const orderActRoutes = new Hono<ApiEnv>()
  .post('/:id/prepare', allow('orders:fulfil', calls.prepare, { param: idParam }), (c) =>
    take(c, c.req.valid('param').id, { type: 'PrepareOrder' }),
  )
  .post('/:id/ship', allow('orders:fulfil', calls.ship, { param: idParam, json: shipmentEntry }), (c) =>
    take(c, c.req.valid('param').id, { type: 'ShipOrder', ...c.req.valid('json') }),
  )
  .post('/:id/deliver', allow('orders:fulfil', calls.deliver, { param: idParam }), (c) =>
    take(c, c.req.valid('param').id, { type: 'DeliverOrder' }),
  )
  .post('/:id/ready', allow('orders:fulfil', calls.ready, { param: idParam }), (c) =>
    take(c, c.req.valid('param').id, { type: 'ReadyOrder' }),
  )
  .post('/:id/handover', allow('orders:fulfil', calls.handOver, { param: idParam }), (c) =>
    take(c, c.req.valid('param').id, { type: 'HandOverOrder' }),
  )
  .post('/:id/refund', allow('orders:refund', calls.refund, { param: idParam, json: refundEntry }), async (c) => {
    const { id: orderId } = c.req.valid('param')
    const body = c.req.valid('json')
    const context = { ...commandContext(c), ...namedRequest(c, { orderId, ...body }) }
    const asked = requestRefund(c.var.shop.services, context, orderId, refundOf(body))
    const once = asked.catch((error: unknown) => {
      if (!(error instanceof AlreadyAccepted)) throw error
    })
    return answerOrder(c, orderId, once)
  })
  .post('/:id/refund/retry', allow('orders:refund', calls.retry, { param: idParam, json: refundRetry }), async (c) => {
    const { id: orderId } = c.req.valid('param')
    const named = { orderId, ...c.req.valid('json') }
    return answerOrder(c, orderId, decideRefund(c.var.shop.services, commandContext(c), named, { type: 'RetryRefund' }))
  })
  .post(
    '/:id/refund/dismiss',
    allow('orders:refund', calls.dismiss, { param: idParam, json: refundDismissal }),
    async (c) => {
      const { id: orderId } = c.req.valid('param')
      const { note, ...named } = c.req.valid('json')
      const decision = { type: 'DismissRefund', note } as const
      const dismissal = decideRefund(c.var.shop.services, commandContext(c), { orderId, ...named }, decision)
      return answerOrder(c, orderId, dismissal)
    },
  )
  .post('/:id/aside', allow('orders:refund', calls.aside, { param: idParam, json: asideDecision }), async (c) => {
    const { id: orderId } = c.req.valid('param')
    const { services, positions } = c.var.shop
    const resolving = resolveSetAside(services, commandContext(c), { orderId, ...c.req.valid('json') })
    const shown = resolving.then(({ position }) => positions.waitFor(['payments_aside'], position))
    return answerOrder(c, orderId, shown)
  })

async function take(c: Context<UserEnv>, id: number, step: FulfilmentStep) {
  return answerOrder(c, id, fulfilOrder(c.var.shop.store, commandContext(c), { orderId: id, ...step }))
}

function refundOf({ lines, amount, restock = false }: z.output<typeof refundEntry>): RequestPart['asked'] {
  if (!lines) return { amountCents: toCents(amount ?? 0) ?? 0 }
  return { lines: lines.map(({ id, quantity }) => ({ productId: id, quantity })), restock }
}

export async function answerOrder(c: Context<UserEnv>, orderId: number, act: Promise<unknown>) {
  const { db, services } = c.var.shop
  await act
  return c.json((await findOrder(db, orderId, services.now())) ?? notFound(), 200)
}
