// The hold of a placed order is over: it ends, unless it was paid in the last moment.
import { order } from '#backend/domain/order/order.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { endOrderNow } from './end-order.ts'
import type { PurchaseServices } from './purchase-services.ts'
import { reconcileOrder } from './settle-payment.ts'

/**
 * Ends an order whose hold is over; does nothing before that, or if it has ended. The provider is asked first, unless it is known to be away
 * (`asks`), and told to `report` if it fails: a provider that does not answer holds nothing up.
 */
export async function expireOrder(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  orderId: number,
  report: (error: unknown) => void,
  { asks = true }: { asks?: boolean } = {},
): Promise<void> {
  const { state } = await loadState(services.store, order, orderId)
  if (state?.status !== 'placed') return
  if (asks) await reconcileOrder(services, context, state.reference).catch(report)
  await endOrderNow(services, context, orderId, { type: 'ExpireOrder', now: services.now() })
}
