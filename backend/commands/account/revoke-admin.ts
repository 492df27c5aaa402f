import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { user } from '#backend/domain/user/user.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { watchAnotherAdmin } from './other-admin.ts'

/** Throws Rejection not_found, user_erased, or last_admin if the shop would be left without one. */
export function revokeAdmin(
  { store, db }: { store: EventStore<ShopLog>; db: Database },
  context: CommandContext<ShopActor>,
  userId: number,
): Promise<Handled<void>> {
  return transact(store, context, 'RevokeAdmin', async (unit) => {
    const account = await unit.load(user, userId)
    const isLastAdmin = account.state?.isAdmin === true && !(await watchAnotherAdmin(unit, db, userId))
    unit.decide(user, account, { type: 'RevokeAdmin', userId, isLastAdmin })
  })
}
