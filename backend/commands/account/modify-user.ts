// Changes an account, by its owner or an admin. Receives the whole account and decides only the differences.
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import { type UserState, user } from '#backend/domain/user/user.ts'
import {
  changedFields,
  commandsOf,
  needsRoleKey,
  refuseForbidden,
  shownState,
  type UserFields,
} from '#backend/domain/user/user-change.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { RoleKey } from '#backend/identity/role-key.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { refuseWrongKey } from './check-role-key.ts'
import { isLastAdmin } from './other-admin.ts'

type Shop = { store: ShopStore; db: Database; roleKey: RoleKey }

/** `seen`: the account as shown to the caller; without it, differences from the current account count. */
export type UserChange = UserFields & {
  id: number
  seen?: UserFields | undefined
  superAdminKey?: string | undefined
  reason?: string | undefined
  note?: string | undefined
}

type Account = Loaded<UserState, 'user'>

/**
 * Changes an account atomically. A wrong super-admin key changes nothing but is recorded. Throws Rejection not_found,
 * forbidden, admin_stays_active, last_admin, role_changed, user_erased, conflict, or a role key's.
 */
export async function modifyUser(
  shop: Shop,
  context: ShopContext,
  callerId: number,
  change: UserChange,
): Promise<Handled<void>> {
  const { result: refused, ...handled } = await transact(shop.store, context, 'ModifyUser', (unit) =>
    attempt(shop, unit, callerId, change),
  )
  if (refused) throw refused
  return { ...handled, result: undefined }
}

async function attempt(
  { db, roleKey }: Shop,
  unit: UnitOfWork<ShopLog>,
  callerId: number,
  change: UserChange,
): Promise<Rejection | undefined> {
  const { id: userId, seen } = change
  const isOwn = userId === callerId
  const [account, other] = await unit.loadAll(user, isOwn ? [userId] : [userId, callerId])
  const caller = (other ?? account) as Account
  const mayChangeAccounts = caller.state?.isActive === true && may(caller.state, 'accounts:change')
  if (!account?.state || !(isOwn || mayChangeAccounts)) throw new Rejection('not_found')
  const createdAt = change.createdAt && !seen?.createdAt ? (await findUser(db, userId))?.createdAt : undefined
  const fields = changedFields(change, { createdAt, ...shownState(account.state), ...seen })
  refuseForbidden(change, fields, { isOwn, mayChangeAccounts })
  if (needsRoleKey(change, fields)) {
    const refused = refuseWrongKey(roleKey, unit, caller, { targetId: userId, superAdminKey: change.superAdminKey })
    if (refused) return refused
  }
  const isLeaving = isOwn && change.isAdmin === false && fields.includes('isAdmin')
  const isLast = isLeaving && (await isLastAdmin(unit, db, userId, account.state))
  const roleBefore = (seen?.staffRole === undefined ? account.state : seen).staffRole ?? null
  const circumstances = {
    userId,
    reason: change.reason || null,
    note: change.note || null,
    isLastAdmin: isLast,
    roleBefore,
  }
  unit.decide(user, account, ...commandsOf(change, fields, circumstances))
  // Admin changes require that the caller is still an admin at the append.
  if (other) unit.unchanged(other)
  return undefined
}
