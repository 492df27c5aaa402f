// An admin gives a part of a paid order back: the request and the units that return are one append, a job makes it at the provider.
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { type OrderLine, order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import type { RequestPart } from '#backend/domain/payment/refund-parts.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext } from '#backend/shop-store.ts'

/**
 * Asks for a part of what an order was paid with. Throws Rejection not_found, order_not_open if it is not paid,
 * refund_too_large; AlreadyAccepted if this command id was accepted before.
 */
export function requestRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: ShopContext,
  orderId: number,
  asked: RequestPart['asked'],
): Promise<Handled<void>> {
  return transact(store, context, 'RequestPartialRefund', async (unit) => {
    const placed = await unit.load(order, orderId)
    if (!placed.state) throw new Rejection('not_found')
    const { status, paidBy: paymentId, lines, shipping, currency } = placed.state
    if (!isPaidState(status) || paymentId === null) throw new Rejection('order_not_open', { state: status })
    const shippingCents = shipping?.priceCents ?? 0
    const part = { orderId, paymentId, asked, currency, bought: unitsBought(lines), shippingCents }
    unit.decide(payment, await unit.load(payment, orderId), { type: 'RequestPartialRefund', ...part })
    unit.unchanged(placed)
    const back = 'lines' in asked && asked.restock ? asked.lines : []
    for (const line of back) unit.record(`stock-${line.productId}`, [stockMove('StockReturned', orderId, line)])
  })
}

/** Units with what was paid for each, in cents. */
export function unitsBought(lines: readonly OrderLine[]): RequestPart['bought'] {
  return lines.map(({ productId, quantity, priceCents, discountCents }) => ({
    productId,
    quantity,
    unitCents: priceCents - discountCents,
  }))
}
