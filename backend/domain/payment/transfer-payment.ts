// A bank movement as the payment of an order: it pays if it fits, and is set aside if it does not.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Movement } from './movement.ts'
import type { PaymentEvent } from './payment.events.ts'
import type { SettlementStatus } from './payment.ts'
import { movementPayment } from './payment-ids.limits.ts'
import type { Refundable } from './refund.ts'
import { type Held, wholeRefund } from './set-aside.ts'

/** `status`: the order's. `firstDay`, `lastDay`: when the transfer had to be made, in the shop's time zone. */
export type DueTransfer = {
  amountCents: number
  settlement: SettlementStatus
  status: string
  firstDay: string
  lastDay: string
}

export type RecordMovement = {
  type: 'RecordMovement'
  orderId: number
  movement: Movement
  /** Its number is new, or its date or amount was corrected. */
  isNews: boolean
  due: DueTransfer
  /** The order had ended and the units are gone. */
  soldOut: boolean
}

/**
 * Decides once, and anew if what was set aside had been mistyped. Throws Rejection movement_taken for what was dismissed
 * or went back.
 */
export function recordMovement(
  known: Refundable | undefined,
  { orderId, movement, isNews, due, soldOut }: RecordMovement,
): PaymentEvent[] {
  if (known?.status === 'dismissed' || known?.status === 'refunded') throw new Rejection('movement_taken')
  if (known && (known.status !== 'set_aside' || !isNews)) return []
  const paymentId = movementPayment(movement.number)
  const differences = differencesOf(movement, due)
  if (differences.length > 0) return [{ type: 'PaymentSetAside', data: { orderId, paymentId, differences } }]
  if (soldOut) return [wholeRefund({ orderId, reason: 'no_stock', note: '' }, heldOf(movement))]
  const { amountCents, currency } = movement
  const money = { orderId, paymentId, amountCents, currency }
  if (known) return [{ type: 'SetAsidePaymentAccepted', data: { ...money, note: 'Se corrigió el movimiento.' } }]
  return [{ type: 'PaymentApproved', data: money }]
}

/** The shop has the money of a movement, all of it. */
export function heldOf({ number, amountCents, currency }: Movement): Held {
  return { paymentId: movementPayment(number), status: 'approved', amountCents, currency, refundedCents: 0 }
}

function differencesOf({ amountCents, date }: Movement, { firstDay, lastDay, status, ...due }: DueTransfer) {
  const differences = []
  if (amountCents !== due.amountCents)
    differences.push({ field: 'amountCents', expected: String(due.amountCents), found: String(amountCents) })
  if (date < firstDay || date > lastDay)
    differences.push({ field: 'date', expected: date < firstDay ? firstDay : lastDay, found: date })
  // It was paid before, by another movement, or its buyer gave it up.
  if (due.settlement !== 'open') differences.push({ field: 'status', expected: 'placed', found: status })
  return differences
}
