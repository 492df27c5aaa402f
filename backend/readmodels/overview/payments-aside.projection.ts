// Projects approved payments that do not fit their order and need a person's decision. Rows stay after the decision.
import { type PaymentEvent, paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { bigint, jsonb, nullable, type RowOf, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const { PaymentSetAside, SetAsidePaymentAccepted, SetAsidePaymentDismissed } = paymentEvents
const { RefundRequested, PaymentRefunded, RefundDismissed } = paymentEvents

type Differences = Extract<PaymentEvent, { type: 'PaymentSetAside' }>['data']['differences']
/** open: undecided. refunding: the refund is not made yet. */
export type AsideState = 'open' | 'accepted' | 'refunding' | 'refunded' | 'dismissed'

const columns = {
  payment_id: text(),
  order_id: nullable(bigint()),
  at: timestamptz(),
  differences: jsonb<Differences>(),
  state: text<AsideState>(),
}
type Row = RowOf<typeof columns>

export const paymentsAsideProjection = defineProjection(
  {
    PaymentSetAside,
    SetAsidePaymentAccepted,
    SetAsidePaymentDismissed,
    RefundRequested,
    PaymentRefunded,
    RefundDismissed,
  },
  {
    name: 'payments_aside',
    version: 3,
    primaryKey: ['payment_id'],
    columns,
    indexes: { open: "(at) where state in ('open', 'refunding')", of_order: '(order_id)' },
    streams: 'any',
    keys: (event) => [{ payment_id: event.data.paymentId }],
    evolve(row, { type, data, at }, key) {
      const dealt = (state: AsideState): Row | null => row && { ...row, state }
      switch (type) {
        case 'PaymentSetAside': {
          const { orderId, differences } = data
          const found: Row = {
            ...key,
            order_id: orderId,
            at: at.toISOString(),
            differences: [...differences],
            state: 'open',
          }
          return found
        }
        case 'SetAsidePaymentAccepted':
          return dealt('accepted')
        case 'SetAsidePaymentDismissed':
          return dealt('dismissed')
        // Most refunded payments were never set aside; an accepted one stays accepted.
        case 'RefundRequested':
          return row?.state === 'open' ? dealt('refunding') : row
        case 'PaymentRefunded':
          return row?.state === 'refunding' ? dealt('refunded') : row
        case 'RefundDismissed':
          return row?.state === 'refunding' ? dealt('dismissed') : row
        default:
          return type satisfies never
      }
    },
  },
)
