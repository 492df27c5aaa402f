// What every way of signing in has in common: the password's check, slowed down, and the session's start.
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { clientAddress } from '#backend/http/middleware/client-address.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import type { LoginLimits } from '#backend/identity/login-limits.ts'
import type { Sessions } from '#backend/identity/sessions.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findOwnAccount } from './account-view.ts'

export type SigningInShop = {
  db: Database
  store: EventStore<ShopLog>
  positions: Positions<ReadModelName>
  accounts: Accounts
  sessions: Sessions
  loginLimits: LoginLimits
  secureCookies: boolean
}

/** The account behind e-mail and password. Throws Rejection wrong_credentials or user_banned; problem 429 after too many tries. */
export async function accountByPassword(
  { accounts, loginLimits }: SigningInShop,
  c: Context<ApiEnv>,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const attempt = { email, address: clientAddress(c) }
  const wait = await loginLimits.begin(attempt)
  if (wait > 0) throw new ApiProblem('too_many_attempts', { retryAfter: wait }, { 'Retry-After': String(wait) })
  const account = await accounts.verify(email, password).catch(async (error: unknown) => {
    if (!(error instanceof Rejection && error.code === 'wrong_credentials')) await loginLimits.forget(attempt)
    throw error
  })
  await loginLimits.forget(attempt)
  return account
}

/** Sets the session's cookie and returns what the browser keeps of the sign-in. */
export async function startSession(
  shop: SigningInShop,
  c: Context<ApiEnv>,
  { userId, isAdmin, position }: Account,
  msg: string,
) {
  const { sessions, secureCookies: secure, positions } = shop
  const { id, createdAt, expiresAt } = await sessions.start(userId)
  setCookie(c, c.get('sessionCookie'), id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, expires: expiresAt })
  notePosition(c, position)
  await positions.waitFor(['users'], position)
  const user = await findOwnAccount(shop, { userId, isAdmin, createdAt })
  return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
}
