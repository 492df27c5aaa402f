// The payments of an order as the provider tells them, compared with what the order says; and each payment that names no order.
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { movementPayment, wholePayment } from './payment-ids.limits.ts'
import {
  centsOf,
  endOfRefunds,
  type FollowRefund,
  followRefund,
  isOfRefund,
  type Refund,
  type RefundEvent,
  refundsAfter,
} from './refund.ts'
import { type RequestPart, refundFound, requestPart } from './refund-parts.ts'
import { decideAside, type ResolveAside, unmatchedFound, wholeRefund } from './set-aside.ts'
import { type RecordMovement, recordMovement } from './transfer-payment.ts'

export type PaymentStatus =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'set_aside'
  | 'dismissed'
  | 'refund_requested'
  | 'refunded'
/** amountCents: in minor units, 0 until it is approved or asked back. */
export type KnownPayment = { status: PaymentStatus; amountCents: number; refunds: readonly Refund[] }
export type PaymentState = {
  preferenceId: string | null
  initPoint: string | null
  payments: Readonly<Record<string, KnownPayment>>
}

/** Facts that a payment of this order must match. */
export type ExpectedPayment = Pick<PaymentFacts, 'reference' | 'amountCents' | 'currency'> & {
  /** undefined: the shop's credentials do not tell, so it is not compared. */
  sellerId: string | undefined
  liveMode: boolean | undefined
}

export type SettlementStatus = 'open' | 'settled' | 'cancelled'

export type PaymentCommand =
  | { type: 'AddPreference'; orderId: number; preferenceId: string; initPoint: string }
  | {
      type: 'RecordPayment'
      orderId: number
      fetched: PaymentFacts
      expected: ExpectedPayment
      settlement: SettlementStatus
      /** The hold is over and the units are gone. */
      soldOut: boolean
    }
  | { type: 'RecordUnmatched'; orderId: null; fetched: PaymentFacts }
  | RecordMovement
  | RequestPart
  | FollowRefund
  | ResolveAside

const unknown: KnownPayment = { status: 'pending', amountCents: 0, refunds: [] }

function evolve(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.type === 'PreferenceCreated')
    return { ...state, preferenceId: event.data.preferenceId, initPoint: event.data.initPoint }
  const { paymentId } = event.data
  const known = state.payments[paymentId] ?? unknown
  const changed = isOfRefund(event) ? withRefund(known, event) : withStatus(known, event)
  return { ...state, payments: { ...state.payments, [paymentId]: changed } }
}

const statusAfter = {
  PaymentPending: 'pending',
  PaymentApproved: 'approved',
  SetAsidePaymentAccepted: 'approved',
  PaymentRejected: 'rejected',
  PaymentSetAside: 'set_aside',
  UnmatchedPaymentFound: 'set_aside',
  SetAsidePaymentDismissed: 'dismissed',
} as const satisfies Partial<Record<PaymentEvent['type'], PaymentStatus>>

function withStatus(known: KnownPayment, { type, data }: PaymentEvent & { type: keyof typeof statusAfter }) {
  const { amountCents } = { ...known, ...data }
  return { ...known, status: statusAfter[type], amountCents }
}

/** A whole payment follows its refund; one that goes back in parts stays approved until all of it is back. */
function withRefund(known: KnownPayment, event: RefundEvent): KnownPayment {
  const refunds = refundsAfter(known.refunds, event)
  const { type, data } = event
  if (data.refund === wholePayment) {
    if (type === 'RefundRequested') return { status: 'refund_requested', amountCents: data.amountCents, refunds }
    if (type === 'RefundDismissed') return { ...known, status: 'dismissed', refunds }
    return { ...known, status: type === 'PaymentRefunded' ? 'refunded' : known.status, refunds }
  }
  const back = centsOf(refunds.filter(({ state }) => state === 'done'))
  return { ...known, status: back > 0 && back >= known.amountCents ? 'refunded' : known.status, refunds }
}

