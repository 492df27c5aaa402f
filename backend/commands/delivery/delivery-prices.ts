import { type DeliveryPrices, deliveryId } from '#backend/domain/delivery/delivery.limits.ts'
import { type DeliveryState, delivery } from '#backend/domain/delivery/delivery.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** Replaces the revision as seen. Throws Rejection delivery_changed if it has changed. */
export function changeDeliveryPrices(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  change: DeliveryPrices & { seen: number },
): Promise<Handled<DeliveryState>> {
  return handleCommand(store, context, delivery, deliveryId, { type: 'ChangeDeliveryPrices', ...change })
}
