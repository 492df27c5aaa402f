// What the provider says about an order's payments, compared with what the order says.

import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { decideFullRefund, type FollowFullRefund, type FullRefund, firstRefund, refundAfter } from './full-refund.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'
import {
  centsOf,
  endOfRefunds,
  type FollowPart,
  failedPart,
  followPart,
  isOfPart,
  madePart,
  type OfPart,
  partsAfter,
  type RecordPartFailure,
  type RefundPart,
  type RequestPart,
  refundFound,
  requestPart,
} from './refund-parts.ts'
import { decideAside, type ResolveAside } from './set-aside.ts'

export type PaymentStatus =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'set_aside'
  | 'dismissed'
  | 'refund_requested'
  | 'refunded'
/** amountCents: in minor units, 0 until it is approved or asked back. refund: once all of it was asked back. */
export type KnownPayment = {
  status: PaymentStatus
  amountCents: number
  parts: readonly RefundPart[]
  refund?: FullRefund
}
export type PaymentState = {
  preferenceId: string | null
  initPoint: string | null
  payments: Readonly<Record<string, KnownPayment>>
}

/** What the payment of this order must look like. */
export type ExpectedPayment = Pick<PaymentFacts, 'reference' | 'amountCents' | 'currency'> & {
  /** undefined: the shop's credentials do not tell, so it is not compared. */
  sellerId: string | undefined
  liveMode: boolean | undefined
}

/** What a new payment of an order meets; settled: it was paid, whether the money went back or not. */
export type OrderStanding = 'open' | 'settled' | 'cancelled'

export type PaymentCommand =
  | { type: 'AddPreference'; orderId: number; preferenceId: string; initPoint: string }
  | {
      type: 'RecordPayment'
      orderId: number
      fetched: PaymentFacts
      expected: ExpectedPayment
      standing: OrderStanding
      /** The hold is over and the units are gone. */
      soldOut: boolean
    }
  | { type: 'RecordRefund'; orderId: number; paymentId: string }
  | RequestPart
  | { type: 'RecordPartialRefund'; orderId: number; paymentId: string; refund: number }
  | RecordPartFailure
  | FollowPart
  | FollowFullRefund
  | ResolveAside

function evolve(state: PaymentState, event: PaymentEvent): PaymentState {
  const marked = (status: PaymentStatus, amountCents?: number, refund?: FullRefund): PaymentState => {
    const { paymentId } = event.data as { paymentId: string }
    const known = state.payments[paymentId] ?? { amountCents: 0, parts: [] }
    const marked = { ...known, status, amountCents: amountCents ?? known.amountCents, ...(refund && { refund }) }
    return { ...state, payments: { ...state.payments, [paymentId]: marked } }
  }
  if (isOfPart(event)) return withPart(state, event)
  switch (event.type) {
    case 'PreferenceCreated':
      return { ...state, preferenceId: event.data.preferenceId, initPoint: event.data.initPoint }
    case 'PaymentPending':
      return marked('pending')
    case 'PaymentApproved':
    case 'SetAsidePaymentAccepted':
      return marked('approved', event.data.amountCents)
    case 'PaymentRejected':
      return marked('rejected')
    case 'PaymentSetAside':
      return marked('set_aside')
    case 'RefundRequested':
    case 'SetAsideRefundRequested':
      return marked('refund_requested', event.data.amountCents, firstRefund)
    case 'RefundRefused':
    case 'RefundUnanswered':
    case 'RefundRetried':
      return marked(
        'refund_requested',
        undefined,
        refundAfter(state.payments[event.data.paymentId]?.refund, event.type),
      )
    case 'SetAsidePaymentDismissed':
    case 'RefundDismissed':
      return marked('dismissed')
    case 'PaymentRefunded':
      return marked('refunded')
    default:
      return event satisfies never
  }
}

function withPart(state: PaymentState, event: OfPart): PaymentState {
  const { paymentId } = event.data
  const known = state.payments[paymentId]
  if (!known) return state
  const parts = partsAfter(known.parts, event)
  const back = centsOf(parts.filter((part) => part.state === 'done'))
  const status = back > 0 && back >= known.amountCents ? 'refunded' : known.status
  return { ...state, payments: { ...state.payments, [paymentId]: { ...known, status, parts } } }
}

