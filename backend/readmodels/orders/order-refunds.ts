// Folds an order's partial and full refunds.

import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { type RefundState, refundStateAfter } from '#backend/domain/payment/refund-state.limits.ts'
import type { EventOf } from '#backend/eventstore/definition/event-definition.ts'

export type RefundRow = {
  refund: number
  amountCents: number
  lines: { productId: number; quantity: number }[]
  restocked: boolean
  state: RefundState
}
export type FullRefundRow = { paymentId: string; amountCents: number; state: RefundState }
export type RefundRows = { refunds: RefundRow[]; full_refunds: FullRefundRow[]; has_refund_trouble: boolean }

const { RefundRequested, RefundFound, RefundRefused, RefundUnanswered } = paymentEvents
const { RefundRetried, RefundDismissed, PaymentRefunded } = paymentEvents
export const refundEvents = {
  ...{ RefundRequested, RefundFound, RefundRefused, RefundUnanswered },
  ...{ RefundRetried, RefundDismissed, PaymentRefunded },
}
type RefundEvent = EventOf<typeof refundEvents>

export function isOfRefund(event: { type: string }): event is RefundEvent {
  return Object.hasOwn(refundEvents, event.type)
}

export function refundsAfter(rows: RefundRows, event: RefundEvent): RefundRows {
  const isWhole = event.data.refund === wholePayment
  const refunds = isWhole ? rows.refunds : partsAfter(rows.refunds, event)
  const full_refunds = isWhole ? wholesAfter(rows.full_refunds, event) : rows.full_refunds
  const isStuck = ({ state }: { state: RefundState }) => state === 'refused' || state === 'unanswered'
  return { refunds, full_refunds, has_refund_trouble: refunds.some(isStuck) || full_refunds.some(isStuck) }
}

function partsAfter(parts: RefundRow[], { type, data }: RefundEvent): RefundRow[] {
  const { refund, amountCents } = data
  const state = refundStateAfter[type]
  if (type === 'RefundRequested')
    return [...parts, { refund, amountCents, lines: [...data.lines], restocked: data.restocked, state }]
  if (type === 'RefundFound') return [...parts, { refund, amountCents, lines: [], restocked: false, state }]
  return parts.map((one) => (one.refund === refund ? { ...one, state } : one))
}

/** Leaves out the provider's own refunds and the rest of a partly refunded payment. */
function wholesAfter(rows: FullRefundRow[], { type, data }: RefundEvent): FullRefundRow[] {
  const { paymentId, amountCents } = data
  const state = refundStateAfter[type]
  if (type === 'RefundRequested') return [...rows, { paymentId, amountCents, state }]
  return rows.map((row) => (row.paymentId === paymentId ? { ...row, state } : row))
}
