// The order history's rows: one an order, with everything a list or a detail shows.
import { type OrderEvent, orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { bigint, jsonb, nullable, type RowOf, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']
export type OrderState = 'placed' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded'
const { PreferenceCreated } = paymentEvents

const columns = {
  order_id: bigint(),
  user_id: bigint(),
  state: text<OrderState>(),
  reference: text(),
  lines: jsonb<Placed['lines']>(),
  total_cents: bigint(),
  currency: text(),
  placed_at: timestamptz(),
  updated_at: timestamptz(),
  hold_until: timestamptz(),
  init_point: nullable(text()),
  timeline: jsonb<{ state: string; at: string }[]>(),
}
type Row = RowOf<typeof columns>

function placed({ orderId, userId, reference, lines, totalCents, currency, holdUntil }: Placed, at: string): Row {
  return {
    order_id: orderId,
    user_id: userId,
    state: 'placed',
    reference,
    lines,
    total_cents: totalCents,
    currency,
    placed_at: at,
    updated_at: at,
    hold_until: holdUntil,
    init_point: null,
    timeline: [{ state: 'placed', at }],
  }
}

export const ordersProjection = defineProjection(
  { ...orderEvents, PreferenceCreated },
  {
    name: 'orders',
    version: 1,
    primaryKey: ['order_id'],
    columns,
    indexes: {
      of_user: '(user_id, order_id desc)',
      open: "(hold_until) where state = 'placed'",
      unpaid: "(updated_at) where state in ('expired', 'rejected', 'cancelled')",
    },
    streams: ({ order_id: id }) => [`order-${id}`, `payment-${id}`],
    keys: (event) => [{ order_id: event.data.orderId }],
    evolve(row, event) {
      const at = event.at.toISOString()
      if (event.type === 'OrderPlaced') return placed(event.data, at)
      if (row === null) throw new Error(`no order ${event.data.orderId}`)
      const moved = (state: OrderState): Row => ({
        ...row,
        state,
        updated_at: at,
        timeline: [...row.timeline, { state, at }],
      })
      switch (event.type) {
        case 'PreferenceCreated':
          return { ...row, init_point: event.data.initPoint }
        case 'OrderPaid':
          return moved('paid')
        case 'OrderRejected':
          return moved('rejected')
        case 'OrderExpired':
          return moved('expired')
        case 'OrderCancelled':
          return moved('cancelled')
        case 'OrderRefunded':
          return moved('refunded')
        default:
          return event satisfies never
      }
    },
  },
)
