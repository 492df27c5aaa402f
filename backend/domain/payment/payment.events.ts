// Facts about the payments of one order as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const payment = { orderId: z.int(), paymentId: z.string() }
const money = { amountCents: z.int(), currency: z.string() }
const part = { ...payment, refund: z.int().positive(), amountCents: z.int() }

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
  PaymentPartiallyRefunded: defineEvent('PaymentPartiallyRefunded', z.object(part)),
  /** The provider gave a part back that the shop did not ask for, as in its own panel; the `refund`-th part of the payment. */
  PartialRefundFound: defineEvent('PartialRefundFound', z.object({ ...payment, ...money, refund: z.int().positive() })),
  /** The provider refuses a part: nothing of it went back, and it counts no more until it is asked for again. detail: in its words. */
  PartialRefundRefused: defineEvent('PartialRefundRefused', z.object({ ...part, detail: z.string() })),
  /** Nobody knows whether a part went back; it is asked for under the same key until the provider says so. Once for each request of it. */
  PartialRefundUnanswered: defineEvent('PartialRefundUnanswered', z.object({ ...part, detail: z.string() })),
  /** An admin asks again for a part that was refused, or whose answer is missing. */
  PartialRefundRetried: defineEvent('PartialRefundRetried', z.object(part)),
  /** A part that the provider will not give back was settled otherwise, as `note` says; the shop moved no money. It is not left to give any more. */
  PartialRefundDismissed: defineEvent('PartialRefundDismissed', z.object({ ...part, note: z.string() })),
  /** An admin takes a payment that was set aside for the order's, though it differs from it. note: theirs, may be empty. */
  SetAsidePaymentAccepted: defineEvent('SetAsidePaymentAccepted', z.object({ ...payment, ...money, note: z.string() })),
  /** An admin gives a payment back that was set aside. */
  SetAsideRefundRequested: defineEvent('SetAsideRefundRequested', z.object({ ...payment, ...money, note: z.string() })),
  /** A payment that was set aside needs nothing any more, for the reason in `note`; the shop moved no money. */
  SetAsidePaymentDismissed: defineEvent('SetAsidePaymentDismissed', z.object({ ...payment, note: z.string() })),
  /** The provider refuses to give a whole payment back: it is still the shop's. detail: in its words. */
  RefundRefused: defineEvent('RefundRefused', z.object({ ...payment, amountCents: z.int(), detail: z.string() })),
  /** Nobody knows whether a whole payment went back; asked for under the same key until the provider says so. Once for each request of it. */
  RefundUnanswered: defineEvent('RefundUnanswered', z.object({ ...payment, amountCents: z.int(), detail: z.string() })),
  /** An admin asks again for a whole payment that was refused, or whose answer is missing. */
  RefundRetried: defineEvent('RefundRetried', z.object({ ...payment, amountCents: z.int() })),
  /** A whole payment that the provider will not give back was settled otherwise, as `note` says; the shop moved no money. */
  RefundDismissed: defineEvent('RefundDismissed', z.object({ ...payment, note: z.string() })),
  /** What had not gone back in parts went back. */
  PaymentRefunded: defineEvent('PaymentRefunded', z.object({ ...payment, amountCents: z.int() })),
}
export type PaymentEvent = EventOf<typeof paymentEvents>

export const notificationEvents = {
  /** The provider told us, signed, that something happened to a payment; what happened is fetched, not believed. */
  PaymentNotified: defineEvent('PaymentNotified', z.object({ paymentId: z.string() })),
}
export type NotificationEvent = EventOf<typeof notificationEvents>
