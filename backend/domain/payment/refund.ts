// Money that goes back: one state machine, whether for a whole payment, a part of it, or a payment that names no order. Refunds live in the
// stream of their payment, so asking for one moves its version: two admins can't give back more than was paid.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import { isMovement, wholePayment } from './payment-ids.limits.ts'
import { isOnItsWay, type RefundState, refundStateAfter } from './refund-state.limits.ts'

export type RefundId = { orderId: number | null; paymentId: string; refund: number }
export type RefundLine = { productId: number; quantity: number }
export type Refund = {
  refund: number
  amountCents: number
  lines: readonly RefundLine[]
  state: RefundState
  /** The number of the request to the provider, from 1: one that was refused is followed by another. */
  attempt: number
}
export type Refundable = { status: string; amountCents: number; refunds: readonly Refund[] }

export type RefundFailure = { failure: 'refused' | 'unanswered'; detail: string }
export type FollowRefund =
  | (RefundId & { type: 'RecordRefund' })
  | (RefundId & RefundFailure & { type: 'RecordRefundFailure'; attempt: number })
  | (RefundId & { type: 'RetryRefund' })
  | (RefundId & { type: 'DismissRefund'; note: string })

export type RefundEvent = Extract<PaymentEvent, { type: keyof typeof refundStateAfter }>

export function isOfRefund(event: PaymentEvent): event is RefundEvent {
  return event.type in refundStateAfter
}

export function refundsAfter(refunds: readonly Refund[], event: RefundEvent): readonly Refund[] {
  const { refund, amountCents } = event.data
  const state = refundStateAfter[event.type]
  if (event.type === 'RefundRequested' || event.type === 'RefundFound') {
    const lines = event.type === 'RefundRequested' ? event.data.lines : []
    return [...refunds, { refund, amountCents, lines, state, attempt: 1 }]
  }
  // Retrying a refused refund is a new request; an unanswered one may have been made, so it keeps its key.
  const isNew = (one: Refund) => event.type === 'RefundRetried' && one.state === 'refused'
  return refunds.map((one) =>
    one.refund === refund ? { ...one, state, attempt: one.attempt + Number(isNew(one)) } : one,
  )
}

/** Sum of all refunds in minor units, pending ones included. */
export function centsOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, refund) => sum + (isLive(refund) ? refund.amountCents : 0), 0)
}

function isLive({ state }: Refund): boolean {
  return state !== 'refused' && state !== 'dismissed'
}

/** Amount that can still be refunded; excludes money that the buyer got another way. */
export function leftOf({ amountCents, refunds }: Refundable): number {
  const otherwise = refunds.reduce((sum, one) => sum + (one.state === 'dismissed' ? one.amountCents : 0), 0)
  return Math.max(0, amountCents - centsOf(refunds) - otherwise)
}

/** Whether money of a payment waits to go back, or still can. */
export function mayGoBack(payment: Refundable): boolean {
  const { status, refunds } = payment
  return status === 'set_aside' || refunds.some(isOnItsWay) || (status === 'approved' && leftOf(payment) > 0)
}

/**
 * Decides what the provider or an admin says of a refund; what is known already changes nothing. An admin's word throws Rejection not_found,
 * payment_not_acceptable if it was settled otherwise or can't be dismissed since it may still be made, order_not_open if nothing can be given
 * back any more, refund_too_large if what was refused is more than is left by now.
 */
export function followRefund(known: Refundable | undefined, command: FollowRefund): PaymentEvent[] {
  const refund = known?.refunds.find((one) => one.refund === command.refund)
  switch (command.type) {
    case 'RecordRefund':
      return !refund || refund.state === 'done' || refund.state === 'dismissed' ? [] : [refunded(command, refund)]
    case 'RecordRefundFailure': {
      const { failure, detail, attempt } = command
      // A late answer to an earlier request says nothing about this one.
      if (!refund || !isOnItsWay(refund) || refund.attempt !== attempt || refund.state === failure) return []
      const data = { ...dataOf(command, refund), detail }
      return [{ type: failure === 'refused' ? 'RefundRefused' : 'RefundUnanswered', data }]
    }
    case 'RetryRefund':
      if (!known || !refund) throw new Rejection('not_found')
      return retried(known, refund, command)
    case 'DismissRefund':
      if (!refund) throw new Rejection('not_found')
      if (refund.state === 'dismissed') return []
      if (!isStuck(refund, command)) throw new Rejection('payment_not_acceptable')
      return [{ type: 'RefundDismissed', data: { ...dataOf(command, refund), note: command.note } }]
    default:
      return command satisfies never
  }
}

/** Refused by the provider, or a transfer: no job makes one, so only staff know its end. */
function isStuck({ state }: Refund, { paymentId }: RefundId): boolean {
  return state === 'refused' || (state === 'under_way' && isMovement(paymentId))
}

function retried(known: Refundable, refund: Refund, of: RefundId): PaymentEvent[] {
  if (refund.state === 'done' || refund.state === 'under_way') return []
  if (refund.state === 'dismissed') throw new Rejection('payment_not_acceptable')
  if (refund.refund !== wholePayment && known.status !== 'approved') throw new Rejection('order_not_open')
  const left = leftOf(known)
  if (refund.state === 'refused' && refund.amountCents > left)
    throw new Rejection('refund_too_large', { left: toDecimal(left) })
  return [{ type: 'RefundRetried', data: dataOf(of, refund) }]
}

/** All that was left of a payment is back at the buyer: what was on its way, and what nobody asked for. */
export function endOfRefunds(of: Omit<RefundId, 'refund'>, { amountCents, refunds }: Refundable): PaymentEvent[] {
  const rest = amountCents - centsOf(refunds)
  const ended = refunds.filter(isOnItsWay).map((refund) => refunded(of, refund))
  return rest > 0 ? [...ended, refunded(of, { refund: wholePayment, amountCents: rest })] : ended
}

type Amount = Pick<Refund, 'refund' | 'amountCents'>

function refunded(of: Omit<RefundId, 'refund'>, refund: Amount): PaymentEvent {
  return { type: 'PaymentRefunded', data: dataOf(of, refund) }
}

function dataOf({ orderId, paymentId }: Omit<RefundId, 'refund'>, { refund, amountCents }: Amount) {
  return { orderId, paymentId, refund, amountCents }
}
