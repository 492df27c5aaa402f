import { endOrderNow } from '#backend/commands/end-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { cart } from '#backend/domain/cart/cart.ts'
import { order } from '#backend/domain/order/order.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ShopContext } from '#backend/shop-store.ts'

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
