// What of an order's money goes back: parts of its payment, and payments as a whole.
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import type { EventOf } from '#backend/eventstore/definition/event-definition.ts'

/** A part of the payment that an admin gave back, here or at the provider, or that is on its way. */
export type RefundRow = {
  refund: number
  amountCents: number
  lines: { productId: number; quantity: number }[]
  restocked: boolean
  isDone: boolean
  /** Why it stands: the provider refuses it, or has not said whether it was made. */
  trouble: 'refused' | 'unanswered' | null
}
/** A payment that goes back whole, as one that came twice or too late. refused: nothing went back; dismissed: settled otherwise. */
export type FullRefundRow = {
  paymentId: string
  amountCents: number
  state: 'under_way' | 'unanswered' | 'refused' | 'done' | 'dismissed'
}

const { PartialRefundRequested, PartialRefundFound, PaymentPartiallyRefunded } = paymentEvents
const { PartialRefundRefused, PartialRefundUnanswered, PartialRefundRetried } = paymentEvents
export const partEvents = {
  ...{ PartialRefundRequested, PartialRefundFound, PaymentPartiallyRefunded },
  ...{ PartialRefundRefused, PartialRefundUnanswered, PartialRefundRetried },
}
const { RefundRequested, SetAsideRefundRequested, PaymentRefunded } = paymentEvents
const { RefundRefused, RefundUnanswered, RefundRetried, RefundDismissed } = paymentEvents
export const fullRefundEvents = {
  ...{ RefundRequested, SetAsideRefundRequested, PaymentRefunded },
  ...{ RefundRefused, RefundUnanswered, RefundRetried, RefundDismissed },
}

export function refundsAfter(refunds: RefundRow[], { type, data }: EventOf<typeof partEvents>): RefundRow[] {
  const { refund, amountCents } = data
  const changed = (change: Partial<RefundRow>) =>
    refunds.map((one) => (one.refund === refund ? { ...one, ...change } : one))
  const added = (row: Pick<RefundRow, 'lines' | 'restocked' | 'isDone'>) => [
    ...refunds,
    { refund, amountCents, ...row, trouble: null },
  ]
  switch (type) {
    case 'PartialRefundRequested':
      return added({ lines: [...data.lines], restocked: data.restocked, isDone: false })
    case 'PartialRefundFound':
      return added({ lines: [], restocked: false, isDone: true })
    case 'PaymentPartiallyRefunded':
      return changed({ isDone: true, trouble: null })
    case 'PartialRefundRefused':
      return changed({ trouble: 'refused' })
    case 'PartialRefundUnanswered':
      return changed({ trouble: 'unanswered' })
    case 'PartialRefundRetried':
      return changed({ trouble: null })
    default:
      return type satisfies never
  }
}

const fullStateAfter = {
  RefundRefused: 'refused',
  RefundUnanswered: 'unanswered',
  RefundRetried: 'under_way',
  RefundDismissed: 'dismissed',
  PaymentRefunded: 'done',
} as const satisfies Record<string, FullRefundRow['state']>

/** What the provider gave back unasked, or what was left of a payment after parts of it, is no row. */
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
