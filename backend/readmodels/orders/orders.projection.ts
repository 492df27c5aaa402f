import type { InvoiceKind } from '#backend/domain/order/invoice.limits.ts'
import { type OrderEvent, orderEvents } from '#backend/domain/order/order.events.ts'
import { type OrderStatus, stateAfter } from '#backend/domain/order/order.limits.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { EventOf } from '#backend/eventstore/definition/event-definition.ts'
import {
  bigint,
  boolean,
  int,
  jsonb,
  nullable,
  type RowOf,
  text,
  timestamptz,
} from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { type FullRefundRow, isOfRefund, type RefundRow, refundEvents, refundsAfter } from './order-refunds.ts'

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']
/** A status change; with the carrier for shipments and the amount in minor units for partial refunds. */
export type TimelineStep = { state: string; at: string; carrier?: string; tracking?: string; amountCents?: number }
type Receipt = Pick<Extract<OrderEvent, { type: 'ReceiptUploaded' }>['data'], 'file' | 'format'>
export type ShippingRow = { priceCents: number; days: number }
const { PreferenceCreated, SetAsidePaymentAccepted } = paymentEvents

const columns = {
  order_id: bigint(),
  user_id: bigint(),
  state: text<OrderStatus>(),
  reference: text(),
  lines: jsonb<Placed['lines']>(),
  total_cents: bigint(),
  /** Null for pick-up. The address stays in the sealed event. */
  shipping: nullable(jsonb<ShippingRow>()),
  /** The number stays in the sealed event. */
  invoice: nullable(text<InvoiceKind>()),
  currency: text(),
  /** Null if the wallet is to be paid. */
  transfer: nullable(jsonb<NonNullable<Placed['transfer']>>()),
  seller_revision: int(),
  placed_at: timestamptz(),
  updated_at: timestamptz(),
  hold_until: timestamptz(),
  init_point: nullable(text()),
  timeline: jsonb<TimelineStep[]>(),
  refunds: jsonb<RefundRow[]>(),
  receipts: jsonb<readonly Receipt[]>(),
  withdrawal_code: nullable(text()),
  accepted_cents: nullable(bigint()),
  full_refunds: jsonb<FullRefundRow[]>(),
  /** True if a refund failed, got no answer, or is to be transferred by the staff. */
  refund_waits: boolean(),
}
type Row = RowOf<typeof columns>

function placed(data: Placed, at: string): Row {
  const { orderId, userId, reference, lines, totalCents, currency, sellerRevision, holdUntil, transfer } = data
  return {
    transfer,
    order_id: orderId,
    user_id: userId,
    state: 'placed',
    reference,
    lines,
    total_cents: totalCents,
    shipping: null,
    invoice: null,
    currency,
    seller_revision: sellerRevision,
    placed_at: at,
    updated_at: at,
    hold_until: holdUntil,
    init_point: null,
    timeline: [{ state: 'placed', at }],
    refunds: [],
    receipts: [],
    withdrawal_code: null,
    accepted_cents: null,
    full_refunds: [],
    refund_waits: false,
  }
}

function withShipping(row: Row, { priceCents, days }: ShippingRow): Row {
  return { ...row, shipping: { priceCents, days }, total_cents: row.total_cents + priceCents }
}

function withdrawn(row: Row, code: string, at: string): Row {
  const timeline = [...row.timeline, { state: 'withdrawal_requested', at }]
  return { ...row, updated_at: at, withdrawal_code: code, timeline }
}

/** Only parts are steps of an order: with a whole payment it moves itself. */
function refunding(row: Row, event: EventOf<typeof refundEvents>, at: string): Row {
  const known = { ...row, ...refundsAfter(row, event) }
  const { type, data } = event
  const isBack = type === 'RefundFound' || type === 'PaymentRefunded'
  if (!isBack || data.refund === wholePayment) return known
  const step = { state: 'partially_refunded', at, amountCents: data.amountCents }
  return { ...known, updated_at: at, timeline: [...row.timeline, step] }
}

function moved(row: Row, step: TimelineStep & { state: OrderStatus }): Row {
  return { ...row, state: step.state, updated_at: step.at, timeline: [...row.timeline, step] }
}

function isMove<E extends { type: string }>(event: E): event is Extract<E, { type: keyof typeof stateAfter }> {
  return Object.hasOwn(stateAfter, event.type)
}

export const ordersProjection = defineProjection(
  { ...orderEvents, ...refundEvents, PreferenceCreated, SetAsidePaymentAccepted },
  {
    name: 'orders',
    version: 13,
    primaryKey: ['order_id'],
    columns,
    indexes: {
      of_user: '(user_id, order_id desc)',
      open: "(hold_until) where state = 'placed'",
      unpaid: "(updated_at) where state in ('expired', 'rejected', 'cancelled')",
      by_state: '(state, order_id)',
      by_total: '(total_cents, order_id)',
      by_day: '(placed_at, order_id) include (state)',
      withdrawn: '(state, order_id) where withdrawal_code is not null',
      refund_waits: '(order_id) where refund_waits',
      receipts: "(updated_at) where receipts <> '[]' and state in ('placed', 'expired', 'cancelled')",
    },
    streams: ({ order_id: id }) => [`order-${id}`, `payment-${id}`],
    keys: ({ data: { orderId } }) => (orderId === null ? [] : [{ order_id: orderId }]),
    evolve(row, event) {
      const at = event.at.toISOString()
      if (event.type === 'OrderPlaced') return placed(event.data, at)
      if (row === null) throw new Error(`no order ${event.data.orderId}`)
      if (isOfRefund(event)) return refunding(row, event, at)
      if (isMove(event)) {
        const parcel = event.type === 'OrderShipped' && { carrier: event.data.carrier, tracking: event.data.tracking }
        return moved(row, { state: stateAfter[event.type], at, ...parcel })
      }
      switch (event.type) {
        case 'PreferenceCreated':
          return { ...row, init_point: event.data.initPoint }
        case 'SetAsidePaymentAccepted':
          return { ...row, accepted_cents: event.data.amountCents }
        case 'ShippingAdded':
          return withShipping(row, event.data)
        case 'InvoiceRequested':
          return { ...row, invoice: event.data.kind }
        case 'ReceiptUploaded': {
          const { file, format } = event.data
          return { ...row, updated_at: at, receipts: [...row.receipts, { file, format }] }
        }
        case 'RefundAccountGiven':
          return row
        case 'WithdrawalRequested':
          return withdrawn(row, event.data.code, at)
        default:
          return event satisfies never
      }
    },
  },
)
