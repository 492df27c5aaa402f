// /api/order/{id}/refund: the staff gives a part of an order's money back.
import { Hono } from 'hono'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { type Refund, requestRefund } from '#backend/commands/refund-order.ts'
import { toCents } from '#backend/domain/money.ts'
import { refundEntry } from '#backend/domain/order/order.contract.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { AlreadyAccepted, type CommandContext } from '#backend/eventstore/commands/command.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { namedRequest, once } from '#backend/http/middleware/idempotency-key.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { type OrderShop, orderShownAt } from './shown-order.ts'

/** Returns the order with the part on its way; the same Idempotency-Key asks for it once. */
export function refundRoutes(shop: OrderShop) {
  const path = '/:id/refund'
  return new Hono<ApiEnv>().post(
    path,
    allow('orders:refund'),
    validate('param', idParam),
    validate('json', refundEntry),
    once,
    async (c) => {
      const orderId = Number(c.req.valid('param').id)
      const body = c.req.valid('json')
      const context = { ...commandContext(c), ...namedRequest(c, { orderId, ...body }) }
      const position = await requestOnce(shop.services, context, orderId, refundOf(body))
      return c.json(await orderShownAt(c, shop, orderId, position), 200)
    },
  )
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

/** The position behind the request, or behind the first one with its key. */
async function requestOnce(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
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
