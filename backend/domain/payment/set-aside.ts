// What a person decides about a payment that was set aside: it counts, it goes back, or nothing is left to do.
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'

type OfPayment = { orderId: number; paymentId: string; note: string }
/** fetched: what the provider says of it now. */
export type ResolveAside =
  | (OfPayment & {
      type: 'AcceptSetAside'
      fetched: PaymentFacts
      /** Of the order. */
      currency: string
      /** Whether the order still waits for a payment. */
      isOpen: boolean
    })
  | (OfPayment & { type: 'RefundSetAside'; fetched: PaymentFacts })
  | (OfPayment & { type: 'DismissSetAside' })

/** Where each of them leads; being there already is nothing new. */
const reached = {
  AcceptSetAside: ['approved'],
  RefundSetAside: ['refund_requested', 'refunded'],
  DismissSetAside: ['dismissed'],
} as const satisfies Record<ResolveAside['type'], readonly string[]>

/**
 * Decides once. Throws Rejection not_found for a payment that was never set aside, payment_not_acceptable if it was dealt with otherwise, the
 * provider has not the money any more, or it cannot count for the order.
 */
export function decideAside(known: { status: string } | undefined, command: ResolveAside): PaymentEvent[] {
  if (!known) throw new Rejection('not_found')
  const { type, orderId, paymentId, note } = command
  if ((reached[type] as readonly string[]).includes(known.status)) return []
  if (known.status !== 'set_aside') throw new Rejection('payment_not_acceptable')
  if (type === 'DismissSetAside') return [{ type: 'SetAsidePaymentDismissed', data: { orderId, paymentId, note } }]
  const { status, amountCents, currency } = command.fetched
  if (status !== 'approved') throw new Rejection('payment_not_acceptable')
  const data = { orderId, paymentId, amountCents, currency, note }
  if (type === 'RefundSetAside') return [{ type: 'SetAsideRefundRequested', data }]
  if (!command.isOpen || currency !== command.currency) throw new Rejection('payment_not_acceptable')
  return [{ type: 'SetAsidePaymentAccepted', data }]
}
