import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** `reason` and `note` are for auditors, or null. Throws Rejection not_found, user_erased, or admin_stays_active. */
export function banUser(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { userId, reason, note = null }: { userId: number; reason: string | null; note?: string | null },
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'BanUser', userId, reason, note })
}

/** Throws Rejection not_found or user_erased. */
export function reinstateUser(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  userId: number,
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'ReinstateUser', userId })
}
