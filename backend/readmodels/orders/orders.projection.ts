// The order history's rows: one an order, with everything a list or a detail shows.

import type { OrdersTable } from '#backend/db/schema.ts'
import { type OrderEvent, orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

type Row = Omit<OrdersTable, 'placed_at' | 'updated_at' | 'hold_until'> & {
  placed_at: string
  updated_at: string
  hold_until: string
}
type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']
const { PreferenceCreated } = paymentEvents

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

export const ordersProjection = defineProjection<
  typeof orderEvents & { PreferenceCreated: typeof PreferenceCreated },
  Row
>(
  { ...orderEvents, PreferenceCreated },
  {
    name: 'orders',
    version: 1,
    primaryKey: ['order_id'],
    columns: {
      order_id: 'bigint',
      user_id: 'bigint not null',
      state: 'text not null',
      reference: 'text not null',
      lines: 'jsonb not null', // [{productId, name, imageUrl, priceCents, quantity}]
      total_cents: 'bigint not null',
      currency: 'text not null',
      placed_at: 'timestamptz not null',
      updated_at: 'timestamptz not null',
      hold_until: 'timestamptz not null',
      init_point: 'text',
      timeline: 'jsonb not null', // [{state, at}]
    },
    indexes: {
      of_user: '(user_id, order_id desc)',
      open: "(hold_until) where state = 'placed'",
      unpaid: "(updated_at) where state in ('expired', 'rejected', 'cancelled')",
    },
    keys: (event) => [{ order_id: event.data.orderId }],
    evolve(row, event) {
      const at = event.at.toISOString()
      if (event.type === 'OrderPlaced') return placed(event.data, at)
      if (row === null) throw new Error(`no order ${event.data.orderId}`)
      const moved = (state: OrdersTable['state']): Row => ({
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
