// Records a provider's notice once, however often it is delivered; a policy then fetches the payment.
import { notification } from '#backend/domain/payment/notification.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export function notifyPayment(
  store: ShopStore,
  context: ShopContext,
  { noticeId, paymentId }: { noticeId: string; paymentId: string },
): Promise<Handled<boolean>> {
  return transact(store, context, 'NotePayment', async (unit) => {
    // Most notices come once, so only a second attempt reads.
    const seen = unit.attempt === 1 ? unit.absent(notification, noticeId) : await unit.load(notification, noticeId)
    return unit.decide(notification, seen, { type: 'NotePayment', paymentId }).state
  })
}
