// A payment that names no order of the shop: money that came in, which a person gives back or settles otherwise.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { type FullRefund, firstRefund, isNewFailure, type RefundFailure, refundAfter } from './full-refund.ts'
import type { PaymentFacts } from './payment-facts.ts'
import type { UnmatchedEvent } from './unmatched.events.ts'

export type UnmatchedPayment = {
  status: 'set_aside' | 'refund_requested' | 'refunded' | 'dismissed'
  /** What the shop has of it, in minor units. */
  amountCents: number
  currency: string
  refund?: FullRefund
}
/** null: nobody knows of it. */
export type UnmatchedState = UnmatchedPayment | null

/** fetched: what the provider says of it now. */
export type UnmatchedCommand =
  | { type: 'RecordUnmatched'; fetched: PaymentFacts }
  | { type: 'RefundUnmatched'; fetched: PaymentFacts; note: string }
  | { type: 'DismissUnmatched'; paymentId: string; note: string }
  | { type: 'RecordUnmatchedRefund'; paymentId: string }
  | ({ type: 'RecordUnmatchedFailure'; paymentId: string } & RefundFailure)

function evolve(state: UnmatchedState, event: UnmatchedEvent): UnmatchedState {
  if (event.type === 'UnmatchedPaymentFound') {
    const { amountCents, currency } = event.data
    return { status: 'set_aside', amountCents, currency }
  }
  if (!state) return state
  switch (event.type) {
    case 'UnmatchedRefundRequested':
      return { ...state, status: 'refund_requested', amountCents: event.data.amountCents, refund: firstRefund }
    case 'UnmatchedRefundRefused':
      return { ...state, refund: refundAfter(state.refund, 'RefundRefused') }
    case 'UnmatchedRefundUnanswered':
      return { ...state, refund: refundAfter(state.refund, 'RefundUnanswered') }
    case 'UnmatchedRefundRetried':
      return { ...state, refund: refundAfter(state.refund, 'RefundRetried') }
    case 'UnmatchedPaymentRefunded':
      return { ...state, status: 'refunded' }
    case 'UnmatchedPaymentDismissed':
      return { ...state, status: 'dismissed' }
    default:
      return event satisfies never
  }
}

/** Throws Rejection not_found for what was never found, payment_not_acceptable for what was dealt with otherwise or is on its way. */
function decide(state: UnmatchedState, command: UnmatchedCommand): UnmatchedEvent[] {
  switch (command.type) {
    case 'RecordUnmatched':
      return recorded(state, command.fetched)
    case 'RefundUnmatched':
      return goesBack(state, command)
    case 'DismissUnmatched':
      return dismissed(state, command)
    case 'RecordUnmatchedRefund':
      return state?.status === 'refund_requested' ? [back(state, command.paymentId)] : []
    case 'RecordUnmatchedFailure': {
      const { paymentId, failure, detail } = command
      if (state?.status !== 'refund_requested' || !isNewFailure(state.refund, failure)) return []
      const data = { paymentId, amountCents: state.amountCents, detail }
      return [{ type: failure === 'refused' ? 'UnmatchedRefundRefused' : 'UnmatchedRefundUnanswered', data }]
    }
    default:
      return command satisfies never
  }
}

/** A reference of another system may be anything, an e-mail too: what does not look like a number or a code is not kept. */
const code = /^[\w.:-]{1,64}$/

function recorded(state: UnmatchedState, fetched: PaymentFacts): UnmatchedEvent[] {
  const { paymentId, status, currency, reference } = fetched
  if (status === 'approved' && !state) {
    const data = { paymentId, amountCents: leftOf(fetched), currency }
    return [{ type: 'UnmatchedPaymentFound', data: { ...data, reference: code.test(reference) ? reference : '' } }]
  }
  if (status !== 'refunded' && status !== 'charged_back') return []
  if (state?.status === 'refund_requested') return [back(state, paymentId)]
  if (state?.status !== 'set_aside') return []
  return [{ type: 'UnmatchedPaymentDismissed', data: { paymentId, note: 'Lo devolvió el proveedor.' } }]
}

function goesBack(
  state: UnmatchedState,
  { fetched, note }: UnmatchedCommand & { type: 'RefundUnmatched' },
): UnmatchedEvent[] {
  if (!state) throw new Rejection('not_found')
  const { paymentId, currency } = fetched
  if (state.status === 'refunded') return []
  if (state.status === 'refund_requested') {
    if (state.refund?.state === 'under_way') return []
    return [{ type: 'UnmatchedRefundRetried', data: { paymentId, amountCents: state.amountCents } }]
  }
  if (state.status === 'dismissed' || fetched.status !== 'approved') throw new Rejection('payment_not_acceptable')
  return [{ type: 'UnmatchedRefundRequested', data: { paymentId, amountCents: leftOf(fetched), currency, note } }]
}

function dismissed(
  state: UnmatchedState,
  { paymentId, note }: UnmatchedCommand & { type: 'DismissUnmatched' },
): UnmatchedEvent[] {
  if (!state) throw new Rejection('not_found')
  if (state.status === 'dismissed') return []
  if (state.status !== 'set_aside' && state.refund?.state !== 'refused') throw new Rejection('payment_not_acceptable')
  return [{ type: 'UnmatchedPaymentDismissed', data: { paymentId, note } }]
}

function back({ amountCents }: UnmatchedPayment, paymentId: string): UnmatchedEvent {
  return { type: 'UnmatchedPaymentRefunded', data: { paymentId, amountCents } }
}

function leftOf({ amountCents, refundedCents }: PaymentFacts): number {
  return amountCents - refundedCents
}

export const unmatched: Decider<UnmatchedState, UnmatchedCommand, UnmatchedEvent, 'unmatched'> = {
  category: 'unmatched',
  initial: null,
  evolve,
  decide,
}
