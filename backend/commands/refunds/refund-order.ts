// An admin gives a part of a paid order back: the request and the units that return are one append, a job makes it at the provider.

import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { type OrderLine, order, totalOf } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext } from '#backend/shop-store.ts'

/** Units of some lines, back in the stock if `restock` says so; or an amount in minor units. */
export type WantedRefund =
  | { lines: readonly { productId: number; quantity: number }[]; restock: boolean }
  | { amountCents: number }

/**
 * Asks for a part of what an order was paid with. Throws Rejection not_found, order_not_open if it is not paid, refund_too_large;
 * AlreadyAccepted for a repeat under the same command id.
 */
export function requestRefund(
  services: Pick<PurchaseServices, 'store'>,
  context: ShopContext,
  orderId: number,
  refund: WantedRefund,
): Promise<Handled<void>> {
  return transact(services.store, context, 'RequestPartialRefund', (unit) => request(unit, orderId, refund))
}

async function request(unit: UnitOfWork<ShopLog>, orderId: number, refund: WantedRefund): Promise<void> {
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

/** The units at the price they were paid. */
function pricedAs(bought: readonly OrderLine[], line: { productId: number; quantity: number }) {
  const known = bought.find(({ productId }) => productId === line.productId)
  if (!known) throw new Rejection('not_found')
  const { priceCents, discountCents } = known
  return { ...line, priceCents, discountCents }
}
