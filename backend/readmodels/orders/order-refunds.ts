// Folds an order's partial and full refunds.
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import type { RefundState } from '#backend/domain/payment/refund-state.limits.ts'
import type { EventOf } from '#backend/eventstore/definition/event-definition.ts'

export type RefundRow = {
  refund: number
  amountCents: number
  lines: { productId: number; quantity: number }[]
  restocked: boolean
  state: RefundState
}
export type FullRefundRow = { paymentId: string; amountCents: number; state: RefundState }

const { PartialRefundRequested, PartialRefundFound, PaymentPartiallyRefunded } = paymentEvents
const { PartialRefundRefused, PartialRefundUnanswered, PartialRefundRetried, PartialRefundDismissed } = paymentEvents
export const partEvents = {
  PartialRefundRequested,
  PartialRefundFound,
  PaymentPartiallyRefunded,
  PartialRefundRefused,
  PartialRefundUnanswered,
  PartialRefundRetried,
  PartialRefundDismissed,
}
const { RefundRequested, SetAsideRefundRequested, PaymentRefunded } = paymentEvents
const { RefundRefused, RefundUnanswered, RefundRetried, RefundDismissed } = paymentEvents
export const fullRefundEvents = {
  RefundRequested,
  SetAsideRefundRequested,
  PaymentRefunded,
  RefundRefused,
  RefundUnanswered,
  RefundRetried,
  RefundDismissed,
}

const partStateAfter = {
  PaymentPartiallyRefunded: 'done',
  PartialRefundRefused: 'refused',
  PartialRefundUnanswered: 'unanswered',
  PartialRefundRetried: 'under_way',
  PartialRefundDismissed: 'dismissed',
} as const satisfies Record<string, RefundState>

export function refundsAfter(refunds: RefundRow[], { type, data }: EventOf<typeof partEvents>): RefundRow[] {
  const { refund, amountCents } = data
  if (type === 'PartialRefundRequested')
    return [...refunds, { refund, amountCents, lines: [...data.lines], restocked: data.restocked, state: 'under_way' }]
  if (type === 'PartialRefundFound')
    return [...refunds, { refund, amountCents, lines: [], restocked: false, state: 'done' }]
  return refunds.map((one) => (one.refund === refund ? { ...one, state: partStateAfter[type] } : one))
}

const fullStateAfter = {
  RefundRefused: 'refused',
  RefundUnanswered: 'unanswered',
  RefundRetried: 'under_way',
  RefundDismissed: 'dismissed',
  PaymentRefunded: 'done',
} as const satisfies Record<string, RefundState>

/** Leaves out the provider's own refunds and the rest of a partly refunded payment. */
export function fullRefundsAfter(
  rows: FullRefundRow[],
  { type, data }: EventOf<typeof fullRefundEvents>,
): FullRefundRow[] {
  const { paymentId } = data
  if (type === 'RefundRequested' || type === 'SetAsideRefundRequested')
    return [...rows, { paymentId, amountCents: data.amountCents, state: 'under_way' }]
  return rows.map((row) => (row.paymentId === paymentId ? { ...row, state: fullStateAfter[type] } : row))
}

export function isFullRefund(event: { type: string }): event is EventOf<typeof fullRefundEvents> {
  return Object.hasOwn(fullRefundEvents, event.type)
}
