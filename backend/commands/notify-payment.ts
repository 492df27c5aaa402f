// Records a provider's notice once, however often it is delivered; a policy then fetches the payment.
import { notification } from '#backend/domain/payment/notification.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export function notifyPayment(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { noticeId, paymentId }: { noticeId: string; paymentId: string },
): Promise<Handled<boolean>> {
  return handleCommand(store, context, notification, noticeId, { type: 'NotePayment', paymentId })
}
