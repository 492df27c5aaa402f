import { type OrderState, order } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Notes the buyer's account, 22 digits. Throws Rejection not_found, not_by_transfer or user_erased. */
export function giveRefundAccount(
  store: ShopStore,
  context: ShopContext,
  orderId: number,
  cbu: string,
): Promise<Handled<OrderState>> {
  return transact(store, context, 'GiveRefundAccount', async (unit) => {
    const placed = await unit.load(order, orderId)
    const buyer = await unit.load(user, placed.state?.userId ?? 0)
    // Their key is gone, so nothing can be sealed for them.
    if (buyer.state?.isErased) throw new Rejection('user_erased')
    return unit.decide(order, placed, { type: 'GiveRefundAccount', cbu }).state
  })
}
