// Checks the super-admin key, which admins need to change roles or the shop's bank account.
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { roleKeyAttemptsLeft, type UserState, user } from '#backend/domain/user/user.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import type { UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { RoleKey } from '#backend/identity/role-key.ts'

/** `targetId`: the account whose role would change; null: the bank account would. */
type Asked = { targetId: number | null; superAdminKey: string | undefined; rejected?: RejectionCode }

/**
 * Records a wrong key on the caller's account and returns the refusal, which the caller throws after the append.
 * Throws Rejection role_change_blocked, role_key_unset or role_key_missing.
 */
export function refuseWrongKey(
  roleKey: RoleKey,
  unit: UnitOfWork<ShopLog>,
  caller: Loaded<UserState, 'user'>,
  { targetId, superAdminKey, rejected = 'role_key_rejected' }: Asked,
): Rejection | undefined {
  const attemptsLeft = caller.state ? roleKeyAttemptsLeft(caller.state) : 0
  if (attemptsLeft === 0) throw new Rejection('role_change_blocked', { attemptsLeft })
  if (!roleKey.isSet) throw new Rejection('role_key_unset')
  if (superAdminKey === undefined) throw new Rejection('role_key_missing')
  if (roleKey.fits(superAdminKey)) return undefined
  const userId = Number(caller.stream.slice('user-'.length))
  const { state: after } = unit.decide(user, caller, { type: 'RejectRoleKey', userId, targetId })
  const left = after ? roleKeyAttemptsLeft(after) : 0
  return new Rejection(left === 0 ? 'role_change_blocked' : rejected, { attemptsLeft: left })
}
