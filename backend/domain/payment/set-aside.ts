// Approved payments that do not fit, their order or any: an admin decides whether one counts, goes back, or needs nothing any more.
import { Rejection } from '#backend/domain/rejection.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { wholePayment } from './payment-ids.limits.ts'
import { followRefund, type Refundable } from './refund.ts'

/** Facts of a payment whose money the shop has, by its provider or by the bank. */
export type Held = Pick<PaymentFacts, 'paymentId' | 'status' | 'amountCents' | 'currency' | 'refundedCents'>

type OfPayment = { orderId: number | null; paymentId: string; note: string }
/** fetched: what the provider, or the bank's movement, says of it now. */
export type ResolveAside =
  | (OfPayment & {
      type: 'AcceptSetAside'
      orderId: number
      fetched: Held
      currency: string
      isOpen: boolean
    })
  | (OfPayment & { type: 'RefundSetAside'; fetched: Held })
  | (OfPayment & { type: 'DismissSetAside' })

/** States after each command; a command in such a state changes nothing. */
const reached = {
  AcceptSetAside: ['approved'],
  RefundSetAside: ['refund_requested', 'refunded'],
  DismissSetAside: ['dismissed'],
} as const satisfies Record<ResolveAside['type'], readonly string[]>

/**
 * Decides once. A payment of no order has no other way to its refund: giving it back asks again for what was not made, dismissing it settles
 * what was refused. Throws Rejection not_found for a payment that was never set aside, payment_not_acceptable if it was dealt with otherwise,
 * the provider has not the money any more, or it can't count for the order.
 */
export function decideAside(known: Refundable | undefined, command: ResolveAside): PaymentEvent[] {
  if (!known) throw new Rejection('not_found')
  const { type, orderId, paymentId, note } = command
  if (orderId === null && known.status === 'refund_requested')
    return followRefund(known, {
      type: type === 'RefundSetAside' ? 'RetryRefund' : 'DismissRefund',
      ...{ orderId, paymentId, note, refund: wholePayment },
    })
  if ((reached[type] as readonly string[]).includes(known.status)) return []
  if (known.status !== 'set_aside') throw new Rejection('payment_not_acceptable')
  if (type === 'DismissSetAside') return [{ type: 'SetAsidePaymentDismissed', data: { orderId, paymentId, note } }]
  const { status, amountCents, currency } = command.fetched
  if (status !== 'approved') throw new Rejection('payment_not_acceptable')
  if (type === 'RefundSetAside') return [wholeRefund({ orderId, reason: 'set_aside', note }, command.fetched)]
  if (!command.isOpen || currency !== command.currency) throw new Rejection('payment_not_acceptable')
  const data = { orderId: command.orderId, paymentId, amountCents, currency, note }
  return [{ type: 'SetAsidePaymentAccepted', data }]
}

type Asked = Pick<DataOf<PaymentEvent, 'RefundRequested'>, 'orderId' | 'reason' | 'note'>

/** Asks for what the provider still has of a payment. */
export function wholeRefund(asked: Asked, { paymentId, amountCents, refundedCents, currency }: Held) {
  const money = { refund: wholePayment, amountCents: amountCents - refundedCents, currency }
  return {
    type: 'RefundRequested',
    data: { ...asked, paymentId, ...money, lines: [], restocked: false },
  } satisfies PaymentEvent
}

/** A reference of another system may be anything, an e-mail too: what does not look like a number or a code is not kept. */
const code = /^[\w.:-]{1,64}$/

export function unmatchedFound({ paymentId, amountCents, refundedCents, currency, reference }: PaymentFacts) {
  return {
    type: 'UnmatchedPaymentFound',
    data: {
      ...{ orderId: null, paymentId, amountCents: amountCents - refundedCents, currency },
      reference: code.test(reference) ? reference : '',
    },
  } satisfies PaymentEvent
}
