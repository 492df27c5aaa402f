// Projects approved payments that fit no order and need a person's decision. Rows stay after the decision.
import { type PaymentEvent, paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import { bigint, jsonb, type RowOf, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const { PaymentSetAside, UnmatchedPaymentFound, SetAsidePaymentAccepted, SetAsidePaymentDismissed } = paymentEvents
const { RefundRequested, RefundRetried, RefundRefused, RefundUnanswered, RefundDismissed, PaymentRefunded } =
  paymentEvents

type Differences = Extract<PaymentEvent, { type: 'PaymentSetAside' }>['data']['differences']
/** open: undecided. accepted: for its order. refunding: not made yet. unanswered, refused: the provider's reply to it. */
export type AsideState = 'open' | 'accepted' | 'refunding' | 'unanswered' | 'refused' | 'refunded' | 'dismissed'

const columns = {
  payment_id: text(),
  /** 0 for a payment that names no order of the shop. */
  order_id: bigint(),
  at: timestamptz(),
  /** From its order. */
  differences: jsonb<Differences>(),
  /** 0 and empty texts for a payment of an order. */
  amount_cents: bigint(),
  currency: text(),
  reference: text(),
  state: text<AsideState>(),
}
type Row = RowOf<typeof columns>

const stateAfter = {
  SetAsidePaymentAccepted: 'accepted',
  SetAsidePaymentDismissed: 'dismissed',
  RefundRequested: 'refunding',
  RefundRetried: 'refunding',
  RefundRefused: 'refused',
  RefundUnanswered: 'unanswered',
  RefundDismissed: 'dismissed',
  PaymentRefunded: 'refunded',
} as const satisfies Record<string, AsideState>

export const paymentsAsideProjection = defineProjection(
  {
    ...{ PaymentSetAside, UnmatchedPaymentFound, SetAsidePaymentAccepted, SetAsidePaymentDismissed },
    ...{ RefundRequested, RefundRetried, RefundRefused, RefundUnanswered, RefundDismissed, PaymentRefunded },
  },
  {
    name: 'payments_aside',
    version: 4,
    primaryKey: ['payment_id', 'order_id'],
    columns,
    indexes: {
      open: "(at) where state in ('open', 'refunding', 'unanswered', 'refused')",
      unmatched: '(at, payment_id) where order_id = 0',
      of_order: '(order_id)',
    },
    streams: ({ payment_id: paymentId, order_id: id }) => [
      `payment-${paymentStreamId({ orderId: id === 0 ? null : id, paymentId })}`,
    ],
    keys: ({ data: { paymentId, orderId } }) => [{ payment_id: paymentId, order_id: orderId ?? 0 }],
    evolve(row, { type, data, at }, key): Row | null {
      const open = { ...key, at: at.toISOString(), state: 'open' } as const
      if (type === 'PaymentSetAside')
        return { ...open, differences: [...data.differences], amount_cents: 0, currency: '', reference: '' }
      if (type === 'UnmatchedPaymentFound') {
        const { amountCents, currency, reference } = data
        return { ...open, differences: [], amount_cents: amountCents, currency, reference }
      }
      // Most refunded payments were never set aside; an accepted one stays accepted.
      return row && (row.state === 'accepted' ? row : { ...row, state: stateAfter[type] })
    },
  },
)
