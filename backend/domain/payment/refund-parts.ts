// Parts of a payment that go back: what is left to give, and for which units.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { isOnItsWay, type RefundState } from './refund-state.limits.ts'

export type RefundLine = { productId: number; quantity: number }
export type RefundPart = {
  refund: number
  amountCents: number
  lines: readonly RefundLine[]
  state: RefundState
  /** Which request to the provider it is, from 1: one that was refused is followed by another. */
  attempt: number
}
type Known = { status: string; amountCents: number; parts: readonly RefundPart[] } | undefined
type PartId = { orderId: number; paymentId: string; refund: number }

export type RequestPart = {
  type: 'RequestPartialRefund'
  orderId: number
  paymentId: string
  amountCents: number
  currency: string
  /** Empty if an amount was typed. */
  lines: readonly RefundLine[]
  /** All units that were paid. */
  bought: readonly RefundLine[]
  /** What was paid for shipping them. */
  shippingCents: number
  restocked: boolean
}

export type RecordPartFailure = PartId & {
  type: 'RecordRefundFailure'
  failure: 'refused' | 'unanswered'
  detail: string
}
export type FollowPart =
  | (PartId & { type: 'RetryPartialRefund' })
  | (PartId & { type: 'DismissPartialRefund'; note: string })

/** What the provider gives back with all parts in minor units, those on their way included; what was refused is nothing. */
export function centsOf(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, { state, amountCents }) => {
    return sum + (state === 'refused' || state === 'dismissed' ? 0 : amountCents)
  }, 0)
}

/** What may still be asked for; what the buyer was given otherwise is not paid a second time. */
function leftOf({ amountCents, parts }: NonNullable<Known>): number {
  const otherwise = parts.reduce((sum, part) => sum + (part.state === 'dismissed' ? part.amountCents : 0), 0)
  return Math.max(0, amountCents - centsOf(parts) - otherwise)
}

/** What tells of a part. */
export type OfPart = Extract<
  PaymentEvent,
  {
    type:
      | `PartialRefund${'Requested' | 'Found' | 'Refused' | 'Unanswered' | 'Retried' | 'Dismissed'}`
      | 'PaymentPartiallyRefunded'
  }
>

export function isOfPart(event: PaymentEvent): event is OfPart {
  return event.type === 'PaymentPartiallyRefunded' || event.type.startsWith('PartialRefund')
}

export function partsAfter(parts: readonly RefundPart[], event: OfPart): readonly RefundPart[] {
  const { refund } = event.data
  const changed = (change: (part: RefundPart) => RefundPart) =>
    parts.map((part) => (part.refund === refund ? change(part) : part))
  switch (event.type) {
    case 'PartialRefundRequested':
    case 'PartialRefundFound':
      return [...parts, openPart(event)]
    case 'PaymentPartiallyRefunded':
      return changed((part) => ({ ...part, state: 'done' }))
    case 'PartialRefundRefused':
      return changed((part) => ({ ...part, state: 'refused' }))
    case 'PartialRefundUnanswered':
      return changed((part) => ({ ...part, state: 'unanswered' }))
    case 'PartialRefundDismissed':
      return changed((part) => ({ ...part, state: 'dismissed' }))
    case 'PartialRefundRetried':
      // What was refused is a new request to the provider; what was not answered may have been made, and keeps its key.
      return changed((part) => ({
        ...part,
        state: 'under_way',
        attempt: part.attempt + Number(part.state === 'refused'),
      }))
    default:
      return event satisfies never
  }
}

/** What the provider was found to have given back is done, and of no units that the shop knows. */
function openPart({
  type,
  data,
}: Extract<PaymentEvent, { type: 'PartialRefundRequested' | 'PartialRefundFound' }>): RefundPart {
  const { refund, amountCents } = data
  const isFound = type === 'PartialRefundFound'
  return { refund, amountCents, lines: isFound ? [] : data.lines, state: isFound ? 'done' : 'under_way', attempt: 1 }
}

/** Nothing if it is known already, or its buyer was given it otherwise. */
export function madePart(known: Known, { orderId, paymentId, refund }: PartId): PaymentEvent[] {
  const part = known?.parts.find((one) => one.refund === refund)
  if (!part || part.state === 'done' || part.state === 'dismissed') return []
  return [partDone({ orderId, paymentId }, part)]
}

/** Nothing if it is known already, or the part was made or refused meanwhile. */
export function failedPart(known: Known, { failure, detail, ...of }: RecordPartFailure): PaymentEvent[] {
  const part = known?.parts.find(({ refund }) => refund === of.refund)
  if (!part || !isOnItsWay(part) || part.state === failure) return []
  const data = { ...idOf(of), amountCents: part.amountCents, detail }
  return [{ type: failure === 'refused' ? 'PartialRefundRefused' : 'PartialRefundUnanswered', data }]
}

