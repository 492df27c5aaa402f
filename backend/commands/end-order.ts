// Ends a placed order unpaid (expired, cancelled, rejected) and releases its units in the same append.
import { type OrderCommand, type OrderState, order } from '#backend/domain/order/order.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import type { PurchaseServices } from './purchase-services.ts'

type Ending = OrderCommand & { type: 'ExpireOrder' | 'CancelOrder' | 'RejectOrder' }

/** Does nothing for an order that ended the same way. Throws Rejection not_found or order_not_open. */
export function endOrderNow(services: PurchaseServices, context: ShopContext, orderId: number, command: Ending) {
  return transact(services.store, context, command.type, async (unit) =>
    endOrder(unit, await unit.load(order, orderId), command),
  )
}

export function endOrder(unit: UnitOfWork<ShopLog>, loaded: Loaded<OrderState, 'order'>, command: Ending): OrderState {
  const previous = loaded.state?.status
  const { state: after } = unit.decide(order, loaded, command)
  if (after && previous === 'placed' && after.status !== 'placed')
    for (const line of after.lines)
      unit.record(`stock-${line.productId}`, [stockMove('StockReleased', after.orderId, line)])
  return after
}
