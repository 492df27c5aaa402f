// Facts about one account's cart as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const line = z.object({ productId: z.int(), quantity: z.int().positive() })
const lines = z.array(line)
const wholeCart = z.object({ userId: z.int(), lines, mergeIds: z.array(z.string()), lastOrderId: z.int().nullable() })
const withUnpaid = wholeCart.extend({ unpaidOrderIds: z.array(z.int()) })

/** How an order is called among the merges of version 1, which no request can call itself. */
const prefix = 'order:'
const isOrder = (mergeId: string) => mergeId.startsWith(prefix)

export const cartEvents = {
  ItemAddedToCart: defineEvent('ItemAddedToCart', line.extend({ userId: z.int() })),
  ItemQuantityChanged: defineEvent('ItemQuantityChanged', line.extend({ userId: z.int() })),
  ItemRemovedFromCart: defineEvent('ItemRemovedFromCart', z.object({ userId: z.int(), productId: z.int() })),
  /** A browser's cart came in: `lines` were added, `dropped` were unknown or not offered. */
  CartMerged: defineEvent(
    'CartMerged',
    z.object({ userId: z.int(), mergeId: z.string(), lines, dropped: z.array(z.int()) }),
  ),
  /** The shopper accepted what can be sold: `lines` have new quantities, `removed` are gone. */
  CartCorrected: defineEvent('CartCorrected', z.object({ userId: z.int(), lines, removed: z.array(z.int()) })),
  /** An order was placed from this cart; the cart keeps its lines until the order is paid. */
  CheckoutStarted: defineEvent('CheckoutStarted', z.object({ userId: z.int(), orderId: z.int() })),
  /** The order was paid: its quantities leave the cart. */
  CartOrdered: defineEvent('CartOrdered', z.object({ userId: z.int(), orderId: z.int(), lines })),
  /** Opens new books: the whole cart as all events before this one left it. */
  CartCarriedForward: defineEvent('CartCarriedForward', wholeCart)
    .next(withUnpaid, { up: (data) => ({ ...data, ...apart(data) }) })
    .next(withUnpaid.extend({ hasPaid: z.boolean() }), { up: (data) => ({ ...data, hasPaid: false }) }),
}

/** The merges of version 1 and the orders among them; a cart of before them has its last order alone. */
function apart({ mergeIds, lastOrderId }: z.output<typeof wholeCart>) {
  const orderIds = mergeIds.filter(isOrder).map((id) => Number(id.slice(prefix.length)))
  const last = lastOrderId === null || orderIds.includes(lastOrderId) ? [] : [lastOrderId]
  return { mergeIds: mergeIds.filter((id) => !isOrder(id)), unpaidOrderIds: [...orderIds, ...last] }
}

export type CartEvent = EventOf<typeof cartEvents>
