import { type OrderState, order } from '#backend/domain/order/order.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Notes the buyer's account, 22 digits. Throws Rejection not_found or not_by_transfer. */
export function giveRefundAccount(
  store: ShopStore,
  context: ShopContext,
  orderId: number,
  cbu: string,
): Promise<Handled<OrderState>> {
  return handleCommand(store, context, order, orderId, { type: 'GiveRefundAccount', cbu })
}