/**
 * Asks for a part again that was refused or not answered, one that is under way or done stays as it is; or notes how one was settled that the
 * provider refuses. Throws Rejection not_found, order_not_open if nothing can be given back any more, refund_too_large if what was refused is
 * more than is left by now, payment_not_acceptable if it was settled otherwise, or cannot be since it was not refused.
 */
export function followPart(known: Known, command: FollowPart): PaymentEvent[] {
  const part = known?.parts.find(({ refund }) => refund === command.refund)
  if (!known || !part) throw new Rejection('not_found')
  const data = { ...idOf(command), amountCents: part.amountCents }
  if (command.type === 'RetryPartialRefund') return retryPart(known, part, data)
  if (part.state === 'dismissed') return []
  if (part.state !== 'refused') throw new Rejection('payment_not_acceptable')
  return [{ type: 'PartialRefundDismissed', data: { ...data, note: command.note } }]
}

function retryPart(
  known: NonNullable<Known>,
  part: RefundPart,
  data: PartId & { amountCents: number },
): PaymentEvent[] {
  if (part.state === 'done' || part.state === 'under_way') return []
  if (part.state === 'dismissed') throw new Rejection('payment_not_acceptable')
  if (known.status !== 'approved') throw new Rejection('order_not_open')
  const left = leftOf(known)
  if (part.state === 'refused' && part.amountCents > left)
    throw new Rejection('refund_too_large', { left: toDecimal(left) })
  return [{ type: 'PartialRefundRetried', data }]
}

function idOf({ orderId, paymentId, refund }: PartId): PartId {
  return { orderId, paymentId, refund }
}

/**
 * Requests the next part of an approved payment. The part that brings the last units back brings the shipping too, as far as it is left: who
 * takes a whole purchase back gets all of it. Throws Rejection order_not_open if it is not approved, refund_too_large
 * with what is left to refund.
 */
export function requestPart(
  known: Known,
  { orderId, paymentId, amountCents: asked, currency, lines, bought, shippingCents, restocked }: RequestPart,
): PaymentEvent[] {
  if (known?.status !== 'approved') throw new Rejection('order_not_open')
  const left = leftOf(known)
  const back = [...lines, ...returned(known.parts)]
  const isTooMany = lines.some(({ productId }) => unitsOf(productId, back) > unitsOf(productId, bought))
  const isAll = bought.every(({ productId }) => unitsOf(productId, back) === unitsOf(productId, bought))
  const shipping = isAll && lines.length > 0 ? Math.min(shippingCents, Math.max(0, left - asked)) : 0
  const amountCents = asked + shipping
  if (amountCents < 1 || amountCents > left || isTooMany)
    throw new Rejection('refund_too_large', { left: toDecimal(left) })
  return [
    {
      type: 'PartialRefundRequested',
      data: {
        orderId,
        paymentId,
        amountCents,
        currency,
        restocked,
        lines: [...lines],
        refund: known.parts.length + 1,
      },
    },
  ]
}

/**
 * What the provider has given back beyond all parts that the shop knows, those on their way included: whether one of these was made is known
 * by the shop's own key alone. Never more than was paid.
 */
export function refundFound(
  known: { amountCents: number; parts: readonly RefundPart[] },
  { orderId, fetched }: { orderId: number; fetched: PaymentFacts },
): PaymentEvent[] {
  const { paymentId, currency, refundedCents } = fetched
  const amountCents = Math.min(refundedCents, known.amountCents) - centsOf(known.parts)
  if (amountCents < 1) return []
  const refund = known.parts.length + 1
  return [{ type: 'PartialRefundFound', data: { orderId, paymentId, amountCents, currency, refund } }]
}

function returned(parts: readonly RefundPart[]): RefundLine[] {
  return parts.flatMap((part) => part.lines)
}

function unitsOf(productId: number, lines: readonly RefundLine[]): number {
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0)
}

/** All that was left of a payment is back at the buyer: the parts on their way, and what no part asked for. */
export function endOfRefunds(
  of: { orderId: number; paymentId: string },
  known: { amountCents: number; parts: readonly RefundPart[] },
): PaymentEvent[] {
  const open = known.parts.filter(isOnItsWay)
  const rest = known.amountCents - centsOf(known.parts)
  return [
    ...open.map((part) => partDone(of, part)),
    ...(rest > 0 ? [{ type: 'PaymentRefunded', data: { ...of, amountCents: rest } } as const] : []),
  ]
}

function partDone(of: { orderId: number; paymentId: string }, { refund, amountCents }: RefundPart): PaymentEvent {
  return { type: 'PaymentPartiallyRefunded', data: { ...of, refund, amountCents } }
}
