// A payment that goes back as a whole: asked of the provider, who may refuse it or not say whether it was made.
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { RefundState } from './refund-state.limits.ts'

export type FullRefund = {
  state: Exclude<RefundState, 'done' | 'dismissed'>
  /** Which request to the provider it is, from 1: one that was refused is followed by another. */
  attempt: number
}
type Known = { status: string; amountCents: number; refund?: FullRefund } | undefined
type OfPayment = { orderId: number; paymentId: string }
export type RefundFailure = { failure: 'refused' | 'unanswered'; detail: string }

export type FollowFullRefund =
  | (OfPayment & RefundFailure & { type: 'RecordFullRefundFailure' })
  | (OfPayment & { type: 'RetryFullRefund' })
  | (OfPayment & { type: 'DismissFullRefund'; note: string })

export const firstRefund: FullRefund = { state: 'under_way', attempt: 1 }

/** What was refused is a new request to the provider; what was not answered may have been made, and keeps its key. */
export function refundAfter(
  refund: FullRefund = firstRefund,
  what: 'RefundRefused' | 'RefundUnanswered' | 'RefundRetried',
): FullRefund {
  if (what === 'RefundRefused') return { ...refund, state: 'refused' }
  if (what === 'RefundUnanswered') return { ...refund, state: 'unanswered' }
  return { state: 'under_way', attempt: refund.attempt + Number(refund.state === 'refused') }
}

/** Whether a failure says something new of a refund. */
export function isNewFailure(refund: FullRefund | undefined, failure: RefundFailure['failure']): boolean {
  return refund !== undefined && refund.state !== 'refused' && refund.state !== failure
}

/**
 * What the provider or a person says of a refund that was asked for. Throws Rejection not_found if none was, payment_not_acceptable if it was
 * dealt with otherwise, or is on its way and so cannot be dismissed.
 */
export function decideFullRefund(known: Known, command: FollowFullRefund): PaymentEvent[] {
  const { orderId, paymentId } = command
  const isOpen = known?.status === 'refund_requested'
  if (command.type === 'RecordFullRefundFailure') {
    const { failure, detail } = command
    if (!isOpen || !isNewFailure(known.refund, failure)) return []
    const data = { orderId, paymentId, amountCents: known.amountCents, detail }
    return [{ type: failure === 'refused' ? 'RefundRefused' : 'RefundUnanswered', data }]
  }
  if (!known?.refund) throw new Rejection('not_found')
  if (known.status === (command.type === 'RetryFullRefund' ? 'refunded' : 'dismissed')) return []
  if (!isOpen) throw new Rejection('payment_not_acceptable')
  if (command.type === 'RetryFullRefund') {
    if (known.refund.state === 'under_way') return []
    return [{ type: 'RefundRetried', data: { orderId, paymentId, amountCents: known.amountCents } }]
  }
  if (known.refund.state !== 'refused') throw new Rejection('payment_not_acceptable')
  return [{ type: 'RefundDismissed', data: { orderId, paymentId, note: command.note } }]
}
