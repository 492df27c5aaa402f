// Revokes an account's admin rights or staff role.
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { holdAnotherAdmin } from './other-admin.ts'

/** Throws Rejection not_found, user_erased, or last_admin if the shop would be left without one. */
export async function revokeAdmin(
  { store, db }: { store: EventStore<ShopLog>; db: Database },
  context: CommandContext<ShopActor>,
  userId: number,
): Promise<Handled<void>> {
  const { result: _, ...handled } = await transact(store, context, 'RevokeAdmin', async (unit) => {
    const account = await unit.load(user, userId)
    const isLastAdmin = account.state?.isAdmin === true && !(await holdAnotherAdmin(unit, db, userId))
    unit.decide(user, account, { type: 'RevokeAdmin', userId, isLastAdmin })
  })
  return { ...handled, result: undefined }
}

/** `from`: the role as the admin saw it. Throws Rejection not_found, user_erased, or role_changed if it differs. */
export function revokeStaffRole(
  store: EventStore<ShopLog>,
  context: CommandContext<ShopActor>,
  { userId, from }: { userId: number; from: StaffRole | null },
): Promise<Handled<UserState>> {
  return handleCommand(store, context, user, userId, { type: 'RevokeStaffRole', userId, from })
}
