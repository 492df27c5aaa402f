// A buyer withdraws from a purchase ('botón de arrepentimiento').
import { randomBytes } from 'node:crypto'
import { type OrderState, order } from '#backend/domain/order/order.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import type { PurchaseServices } from './purchase-services.ts'

/** Records it once; a mail brings the code. Throws Rejection not_found, order_not_paid or withdrawal_too_late. */
export function requestWithdrawal(
  { store, now }: Pick<PurchaseServices, 'store' | 'now'>,
  context: ShopContext,
  { orderId, deliveredAt }: { orderId: number; deliveredAt: Date | null },
): Promise<Handled<OrderState>> {
  const code = `A-${orderId}-${randomBytes(3).toString('hex').toUpperCase()}`
  return handleCommand(store, context, order, orderId, { type: 'RequestWithdrawal', code, deliveredAt, now: now() })
}
