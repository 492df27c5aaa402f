// Records a provider's notice once, however often it is delivered; a policy then fetches the payment.
import { notification } from '#backend/domain/payment/notification.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { PurchaseServices } from './purchase-services.ts'

export async function notifyPayment(
  { store, learnt }: Pick<PurchaseServices, 'store' | 'learnt'>,
  context: CommandContext<ShopActor>,
  { noticeId, paymentId }: { noticeId: string; paymentId: string },
): Promise<Handled<boolean>> {
  let isFirst = true
  const handled = await transact(store, context, 'NotePayment', async (unit) => {
    // Most notices come once, so the first attempt assumes absence without reading.
    const seen = isFirst ? unit.absent(notification, noticeId) : await unit.load(notification, noticeId)
    isFirst = false
    return unit.decide(notification, seen, { type: 'NotePayment', paymentId })
  })
  if (handled.appended) learnt.notified(paymentId, handled.position)
  return handled
}
