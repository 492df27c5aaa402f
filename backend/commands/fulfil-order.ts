import { type FulfilmentStep, type OrderState, order } from '#backend/domain/order/order.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** A repeat changes nothing. Throws Rejection not_found, or order_not_ready out of order. */
export function fulfilOrder(
  store: ShopStore,
  context: ShopContext,
  orderId: number,
  step: FulfilmentStep,
): Promise<Handled<OrderState>> {
  return handleCommand(store, context, order, orderId, step)
}
