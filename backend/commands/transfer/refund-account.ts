import { type OrderState, order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { mayGoBack } from '#backend/domain/payment/refund.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/**
 * Notes the buyer's account, 22 digits. Throws Rejection not_found, not_by_transfer, user_erased, refund_account_useless
 * if no money can go back, or too_many_refund_accounts.
 */
export function giveRefundAccount(
  store: ShopStore,
  context: ShopContext,
  { orderId, ...account }: { orderId: number; cbu: string; byStaff: boolean },
): Promise<Handled<OrderState>> {
  return transact(store, context, 'GiveRefundAccount', async (unit) => {
    const [placed, { state: paid }] = await Promise.all([unit.load(order, orderId), unit.load(payment, orderId)])
    const buyer = await unit.load(user, placed.state?.userId ?? 0)
    // Their key is gone, so nothing can be sealed for them.
    if (buyer.state?.isErased) throw new Rejection('user_erased')
    const isOwed = Object.values(paid.payments).some(mayGoBack)
    return unit.decide(order, placed, { type: 'GiveRefundAccount', ...account, mayGoBack: isOwed }).state
  })
}
