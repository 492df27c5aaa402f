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
export type RefundRows = { refunds: RefundRow[]; full_refunds: FullRefundRow[]; refund_waits: boolean }

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

/** Leaves out the provider's own whole refunds and the rest of a partly refunded payment. */
export function refundsAfter(rows: RefundRows & { transfer: unknown }, event: RefundEvent): RefundRows {
  const { refund, paymentId, amountCents } = event.data
  const state = refundStateAfter[event.type]
  const isWhole = refund === wholePayment
  const refunds = rows.refunds.map((part) => (part.refund === refund ? { ...part, state } : part))
  const full_refunds = rows.full_refunds.map((row) =>
    isWhole && row.paymentId === paymentId ? { ...row, state } : row,
  )
  if (event.type === 'RefundFound') refunds.push({ refund, amountCents, lines: [], restocked: false, state })
  if (event.type === 'RefundRequested') {
    const { lines, restocked } = event.data
    if (isWhole) full_refunds.push({ paymentId, amountCents, state })
    else refunds.push({ refund, amountCents, lines: [...lines], restocked, state })
  }
  const waits = ({ state: now }: { state: RefundState }) =>
    now === 'refused' || now === 'unanswered' || (now === 'under_way' && rows.transfer !== null)
  return { refunds, full_refunds, refund_waits: refunds.some(waits) || full_refunds.some(waits) }
}
