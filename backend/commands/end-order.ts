// Ends a placed order unpaid (expired, cancelled, rejected) and releases its units in the same append.
import { cart } from '#backend/domain/cart/cart.ts'
import { type OrderCommand, type OrderState, order } from '#backend/domain/order/order.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { user } from '#backend/domain/user/user.ts'
import { type Loaded, loadState } from '#backend/eventstore/commands/load-state.ts'
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

/** Cancels a banned account's unpaid transfers; staff look at those with a receipt. Throws Rejection order_not_open in a race. */
export async function endTransfers(services: PurchaseServices, context: ShopContext, userId: number): Promise<void> {
  const { store } = services
  const { state: account } = await loadState(store, user, userId)
  if (!account || account.isActive) return
  const { transfers } = (await loadState(store, cart, userId)).state
  for (const { orderId } of transfers) {
    const { state } = await loadState(store, order, orderId)
    if (state?.status !== 'placed' || state.receipts.length > 0) continue
    const note = 'La cuenta está suspendida.'
    await endOrderNow(services, context, orderId, {
      type: 'CancelOrder',
      reason: 'by_staff',
      note,
      now: services.now(),
    })
  }
}
