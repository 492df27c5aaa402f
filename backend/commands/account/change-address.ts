import type { Address } from '#backend/domain/address.limits.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** Null removes the address. Throws Rejection not_found or user_erased. */
export function changeAddress(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { userId, address }: { userId: number; address: Address | null },
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'ChangeAddress', userId, address })
}
