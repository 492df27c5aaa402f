// Facts about the payments of one order as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const payment = { orderId: z.int(), paymentId: z.string() }
const money = { amountCents: z.int(), currency: z.string() }

export const paymentEvents = {
  /** The provider opened a checkout for the order. */
  PreferenceCreated: defineEvent(
    'PreferenceCreated',
    z.object({ orderId: z.int(), preferenceId: z.string(), initPoint: z.string() }),
  ),
  PaymentPending: defineEvent('PaymentPending', z.object(payment)),
  PaymentApproved: defineEvent('PaymentApproved', z.object({ ...payment, ...money })),
  PaymentRejected: defineEvent('PaymentRejected', z.object({ ...payment, detail: z.string() })),
  /** An approved payment that does not fit its order: never paid, an admin looks at it. */
  PaymentSetAside: defineEvent(
    'PaymentSetAside',
    z.object({
      orderId: z.int().nullable(),
      paymentId: z.string(),
      differences: z.array(z.object({ field: z.string(), expected: z.string(), found: z.string() })),
    }),
  ),
  RefundRequested: defineEvent(
    'RefundRequested',
    z.object({ ...payment, ...money, reason: z.enum(['duplicate', 'no_stock', 'cancelled']) }),
  ),
  /** An admin gives a part of a payment back, the `refund`-th of it; for these units, or for none if an amount was typed. */
  PartialRefundRequested: defineEvent(
    'PartialRefundRequested',
    z.object({
      ...payment,
      ...money,
      refund: z.int().positive(),
      lines: z.array(z.object({ productId: z.int(), quantity: z.int().positive() })),
      /** Whether the units are back in the stock. */
      restocked: z.boolean(),
    }),
  ),
  PaymentPartiallyRefunded: defineEvent(
    'PaymentPartiallyRefunded',
    z.object({ ...payment, refund: z.int().positive(), amountCents: z.int() }),
  ),
  /** The provider gave a part back that the shop did not ask for, as in its own panel; the `refund`-th part of the payment. */
  PartialRefundFound: defineEvent('PartialRefundFound', z.object({ ...payment, ...money, refund: z.int().positive() })),
  /** What had not gone back in parts went back. */
  PaymentRefunded: defineEvent('PaymentRefunded', z.object({ ...payment, amountCents: z.int() })),
}
export type PaymentEvent = EventOf<typeof paymentEvents>

export const notificationEvents = {
  /** The provider told us, signed, that something happened to a payment; what happened is fetched, not believed. */
  PaymentNotified: defineEvent('PaymentNotified', z.object({ paymentId: z.string() })),
}
export type NotificationEvent = EventOf<typeof notificationEvents>
