// Facts about an account's cart, as stored. Names and shapes are permanent.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const line = z.object({ productId: z.int(), quantity: z.int().positive() })
const lines = z.array(line)

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
  CartCarriedForward: defineEvent(
    'CartCarriedForward',
    z.object({
      userId: z.int(),
      lines,
      mergeIds: z.array(z.string()),
      unpaidOrderIds: z.array(z.int()),
      hasPaid: z.boolean(),
    }),
  ),
}

export type CartEvent = EventOf<typeof cartEvents>
