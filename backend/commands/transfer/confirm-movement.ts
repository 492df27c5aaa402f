// Staff enter a movement of the bank: it pays its order, is set aside, or gives money back.
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { followPayment, orSoldOut, settlementOf } from '#backend/commands/settle-payment.ts'
import { type OrderState, order } from '#backend/domain/order/order.ts'
import { type Movement, movement } from '#backend/domain/payment/movement.ts'
import { type PaymentState, payment } from '#backend/domain/payment/payment.ts'
import { isMovement, movementPayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext } from '#backend/shop-store.ts'

/** `number` as movementNumber gives it, `date`: day of the shop's time zone. */
export type Entered = Pick<Movement, 'orderId' | 'number' | 'date' | 'amountCents'>

type Services = Pick<PurchaseServices, 'store'>

/**
 * Applies a movement to its order, once; the same number again corrects what was set aside, or moves what was dismissed
 * for another order. Throws Rejection not_found, not_by_transfer, or movement_taken if its number stands for anything
 * else.
 */
export function confirmMovement({ store }: Services, context: ShopContext, entered: Entered): Promise<Handled<void>> {
  return orSoldOut((soldOut) => transact(store, context, 'RecordMovement', (unit) => record(unit, entered, soldOut)))
}

async function record(unit: UnitOfWork<ShopLog>, entered: Entered, soldOut: boolean): Promise<void> {
  const { orderId, number } = entered
  const [placed, before, known] = await Promise.all([
    unit.load(order, orderId),
    unit.load(payment, orderId),
    unit.load(movement, number),
  ])
  const { totalCents, currency, status, holdUntil, transfer } = byTransfer(placed.state)
  const mayCorrect = await mayBeMistyped(unit, entered, known.state, before)
  const facts = { ...entered, direction: 'in', currency } as const
  const { state } = unit.decide(movement, known, { type: 'EnterMovement', ...facts, mayCorrect })
  const end = new Date(holdUntil)
  const start = new Date(end.getTime() - transfer.holdHours * 3_600_000)
  const { state: after } = unit.decide(payment, before, {
    type: 'RecordMovement',
    orderId,
    movement: state as Movement,
    isNews: state !== known.state,
    due: {
      amountCents: totalCents,
      settlement: settlementOf(status),
      status,
      firstDay: dayOf(start),
      lastDay: dayOf(end),
    },
    soldOut,
  })
  await followPayment(unit, placed, movementPayment(number), before.state, after)
}

/** It is set aside for the same order, or was dismissed for another one, from which no money of it goes back. */
async function mayBeMistyped(
  unit: UnitOfWork<ShopLog>,
  { orderId, number }: Entered,
  known: Movement | null,
  before: Loaded<PaymentState, 'payment'>,
): Promise<boolean> {
  const paymentId = movementPayment(number)
  if (!known || known.orderId === orderId) return before.state.payments[paymentId]?.status === 'set_aside'
  const other = await unit.load(payment, known.orderId)
  unit.unchanged(other)
  const dealtWith = other.state.payments[paymentId]
  return dealtWith?.status === 'dismissed' && dealtWith.refunds.length === 0
}

function byTransfer(placed: OrderState) {
  if (!placed) throw new Rejection('not_found')
  const { transfer } = placed
  if (!transfer) throw new Rejection('not_by_transfer')
  return { ...placed, transfer }
}

/**
 * Records that the shop transferred a refund back, by the movement's number; repeating it changes nothing. Throws
 * Rejection not_found, not_by_transfer, movement_taken, or refund_done for a second movement of one refund.
 */
export function confirmRefund(
  { store }: Services,
  context: ShopContext,
  { orderId, paymentId, refund: of }: RefundId & { orderId: number },
  { number, date }: Pick<Movement, 'number' | 'date'>,
): Promise<Handled<void>> {
  return transact(store, context, 'RecordRefund', async (unit) => {
    const [placed, before, known] = await Promise.all([
      unit.load(order, orderId),
      unit.load(payment, orderId),
      unit.load(movement, number),
    ])
    const refund = before.state.payments[paymentId]?.refunds.find((one) => one.refund === of)
    if (!refund) throw new Rejection('not_found')
    if (!isMovement(paymentId)) throw new Rejection('not_by_transfer')
    const done = { type: 'RecordRefund', orderId, paymentId, refund: of } as const
    const { state: after } = unit.decide(payment, before, done)
    const { currency } = byTransfer(placed.state)
    // One movement gives one refund back; a second one that names no other was transferred for nothing.
    const isNews = after !== before.state
    if (!isNews && (refund.state !== 'done' || !known.state)) throw new Rejection('refund_done')
    if (isNews && known.state) throw new Rejection('movement_taken')
    const facts = { number, orderId, direction: 'out', date, amountCents: refund.amountCents, currency } as const
    unit.decide(movement, known, { type: 'EnterMovement', ...facts, mayCorrect: false })
    await followPayment(unit, placed, paymentId, before.state, after)
  })
}
