// Parts of a payment that go back: for units or an amount, by an admin or in the provider's own panel.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { centsOf, leftOf, type Refundable, type RefundLine } from './refund.ts'

export type RequestPart = {
  type: 'RequestPartialRefund'
  orderId: number
  paymentId: string
  currency: string
  /** Units, at the price that was paid for them; or an amount in minor units. */
  asked: { lines: readonly RefundLine[]; restock: boolean } | { amountCents: number }
  bought: readonly (RefundLine & { unitCents: number })[]
  shippingCents: number
}

/**
 * Requests the next part of an approved payment. The part that brings the last units back brings the shipping too, as far as it is left: who
 * takes a whole purchase back gets all of it. Throws Rejection order_not_open if it is not approved, not_found if a
 * product was not bought, refund_too_large with what is left to refund.
 */
export function requestPart(
  known: Refundable | undefined,
  { orderId, paymentId, asked, currency, bought, shippingCents }: RequestPart,
): PaymentEvent[] {
  if (known?.status !== 'approved') throw new Rejection('order_not_open')
  const { lines, restock: restocked } = 'lines' in asked ? asked : { lines: [], restock: false }
  const askedCents = 'lines' in asked ? sumOf(bought, lines) : asked.amountCents
  const left = leftOf(known)
  const back = [...lines, ...known.refunds.flatMap((refund) => refund.lines)]
  const isTooMany = lines.some(({ productId }) => unitsOf(productId, back) > unitsOf(productId, bought))
  const isAll = bought.every(({ productId }) => unitsOf(productId, back) === unitsOf(productId, bought))
  const shipping = isAll && lines.length > 0 ? Math.min(shippingCents, Math.max(0, left - askedCents)) : 0
  const amountCents = askedCents + shipping
  if (amountCents < 1 || amountCents > left || isTooMany)
    throw new Rejection('refund_too_large', { left: toDecimal(left) })
  const money = { amountCents, currency, lines: [...lines], restocked }
  const refund = nextPart(known)
  return [{ type: 'RefundRequested', data: { orderId, paymentId, refund, ...money, reason: 'part', note: '' } }]
}

function sumOf(bought: RequestPart['bought'], lines: readonly RefundLine[]): number {
  return lines.reduce((sum, { productId, quantity }) => {
    const known = bought.find((line) => line.productId === productId)
    if (!known) throw new Rejection('not_found')
    return sum + known.unitCents * quantity
  }, 0)
}

/**
 * Amount that the provider refunded beyond all refunds known to the shop, pending ones included: only the shop's own
 * key tells whether a pending one was made. Never exceeds the payment.
 */
export function refundFound(
  known: Pick<Refundable, 'amountCents' | 'refunds'>,
  { orderId, fetched }: { orderId: number; fetched: PaymentFacts },
): PaymentEvent[] {
  const { paymentId, currency, refundedCents } = fetched
  const amountCents = Math.min(refundedCents, known.amountCents) - centsOf(known.refunds)
  if (amountCents < 1) return []
  return [{ type: 'RefundFound', data: { orderId, paymentId, refund: nextPart(known), amountCents, currency } }]
}

/** An approved payment has parts alone. */
function nextPart({ refunds }: Pick<Refundable, 'refunds'>): number {
  return refunds.length + 1
}

function unitsOf(productId: number, lines: readonly RefundLine[]): number {
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0)
}