function decide(state: PaymentState, command: PaymentCommand): PaymentEvent[] {
  switch (command.type) {
    case 'AddPreference': {
      const { orderId, preferenceId, initPoint } = command
      if (state.preferenceId === preferenceId) return []
      return [{ type: 'PreferenceCreated', data: { orderId, preferenceId, initPoint } }]
    }
    case 'RecordPayment':
      return record(state.payments[command.fetched.paymentId], command)
    case 'RecordUnmatched':
      return recordUnmatched(state.payments[command.fetched.paymentId], command.fetched)
    case 'RecordMovement':
      return recordMovement(state.payments[movementPayment(command.movement.number)], command)
    case 'RequestPartialRefund':
      return requestPart(state.payments[command.paymentId], command)
    case 'RecordRefund':
    case 'RecordRefundFailure':
    case 'RetryRefund':
    case 'DismissRefund':
      return followRefund(state.payments[command.paymentId], command)
    case 'AcceptSetAside':
    case 'RefundSetAside':
    case 'DismissSetAside':
      return decideAside(state.payments[command.paymentId], command)
    default:
      return command satisfies never
  }
}

type Known = KnownPayment | undefined

function record(known: Known, command: PaymentCommand & { type: 'RecordPayment' }): PaymentEvent[] {
  const { orderId, fetched } = command
  const { paymentId, status, statusDetail } = fetched
  switch (status) {
    case 'approved':
      return recordApproved(known, command)
    case 'rejected':
    case 'cancelled':
      if (known && known.status !== 'pending') return []
      if (compare(command.expected, fetched).length > 0) return []
      return [{ type: 'PaymentRejected', data: { orderId, paymentId, detail: statusDetail } }]
    case 'refunded':
    case 'charged_back':
      return wentBack(known, { orderId, paymentId })
    default:
      return known ? [] : [{ type: 'PaymentPending', data: { orderId, paymentId } }]
  }
}

function recordApproved(known: Known, command: PaymentCommand & { type: 'RecordPayment' }): PaymentEvent[] {
  const { orderId, fetched, settlement } = command
  const { paymentId, amountCents, currency } = fetched
  if (known?.status === 'approved') return refundFound(known, command)
  if (known && known.status !== 'pending' && known.status !== 'rejected') return []
  const differences = compare(command.expected, fetched)
  if (differences.length > 0) return [{ type: 'PaymentSetAside', data: { orderId, paymentId, differences } }]
  const refund = (reason: 'duplicate' | 'no_stock' | 'cancelled') => [
    wholeRefund({ orderId, reason, note: '' }, fetched),
  ]
  if (settlement === 'settled') return refund('duplicate')
  // A buyer who cancelled, or ordered anew from a changed cart, must not be charged for the old order too.
  if (settlement === 'cancelled') return refund('cancelled')
  if (command.soldOut) return refund('no_stock')
  return [
    { type: 'PaymentApproved', data: { orderId, paymentId, amountCents, currency } },
    ...refundFound({ amountCents, refunds: [] }, command),
  ]
}

function recordUnmatched(known: Known, fetched: PaymentFacts): PaymentEvent[] {
  const { paymentId, status } = fetched
  if (status === 'approved') return known ? [] : [unmatchedFound(fetched)]
  return status === 'refunded' || status === 'charged_back' ? wentBack(known, { orderId: null, paymentId }) : []
}

/** The provider has given all of a payment back. */
function wentBack(known: Known, of: { orderId: number | null; paymentId: string }): PaymentEvent[] {
  // Its own panel gave it back: nobody has to look at it any more.
  if (known?.status === 'set_aside')
    return [{ type: 'SetAsidePaymentDismissed', data: { ...of, note: 'Lo devolvió el proveedor.' } }]
  return known?.status === 'approved' || known?.status === 'refund_requested' ? endOfRefunds(of, known) : []
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
