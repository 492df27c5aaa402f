import { user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { watchAnotherAdmin } from './other-admin.ts'

/** Throws Rejection not_found, user_erased, or last_admin if the shop would be left without one. */
export function revokeAdmin(
  { store, db }: { store: ShopStore; db: Database },
  context: ShopContext,
  userId: number,
): Promise<Handled<void>> {
  return transact(store, context, 'RevokeAdmin', async (unit) => {
    const account = await unit.load(user, userId)
    const isLastAdmin = account.state?.isAdmin === true && !(await watchAnotherAdmin(unit, db, userId))
    unit.decide(user, account, { type: 'RevokeAdmin', userId, isLastAdmin })
  })
}
