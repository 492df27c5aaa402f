// An admin gives a part of a paid order back: asked for and booked as one unit, made at the provider by a job.

import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { followPayment, learnPayment } from '#backend/commands/settle-payment.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { type OrderLine, order, totalOf } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { isOnItsWay } from '#backend/domain/payment/refund-state.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { giveBack } from './give-back.ts'

/** Units of some lines, back in the stock if `restock` says so; or an amount in minor units. */
export type Refund =
  | { lines: readonly { productId: number; quantity: number }[]; restock: boolean }
  | { amountCents: number }

/**
 * Asks for a part of what an order was paid with. Throws Rejection not_found, order_not_open if it is not paid, refund_too_large;
 * AlreadyAccepted for a repeat under the same command id.
 */
export function requestRefund(
  services: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  orderId: number,
  refund: Refund,
): Promise<Handled<void>> {
  return transact(services.store, context, 'RequestPartialRefund', (unit) => request(unit, orderId, refund))
}

async function request(unit: UnitOfWork<ShopLog>, orderId: number, refund: Refund): Promise<void> {
  const placed = await unit.load(order, orderId)
  if (!placed.state) throw new Rejection('not_found')
  const { status, paidBy, lines: bought, shipping, currency } = placed.state
  if (!isPaidState(status) || paidBy === null) throw new Rejection('order_not_open', { state: status })
  const lines = 'lines' in refund ? refund.lines.map((line) => pricedAs(bought, line)) : []
  const restocked = 'lines' in refund && refund.restock
  unit.decide(payment, await unit.load(payment, orderId), {
    type: 'RequestPartialRefund',
    orderId,
    paymentId: paidBy,
    currency,
    amountCents: 'lines' in refund ? totalOf(lines) : refund.amountCents,
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    bought: bought.map(({ productId, quantity }) => ({ productId, quantity })),
    shippingCents: shipping?.priceCents ?? 0,
    restocked,
  })
  unit.unchanged(placed)
  if (restocked)
    for (const line of lines) unit.record(`stock-${line.productId}`, [stockMove('StockReturned', orderId, line)])
}

/** The units at the price they were bought for. */
function pricedAs(bought: readonly OrderLine[], line: { productId: number; quantity: number }) {
  const known = bought.find(({ productId }) => productId === line.productId)
  if (!known) throw new Rejection('not_found')
  return { ...line, priceCents: known.priceCents }
}

/**
 * Asks again for a part that the provider refused or did not answer. Throws Rejection not_found, order_not_open, refund_too_large.
 */
export async function retryRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  orderId: number,
  refund: number,
): Promise<Handled<unknown>> {
  const paymentId = await payerOf(store, orderId)
  return handleCommand(store, context, payment, orderId, { type: 'RetryPartialRefund', orderId, paymentId, refund })
}

/** Notes how a part was settled that the provider refuses to give back. Throws Rejection not_found or payment_not_acceptable. */
export async function dismissRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  orderId: number,
  about: { refund: number; note: string },
): Promise<Handled<unknown>> {
  const paymentId = await payerOf(store, orderId)
  return handleCommand(store, context, payment, orderId, { type: 'DismissPartialRefund', orderId, paymentId, ...about })
}

async function payerOf(store: PurchaseServices['store'], orderId: number): Promise<string> {
  const { state } = await loadState(store, order, orderId)
  if (!state?.paidBy) throw new Rejection('not_found')
  return state.paidBy
}

/** refund: the number of the part within its payment. */
type Part = { orderId: number; paymentId: string; refund: number }

/**
 * Makes a part that was asked for at the provider and records it, or that it is refused; repeating it refunds once. Without a clear answer it
 * notes that and throws, to be tried again under the same key.
 */
export async function refundPart(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  { orderId, paymentId, refund }: Part,
): Promise<void> {
  const { state } = await loadState(services.store, payment, orderId)
  const part = state.payments[paymentId]?.parts.find((one) => one.refund === refund)
  if (!part || !isOnItsWay(part)) return
  const request = part.attempt === 1 ? `${refund}` : `${refund}:${part.attempt}`
  const idempotencyKey = `refund:${paymentId}:${request}`
  const given = await giveBack(services, { paymentId, amountCents: part.amountCents, idempotencyKey })
  if (given.isDone) return recordPart(services, context, { orderId, paymentId, refund })
  const { failure, detail, error } = given
  await handleCommand(services.store, context, payment, orderId, {
    type: 'RecordRefundFailure',
    orderId,
    paymentId,
    refund,
    failure,
    detail,
  })
  if (failure === 'unanswered') throw error
  // The books are compared with what the provider has given back of the payment.
  await learnPayment(services, context, paymentId)
}

/** Records that a part was made at the provider: an order follows once all of its payment is back. */
export async function recordPart(
  services: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  { orderId, paymentId, refund }: Part,
): Promise<void> {
  await transact(services.store, context, 'RecordPartialRefund', async (unit) => {
    const before = await unit.load(payment, orderId)
    const placed = await unit.load(order, orderId)
    const after = unit.decide(payment, before, { type: 'RecordPartialRefund', orderId, paymentId, refund })
    await followPayment(unit, placed, paymentId, before.state, after)
  })
}
