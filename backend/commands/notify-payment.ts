// Records a provider's notice once, however often it is delivered; a policy then fetches the payment.
import { notification } from '#backend/domain/payment/notification.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export function notifyPayment(
  store: ShopStore,
  context: ShopContext,
  { noticeId, paymentId }: { noticeId: string; paymentId: string },
): Promise<Handled<boolean>> {
  return handleCommand(store, context, notification, noticeId, { type: 'NotePayment', paymentId })
}
