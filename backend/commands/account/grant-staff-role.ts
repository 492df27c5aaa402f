import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/**
 * `from`: the role as the admin saw it. Throws Rejection not_found, user_erased, conflict for a banned account, or
 * role_changed if the role differs or the account is an admin.
 */
export function grantStaffRole(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { userId, role, from = null }: { userId: number; role: StaffRole; from?: StaffRole | null },
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'GrantStaffRole', userId, role, from })
}
