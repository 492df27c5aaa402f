// Expires a placed order after its hold, unless it was paid at the last moment.
import { order } from '#backend/domain/order/order.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { endOrderNow } from './end-order.ts'
import type { PurchaseServices } from './purchase-services.ts'
import { reconcileOrder } from './settle-payment.ts'

/**
 * Does nothing before the hold's end or for an ended order. Asks the provider first, unless `asks` says it is away; a
 * failure goes to `report` and doesn't block the expiry.
 */
export async function expireOrder(
  services: PurchaseServices,
  context: ShopContext,
  orderId: number,
  report: (error: unknown) => void,
  { asks = true }: { asks?: boolean } = {},
): Promise<void> {
  const { state } = await loadState(services.store, order, orderId)
  if (state?.status !== 'placed') return
  if (asks && state.transfer === null) await reconcileOrder(services, context, state.reference).catch(report)
  await endOrderNow(services, context, orderId, { type: 'ExpireOrder', now: services.now() })
}
