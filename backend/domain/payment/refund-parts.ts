// Parts of a payment that go back: what is left to give, and for which units.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'

export type RefundLine = { productId: number; quantity: number }
export type RefundPart = { refund: number; amountCents: number; lines: readonly RefundLine[]; isDone: boolean }

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

/** What all parts come to in minor units, those on their way included. */
export function centsOf(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, part) => sum + part.amountCents, 0)
}

/**
 * Requests the next part of an approved payment. The part that brings the last units back brings the shipping too, as far as it is left: who
 * takes a whole purchase back gets all of it. Throws Rejection refund_too_large with what is left to refund.
 */
export function requestPart(
  known: { amountCents: number; parts: readonly RefundPart[] },
  { orderId, paymentId, amountCents: asked, currency, lines, bought, shippingCents, restocked }: RequestPart,
): PaymentEvent[] {
  const left = known.amountCents - centsOf(known.parts)
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
        ...{ orderId, paymentId, amountCents, currency, restocked },
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
  const open = known.parts.filter((part) => !part.isDone)
  const rest = known.amountCents - centsOf(known.parts)
  return [
    ...open.map((part) => partDone(of, part)),
    ...(rest > 0 ? [{ type: 'PaymentRefunded', data: { ...of, amountCents: rest } } as const] : []),
  ]
}

export function partDone(
  of: { orderId: number; paymentId: string },
  { refund, amountCents }: RefundPart,
): PaymentEvent {
  return { type: 'PaymentPartiallyRefunded', data: { ...of, refund, amountCents } }
}
