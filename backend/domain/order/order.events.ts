// Facts about one order as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { sealedAddress } from '#backend/domain/sealed-address.ts'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const orderLine = z.object({
  productId: z.int(),
  name: z.string(),
  imageUrl: z.string(),
  priceCents: z.int(),
  quantity: z.int().positive(),
})
const settled = z.object({ orderId: z.int(), userId: z.int(), paymentId: z.string(), productIds: z.array(z.int()) })

export const orderEvents = {
  /** Born at 'Pagar': names and prices as they were then; the stock is held until `holdUntil`. */
  OrderPlaced: defineEvent(
    'OrderPlaced',
    z.object({
      orderId: z.int(),
      userId: z.int(),
      /** What the payment provider knows the order by. */
      reference: z.string(),
      lines: z.array(orderLine),
      totalCents: z.int(),
      currency: z.string(),
      holdUntil: z.iso.datetime(),
    }),
  ),
  /**
   * Right after OrderPlaced if the order is shipped for a price, which its total does not hold: the buyer pays both. An order without it is
   * picked up. days: working days, at most.
   */
  ShippingAdded: defineEvent(
    'ShippingAdded',
    z.object({ orderId: z.int(), userId: z.int(), priceCents: z.int(), days: z.int(), ...sealedAddress() }),
  ),
  OrderPaid: defineEvent('OrderPaid', settled),
  /** The products are packed; of an order that is picked up: they are being put together. */
  OrderPrepared: defineEvent('OrderPrepared', z.object({ orderId: z.int() })),
  /** The parcel is with its carrier, who knows it by `tracking`; once more if one of both was wrong. */
  OrderShipped: defineEvent('OrderShipped', z.object({ orderId: z.int(), carrier: z.string(), tracking: z.string() })),
  OrderDelivered: defineEvent('OrderDelivered', z.object({ orderId: z.int() })),
  /** Its buyer can come for it. */
  OrderReadyForPickup: defineEvent('OrderReadyForPickup', z.object({ orderId: z.int() })),
  /** Its buyer, or whom they sent, has it: this counts as its delivery. */
  OrderPickedUp: defineEvent('OrderPickedUp', z.object({ orderId: z.int() })),
  /** The buyer takes the purchase back; `code` names the request, to them by mail and to the shop. */
  WithdrawalRequested: defineEvent('WithdrawalRequested', z.object({ orderId: z.int(), code: z.string() })),
  OrderRejected: defineEvent('OrderRejected', z.object({ orderId: z.int(), paymentId: z.string() })),
  OrderExpired: defineEvent('OrderExpired', z.object({ orderId: z.int() })),
  OrderCancelled: defineEvent(
    'OrderCancelled',
    z.object({ orderId: z.int(), reason: z.enum(['by_user', 'replaced', 'provider_unavailable']) }),
  ),
  /** The money went back. `wasPaid` is false if a payment came too late and the units were gone. */
  OrderRefunded: defineEvent('OrderRefunded', settled.extend({ wasPaid: z.boolean() })),
}
export type OrderEvent = EventOf<typeof orderEvents>
