import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { type UserCommand, type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

type OwnType =
  | 'BanUser'
  | 'ChangeAddress'
  | 'GrantAdmin'
  | 'GrantStaffRole'
  | 'LiftRoleBlock'
  | 'ReinstateUser'
  | 'RevokeStaffRole'

export type AccountChange = UserCommand & { type: OwnType }

/**
 * Changes that concern this account alone. Throws Rejection not_found or user_erased; conflict for a role of a banned
 * account; role_changed if the role differs from the one that the admin saw; admin_stays_active.
 */
export function changeAccount(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  command: AccountChange,
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, command.userId, command)
}