function decide(state: PaymentState, command: PaymentCommand): PaymentEvent[] {
  const { orderId } = command
  switch (command.type) {
    case 'AddPreference': {
      const { preferenceId, initPoint } = command
      if (state.preferenceId === preferenceId) return []
      return [{ type: 'PreferenceCreated', data: { orderId, preferenceId, initPoint } }]
    }
    case 'RecordPayment':
      return record(state, command)
    case 'RecordRefund': {
      const known = state.payments[command.paymentId]
      if (known?.status !== 'refund_requested') return []
      return [
        { type: 'PaymentRefunded', data: { orderId, paymentId: command.paymentId, amountCents: known.amountCents } },
      ]
    }
    case 'RequestPartialRefund':
      return requestPart(state.payments[command.paymentId], command)
    case 'RecordPartialRefund':
      return madePart(state.payments[command.paymentId], command)
    case 'RecordRefundFailure':
      return failedPart(state.payments[command.paymentId], command)
    case 'RetryPartialRefund':
    case 'DismissPartialRefund':
      return followPart(state.payments[command.paymentId], command)
    case 'RecordFullRefundFailure':
    case 'RetryFullRefund':
    case 'DismissFullRefund':
      return decideFullRefund(state.payments[command.paymentId], command)
    case 'AcceptSetAside':
    case 'RefundSetAside':
    case 'DismissSetAside':
      return decideAside(state.payments[command.paymentId], command)
    default:
      return command satisfies never
  }
}

function record(state: PaymentState, command: PaymentCommand & { type: 'RecordPayment' }): PaymentEvent[] {
  const { orderId, fetched, standing } = command
  const { paymentId, amountCents, currency } = fetched
  const known = state.payments[paymentId]?.status
  switch (fetched.status) {
    case 'approved': {
      if (known === 'approved') return refundFound(state.payments[paymentId] ?? { amountCents, parts: [] }, command)
      if (known !== undefined && known !== 'pending' && known !== 'rejected') return []
      const differences = compare(command.expected, fetched)
      if (differences.length > 0) return [{ type: 'PaymentSetAside', data: { orderId, paymentId, differences } }]
      const refund = (reason: 'duplicate' | 'no_stock' | 'cancelled'): PaymentEvent[] => [
        { type: 'RefundRequested', data: { orderId, paymentId, amountCents, currency, reason } },
      ]
      if (standing === 'settled') return refund('duplicate')
      // A buyer who cancelled, or ordered anew from a changed cart, must not be charged for the old order too.
      if (standing === 'cancelled') return refund('cancelled')
      if (command.soldOut) return refund('no_stock')
      return [
        { type: 'PaymentApproved', data: { orderId, paymentId, amountCents, currency } },
        ...refundFound({ amountCents, parts: [] }, command),
      ]
    }
    case 'rejected':
    case 'cancelled':
      if (known && known !== 'pending') return []
      if (compare(command.expected, fetched).length > 0) return []
      return [{ type: 'PaymentRejected', data: { orderId, paymentId, detail: fetched.statusDetail } }]
    case 'refunded':
    case 'charged_back':
      // Its own panel gave it back: nobody has to look at it any more.
      if (known === 'set_aside')
        return [{ type: 'SetAsidePaymentDismissed', data: { orderId, paymentId, note: 'Lo devolvió el proveedor.' } }]
      if (known !== 'approved' && known !== 'refund_requested') return []
      return endOfRefunds({ orderId, paymentId }, state.payments[paymentId] ?? { amountCents, parts: [] })
    default:
      return known ? [] : [{ type: 'PaymentPending', data: { orderId, paymentId } }]
  }
}

function compare(expected: ExpectedPayment, found: PaymentFacts) {
  const fields = ['amountCents', 'currency', 'sellerId', 'liveMode', 'reference'] as const
  return fields
    .filter((field) => expected[field] !== undefined && expected[field] !== found[field])
    .map((field) => ({ field, expected: String(expected[field]), found: String(found[field]) }))
}

export const payment: Decider<PaymentState, PaymentCommand, PaymentEvent, 'payment'> = {
  category: 'payment',
  initial: { preferenceId: null, initPoint: null, payments: {} },
  evolve,
  decide,
}
