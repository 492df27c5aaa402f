// The rule that the shop always keeps an active admin.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { user } from '#backend/domain/user/user.ts'
import type { UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listOtherAdmins } from '#backend/readmodels/users/users.queries.ts'

/**
 * Returns whether another active admin exists. The append then requires that account unchanged: if two admins leave at
 * once, one finds the other gone.
 */
export async function watchAnotherAdmin(unit: UnitOfWork<ShopLog>, db: Database, userId: number): Promise<boolean> {
  const others = await unit.loadAll(user, await listOtherAdmins(db, userId))
  const active = others.find(({ state }) => state?.isAdmin && state.isActive)
  if (active) unit.unchanged(active)
  return active !== undefined
}
