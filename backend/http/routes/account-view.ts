// An account as its owner sees it, also while the read model lags.
import type { Authority } from '#backend/domain/user/roles.limits.ts'
import type { UserView } from '#backend/domain/user/user.contract.ts'
import { roleKeyAttempts } from '#backend/domain/user/user.limits.ts'
import { roleKeyAttemptsLeft, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Session } from '#backend/identity/sessions.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import type { ShopStore } from '#backend/shop-store.ts'

/** Takes the role from the session, which never lags. Reads the stream if the row is missing. */
export async function findOwnAccount(
  { db, store }: ApiShop,
  { userId, isAdmin, staffRole, createdAt }: Authority & Pick<Session, 'userId' | 'createdAt'>,
): Promise<UserView> {
  const shown = await findUser(db, userId)
  if (shown) return { ...shown, isAdmin, staffRole, isActive: true }
  const { state } = await loadState(store, user, userId)
  const [name, email, imageUrl] = [state?.name ?? '', state?.email ?? '', state?.imageUrl ?? null]
  const account = { id: userId, name, email, isActive: true, isAdmin, staffRole, imageUrl }
  return { ...account, createdAt: createdAt.toISOString() }
}

export async function findAttemptsLeft(store: ShopStore, { userId, isAdmin }: Pick<Session, 'userId' | 'isAdmin'>) {
  const state = isAdmin ? (await loadState(store, user, userId)).state : null
  return state ? roleKeyAttemptsLeft(state) : roleKeyAttempts
}
