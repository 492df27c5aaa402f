import { z } from 'zod'
import { defineEvents, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const payment = { orderId: z.int(), paymentId: z.string() }
const money = { amountCents: z.int(), currency: z.string() }
/** orderId: null for a payment that names no order of the shop. */
const anyPayment = { orderId: z.int().nullable(), paymentId: z.string() }
/** refund: 0 is the whole payment, n the n-th part of it. */
const refund = { ...anyPayment, refund: z.int().nonnegative(), amountCents: z.int() }

export const paymentEvents = defineEvents({
  PreferenceCreated: z.object({ orderId: z.int(), preferenceId: z.string(), initPoint: z.string() }),
  PaymentPending: z.object(payment),
  PaymentApproved: z.object({ ...payment, ...money }),
  PaymentRejected: z.object({ ...payment, detail: z.string() }),
  /** An approved payment does not fit its order: it is never paid, an admin looks at it. */
  PaymentSetAside: z.object({
    ...payment,
    differences: z.array(z.object({ field: z.string(), expected: z.string(), found: z.string() })),
  }),
  /** The provider has an approved payment that names no order of the shop. reference: what it names, empty if that may be of a person. */
  UnmatchedPaymentFound: z.object({ ...anyPayment, ...money, reference: z.string() }),
  /** An admin takes a payment that was set aside for the order's, though it differs from it. note: theirs, may be empty. */
  SetAsidePaymentAccepted: z.object({ ...payment, ...money, note: z.string() }),
  /** A payment that was set aside needs nothing any more, for the reason in `note`; the shop moved no money. */
  SetAsidePaymentDismissed: z.object({ ...anyPayment, note: z.string() }),

  /** Money has to go back. An admin asks for a part, or to return a payment that was set aside; anything else the shop decides by itself. */
  RefundRequested: z.object({
    ...refund,
    currency: z.string(),
    reason: z.enum(['duplicate', 'no_stock', 'cancelled', 'set_aside', 'part']),
    note: z.string(),
    /** The units that a part is for; none if an amount was typed. */
    lines: z.array(z.object({ productId: z.int(), quantity: z.int().positive() })),
    restocked: z.boolean(),
  }),
  /** The provider gave a part back that the shop did not ask for, as in its own panel. */
  RefundFound: z.object({ ...refund, currency: z.string() }),
  /** The provider refuses: nothing went back, and a part counts no more until it is asked for again. detail: in its words. */
  RefundRefused: z.object({ ...refund, detail: z.string() }),
  /** The provider did not say whether it was made; it is asked under the same key until it does. Once for each request. */
  RefundUnanswered: z.object({ ...refund, detail: z.string() }),
  /** An admin asks again for what was refused, or whose answer is missing. */
  RefundRetried: z.object(refund),
  /** An admin settled otherwise what the provider refuses, as `note` says; the shop moved no money, and it is not left to give any more. */
  RefundDismissed: z.object({ ...refund, note: z.string() }),
  /** The money went back; of the whole payment, what had not gone back in parts. */
  PaymentRefunded: z.object(refund),
})
export type PaymentEvent = EventOf<typeof paymentEvents>

export const notificationEvents = defineEvents({
  /** The provider told us, signed, that something happened to a payment; what happened is fetched, not believed. */
  PaymentNotified: z.object({ paymentId: z.string() }),
})
export type NotificationEvent = EventOf<typeof notificationEvents>
