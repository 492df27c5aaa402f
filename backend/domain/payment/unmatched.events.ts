// Facts about payments that name no order of the shop, as stored. Names and shapes here are kept for ever.
import { z } from 'zod'
import { defineEvent, type EventOf } from '#backend/eventstore/definition/event-definition.ts'

const payment = { paymentId: z.string() }
const amount = { ...payment, amountCents: z.int() }
const money = { ...amount, currency: z.string() }

export const unmatchedEvents = {
  /** The provider has an approved payment for the shop that names none of its orders. reference: what it names, empty if that may be of a person. */
  UnmatchedPaymentFound: defineEvent('UnmatchedPaymentFound', z.object({ ...money, reference: z.string() })),
  /** An admin gives it back. note: theirs, may be empty. */
  UnmatchedRefundRequested: defineEvent('UnmatchedRefundRequested', z.object({ ...money, note: z.string() })),
  /** The provider refuses to give it back: it is still the shop's. detail: in its words. */
  UnmatchedRefundRefused: defineEvent('UnmatchedRefundRefused', z.object({ ...amount, detail: z.string() })),
  /** Nobody knows whether it went back; asked for under the same key until the provider says so. Once for each request of it. */
  UnmatchedRefundUnanswered: defineEvent('UnmatchedRefundUnanswered', z.object({ ...amount, detail: z.string() })),
  /** An admin asks again for what was refused, or whose answer is missing. */
  UnmatchedRefundRetried: defineEvent('UnmatchedRefundRetried', z.object(amount)),
  UnmatchedPaymentRefunded: defineEvent('UnmatchedPaymentRefunded', z.object(amount)),
  /** Nothing is left to do about it, for the reason in `note`; the shop moved no money. */
  UnmatchedPaymentDismissed: defineEvent('UnmatchedPaymentDismissed', z.object({ ...payment, note: z.string() })),
}
export type UnmatchedEvent = EventOf<typeof unmatchedEvents>
