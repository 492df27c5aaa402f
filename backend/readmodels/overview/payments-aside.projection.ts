// Approved payments that do not fit their order: nothing of the shop decides about them, a person does.
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { bigint, nullable, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const { PaymentSetAside } = paymentEvents

export const paymentsAsideProjection = defineProjection(
  { PaymentSetAside },
  {
    name: 'payments_aside',
    version: 1,
    primaryKey: ['payment_id'],
    columns: { payment_id: text(), order_id: nullable(bigint()), at: timestamptz() },
    indexes: { newest: '(at)' },
    streams: 'any',
    keys: (event) => [{ payment_id: event.data.paymentId }],
    evolve: (_, { data, at }, key) => ({ ...key, order_id: data.orderId, at: at.toISOString() }),
  },
)
