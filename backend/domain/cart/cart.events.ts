// Facts about an account's cart, as stored. Names and shapes are permanent.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const line = z.object({ productId: z.int(), quantity: z.int().positive() })
const lines = z.array(line)
const wholeCart = z.object({ userId: z.int(), lines, mergeIds: z.array(z.string()), lastOrderId: z.int().nullable() })
const withUnpaid = wholeCart.extend({ unpaidOrderIds: z.array(z.int()) })

/** Prefix of orders in version 1's merge ids; no request can use it. */
const prefix = 'order:'
const isOrder = (mergeId: string) => mergeId.startsWith(prefix)

export const cartEvents = {
  ItemAddedToCart: defineEvent('ItemAddedToCart', line.extend({ userId: z.int() })),
  ItemQuantityChanged: defineEvent('ItemQuantityChanged', line.extend({ userId: z.int() })),
  ItemRemovedFromCart: defineEvent('ItemRemovedFromCart', z.object({ userId: z.int(), productId: z.int() })),
  CartMerged: defineEvent(
    'CartMerged',
    z.object({ userId: z.int(), mergeId: z.string(), lines, dropped: z.array(z.int()) }),
  ),
  CartCorrected: defineEvent('CartCorrected', z.object({ userId: z.int(), lines, removed: z.array(z.int()) })),
  /** The cart keeps its lines until the order is paid. */
  CheckoutStarted: defineEvent('CheckoutStarted', z.object({ userId: z.int(), orderId: z.int() })),
  CartOrdered: defineEvent('CartOrdered', z.object({ userId: z.int(), orderId: z.int(), lines })),
  /** Snapshot event: the whole cart. */
  CartCarriedForward: defineEvent('CartCarriedForward', wholeCart)
    .next(withUnpaid, { up: (data) => ({ ...data, ...apart(data) }) })
    .next(withUnpaid.extend({ hasPaid: z.boolean() }), { up: (data) => ({ ...data, hasPaid: false }) }),
}

/** Separates version 1's merge ids from its orders; older carts know only their last order. */
function apart({ mergeIds, lastOrderId }: z.output<typeof wholeCart>) {
  const orderIds = mergeIds.filter(isOrder).map((id) => Number(id.slice(prefix.length)))
  const last = lastOrderId === null || orderIds.includes(lastOrderId) ? [] : [lastOrderId]
  return { mergeIds: mergeIds.filter((id) => !isOrder(id)), unpaidOrderIds: [...orderIds, ...last] }
}

export type CartEvent = EventOf<typeof cartEvents>
