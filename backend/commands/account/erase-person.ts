// Erases a person: records the fact first, then destroys data. If the process ends in between, its job continues.
import type pg from 'pg'
import { user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { blankUser } from '#backend/readmodels/users/blank-user.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { isLastAdmin } from './other-admin.ts'

type Forgetting = { pool: pg.Pool; accounts: Pick<Accounts, 'forget'> }

/** Repeatable. Throws Rejection not_found, or last_admin if the shop would be left without one. */
export async function erasePerson(
  shop: Forgetting & { store: ShopStore; db: Database },
  context: ShopContext,
  userId: number,
): Promise<Handled<void>> {
  const erased = await transact(shop.store, context, 'EraseUser', async (unit) => {
    const own = await unit.load(user, userId)
    const isLast = await isLastAdmin(unit, shop.db, userId, own.state)
    unit.decide(user, own, { type: 'EraseUser', userId, isLastAdmin: isLast })
  })
  await forgetPerson(shop, userId)
  return erased
}

/** Destroys the remaining data of a person whose erasure the log records; repeatable. Throws for anybody else. */
export async function forgetPerson(shop: Forgetting, userId: number): Promise<void> {
  await shop.accounts.forget(userId)
  await blankUser(shop.pool, userId)
}
