import { type DeliveryPrices, deliveryId } from '#backend/domain/delivery/delivery.limits.ts'
import { type DeliveryState, delivery } from '#backend/domain/delivery/delivery.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Replaces the revision as seen. Throws Rejection delivery_changed if it has changed. */
export function changeDeliveryPrices(
  store: ShopStore,
  context: ShopContext,
  change: DeliveryPrices & { seen: number },
): Promise<Handled<DeliveryState>> {
  return handleCommand(store, context, delivery, deliveryId, { type: 'ChangeDeliveryPrices', ...change })
}
