import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const line = z.object({ productId: z.int(), quantity: z.int().positive() })
const lines = z.array(line)

export const cartEvents = defineEvents({
  ItemAddedToCart: line.extend({ userId: z.int() }),
  ItemQuantityChanged: line.extend({ userId: z.int() }),
  ItemRemovedFromCart: z.object({ userId: z.int(), productId: z.int() }),
  CartMerged: z.object({ userId: z.int(), mergeId: z.string(), lines, dropped: z.array(z.int()) }),
  CartCorrected: z.object({ userId: z.int(), lines, removed: z.array(z.int()) }),
  /** 'Pagar' placed the order; the cart keeps its lines until it is paid. */
  CheckoutStarted: z.object({ userId: z.int(), orderId: z.int() }),
  /** An order by transfer takes the whole cart with it, and waits beside what is bought next. */
  TransferStarted: z.object({ userId: z.int(), orderId: z.int(), holdUntil: z.iso.datetime(), lines }),
  CartOrdered: z.object({ userId: z.int(), orderId: z.int(), lines }),
  CartCarriedForward: z.object({
    userId: z.int(),
    lines,
    mergeIds: z.array(z.string()),
    unpaidOrderIds: z.array(z.int()),
    transfers: z.array(z.object({ orderId: z.int(), holdUntil: z.iso.datetime() })),
    hasPaid: z.boolean(),
  }),
})

export type CartEvent = EventOf<typeof cartEvents>
