import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** Throws Rejection not_found or user_erased. */
export function liftRoleBlock(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  userId: number,
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'LiftRoleBlock', userId })
}
