import { randomUUID } from 'node:crypto'
import { Rejection } from '#backend/domain/rejection.ts'
import { normalEmail, user } from '#backend/domain/user/user.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { ClaimTaken } from '#backend/eventstore/log/append-entry.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import { hashPassword } from '#backend/identity/passwords.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export type Registration = { name: string; email: string; password: string }
type Parts = { store: ShopStore; accounts: Accounts }

/** Throws Rejection email_in_use, as late as a registration would succeed. `context`: by default the account acts. */
export async function registerUser(
  parts: Parts,
  { password, ...person }: Registration,
  context: Partial<ShopContext> = {},
): Promise<Account> {
  // Hashes first in any case, so that a taken e-mail costs the same time and queue.
  const hash = await hashPassword(password)
  return registerWithHash(parts, { ...person, hash }, context)
}

export async function registerWithHash(
  { store, accounts }: Parts,
  { name, email: typed, hash }: Omit<Registration, 'password'> & { hash: string },
  context: Partial<ShopContext> = {},
): Promise<Account> {
  const email = normalEmail(typed)
  if ((await accounts.idOf(email)) !== undefined) throw new Rejection('email_in_use')
  const userId = await store.nextId('user')
  // Stores the hash first: a hash without account is harmless, an account without hash is not.
  await accounts.keepHash(userId, hash)
  const own = { actor: `user:${userId}` as const, correlation: randomUUID(), ...context }
  try {
    const { result, position } = await transact(store, own, 'RegisterUser', async (unit) => {
      const register = { type: 'RegisterUser', userId, name, email, method: 'password' } as const
      unit.claim(accounts.claimOf(email, userId))
      return unit.decide(user, unit.absent(user, userId), register).state
    })
    if (!result) throw new Error(`user ${userId} was not registered`)
    return { ...result, userId, position }
  } catch (error) {
    if (!(error instanceof ClaimTaken)) throw error
    await accounts.dropHash(userId)
    throw new Rejection('email_in_use')
  }
}
