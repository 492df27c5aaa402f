// The provider's notice of a payment: kept once, however often it is delivered; a policy has the payment fetched.
import { notification } from '#backend/domain/payment/notification.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { PurchaseServices } from './purchase-services.ts'

/** noticeId: what the provider signed the notice as, the same for every delivery of it. */
export async function notifyPayment(
  { store, learnt }: Pick<PurchaseServices, 'store' | 'learnt'>,
  context: CommandContext<ShopActor>,
  { noticeId, paymentId }: { noticeId: string; paymentId: string },
): Promise<Handled<boolean>> {
  let isFirst = true
  const handled = await transact(store, context, 'NotePayment', async (unit) => {
    // Most notices come once: only one that the append finds there already is read.
    const seen = isFirst ? unit.absent(notification, noticeId) : await unit.load(notification, noticeId)
    isFirst = false
    return unit.decide(notification, seen, { type: 'NotePayment', paymentId })
  })
  if (handled.appended) learnt.told(paymentId, handled.position)
  return handled
}
