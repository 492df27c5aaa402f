// The rule that the shop always keeps an active admin.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listOtherAdmins } from '#backend/readmodels/users/users.queries.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/**
 * Returns whether this account is the only active admin. If there is another, the append fails once that one leaves, so
 * two admins can't leave at once.
 */
export async function isLastAdmin(
  unit: UnitOfWork<ShopLog>,
  db: Database,
  userId: number,
  own: UserState,
): Promise<boolean> {
  if (!own?.isAdmin) return false
  const others = await unit.loadAll(user, await listOtherAdmins(db, userId))
  const active = others.find(({ state }) => state?.isAdmin && state.isActive)
  if (active) unit.unchanged(active)
  return active === undefined
}

/** Throws Rejection not_found, user_erased, or last_admin if the shop would be left without one. */
export function revokeAdmin(
  { store, db }: { store: ShopStore; db: Database },
  context: ShopContext,
  userId: number,
): Promise<Handled<void>> {
  return transact(store, context, 'RevokeAdmin', async (unit) => {
    const account = await unit.load(user, userId)
    const isLast = await isLastAdmin(unit, db, userId, account.state)
    unit.decide(user, account, { type: 'RevokeAdmin', userId, isLastAdmin: isLast })
  })
}
