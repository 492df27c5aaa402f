// /api/order/{id}/refund and aside: refunds of parts, and decisions about parked payments.
import { Hono } from 'hono'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { type Refund, requestRefund } from '#backend/commands/refunds/refund-order.ts'
import { dismissRefund, retryRefund } from '#backend/commands/refunds/refund-payment.ts'
import { resolveSetAside } from '#backend/commands/resolve-set-aside.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import {
  asideDecision,
  orderDetailAnswer,
  refundDismissal,
  refundEntry,
  refundRetry,
} from '#backend/domain/order/order.contract.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { namedRequest, once } from '#backend/http/middleware/idempotency-key.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { orderShownAt } from './shown-order.ts'

const calls = {
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

const policy = 'orders:refund'

export function refundRoutes(shop: ApiShop) {
  return new Hono<ApiEnv>()
    .post('/:id/refund', allow(policy, calls.refund, { param: idParam, json: refundEntry }), once, async (c) => {
      const { id: orderId } = c.req.valid('param')
      const body = c.req.valid('json')
      const context = { ...commandContext(c), ...namedRequest(c, { orderId, ...body }) }
      const position = await requestOnce(shop.services, context, orderId, refundOf(body))
      return c.json(await orderShownAt(c, shop, orderId, position), 200)
    })
    .post('/:id/refund/retry', allow(policy, calls.retry, { param: idParam, json: refundRetry }), async (c) => {
      const { id: orderId } = c.req.valid('param')
      const named = { orderId, ...c.req.valid('json') }
      const { position } = await retryRefund(shop.services, commandContext(c), named)
      return c.json(await orderShownAt(c, shop, orderId, position), 200)
    })
    .post('/:id/refund/dismiss', allow(policy, calls.dismiss, { param: idParam, json: refundDismissal }), async (c) => {
      const { id: orderId } = c.req.valid('param')
      const { note, ...named } = c.req.valid('json')
      const { position } = await dismissRefund(shop.services, commandContext(c), { orderId, ...named }, note)
      return c.json(await orderShownAt(c, shop, orderId, position), 200)
    })
    .post('/:id/aside', allow(policy, calls.aside, { param: idParam, json: asideDecision }), async (c) => {
      const { id: orderId } = c.req.valid('param')
      const { position } = await resolveSetAside(shop.services, commandContext(c), { orderId, ...c.req.valid('json') })
      await shop.positions.waitFor(['payments_aside'], position)
      return c.json(await orderShownAt(c, shop, orderId, position), 200)
    })
}

type Body = {
  lines?: { id: number; quantity: number }[] | undefined
  amount?: number | undefined
  restock?: boolean | undefined
}

function refundOf({ lines, amount, restock = false }: Body): Refund {
  if (!lines) return { amountCents: toCents(amount ?? 0) ?? 0 }
  return { lines: lines.map(({ id, quantity }) => ({ productId: id, quantity })), restock }
}

async function requestOnce(
  services: PurchaseServices,
  context: ShopContext,
  orderId: number,
  refund: Refund,
): Promise<number> {
  try {
    return (await requestRefund(services, context, orderId, refund)).position
  } catch (error) {
    if (error instanceof AlreadyAccepted) return error.position
    throw error
  }
}
