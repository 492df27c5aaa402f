// Projects payments without an order of the shop: a person refunds or dismisses them. Rows stay after the decision.
import { unmatchedEvents } from '#backend/domain/payment/unmatched.events.ts'
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
  UnmatchedRefundRequested: 'refunding',
  UnmatchedRefundRetried: 'refunding',
  UnmatchedRefundRefused: 'refused',
  UnmatchedRefundUnanswered: 'unanswered',
  UnmatchedPaymentRefunded: 'refunded',
  UnmatchedPaymentDismissed: 'dismissed',
} as const satisfies Record<string, UnmatchedState>

export const unmatchedPaymentsProjection = defineProjection(unmatchedEvents, {
  name: 'unmatched_payments',
  version: 1,
  primaryKey: ['payment_id'],
  columns,
  indexes: { left: "(at) where state in ('open', 'refunding', 'unanswered', 'refused')", by_time: '(at, payment_id)' },
  streams: ({ payment_id: id }) => [`unmatched-${id}`],
  keys: (event) => [{ payment_id: event.data.paymentId }],
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
