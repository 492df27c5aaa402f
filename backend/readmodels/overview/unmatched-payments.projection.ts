// Projects payments without an order of the shop: a person refunds or dismisses them. Rows stay after the decision.

import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import { bigint, type RowOf, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

/** open: undecided. refunding: the refund is not made yet. unanswered, refused: the provider's reply to the refund. */
export type UnmatchedState = 'open' | 'refunding' | 'unanswered' | 'refused' | 'refunded' | 'dismissed'

const columns = {
  payment_id: text(),
  at: timestamptz(),
  amount_cents: bigint(),
  currency: text(),
  /** The payment's reference, empty if the log lacks one. */
  reference: text(),
  state: text<UnmatchedState>(),
}
type Row = RowOf<typeof columns>

const stateAfter = {
  RefundRequested: 'refunding',
  RefundRetried: 'refunding',
  RefundRefused: 'refused',
  RefundUnanswered: 'unanswered',
  RefundDismissed: 'dismissed',
  PaymentRefunded: 'refunded',
  SetAsidePaymentDismissed: 'dismissed',
} as const satisfies Record<string, UnmatchedState>

const { UnmatchedPaymentFound, SetAsidePaymentDismissed } = paymentEvents
const { RefundRequested, RefundRetried, RefundRefused, RefundUnanswered, RefundDismissed, PaymentRefunded } =
  paymentEvents
const events = {
  ...{ UnmatchedPaymentFound, SetAsidePaymentDismissed, RefundRequested, RefundRetried },
  ...{ RefundRefused, RefundUnanswered, RefundDismissed, PaymentRefunded },
}

export const unmatchedPaymentsProjection = defineProjection(events, {
  name: 'unmatched_payments',
  version: 1,
  primaryKey: ['payment_id'],
  columns,
  indexes: { left: "(at) where state in ('open', 'refunding', 'unanswered', 'refused')", by_time: '(at, payment_id)' },
  streams: ({ payment_id: paymentId }) => [`payment-${paymentStreamId({ orderId: null, paymentId })}`],
  keys: ({ data }) => (data.orderId === null ? [{ payment_id: data.paymentId }] : []),
  evolve(row, { type, data, at }) {
    if (type === 'UnmatchedPaymentFound') {
      const { paymentId, amountCents, currency, reference } = data
      const found: Row = {
        payment_id: paymentId,
        at: at.toISOString(),
        amount_cents: amountCents,
        currency,
        reference,
        state: 'open',
      }
      return found
    }
    if (row === null) throw new Error(`no payment ${data.paymentId} was found`)
    return { ...row, state: stateAfter[type] }
  },
})
