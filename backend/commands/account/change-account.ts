import { type UserCommand, type UserState, user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

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
  store: ShopStore,
  context: ShopContext,
  command: AccountChange,
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, command.userId, command)
}
