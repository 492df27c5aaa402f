// The rule that a shop is never left without an active admin.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { user } from '#backend/domain/user/user.ts'
import type { UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listOtherAdmins } from '#backend/readmodels/users/users.queries.ts'

/**
 * Whether another active admin is there. The append is held to that account as it is now: of two admins who go at once,
 * one finds the other gone.
 */
export async function holdAnotherAdmin(unit: UnitOfWork<ShopLog>, db: Database, userId: number): Promise<boolean> {
  // The read model only says where to look; the streams are the truth.
  const others = await unit.loadAll(user, await listOtherAdmins(db, userId))
  const active = others.find(({ state }) => state?.isAdmin && state.isActive)
  if (active) unit.unchanged(active)
  return active !== undefined
}
