// Shared by all sign-ins: rate-limited password check, and the session's start.
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { clientNetwork } from '#backend/http/middleware/client-address.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import { deviceOf } from '#backend/identity/devices.ts'
import { type KnownDevices, knownForSeconds } from '#backend/identity/known-devices.ts'
import type { Attempt, LoginLimits } from '#backend/identity/login-limits.ts'
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
  knownDevices: KnownDevices
  secureCookies: boolean
}

/** Throws Rejection wrong_credentials or user_banned; problem 429 after too many tries. */
export async function accountByPassword(
  shop: SigningInShop,
  c: Context<ApiEnv>,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const { accounts, loginLimits } = shop
  const attempt = attemptOf(shop, c, email)
  const wait = await loginLimits.begin(attempt)
  if (wait > 0) throw tooMany('too_many_attempts', wait)
  const account = await accounts.verify(email, password).catch(async (error: unknown) => {
    if (!(error instanceof Rejection && error.code === 'wrong_credentials')) await loginLimits.forget(attempt)
    throw error
  })
  await loginLimits.forget(attempt)
  return account
}

const deviceCookie = (secure: boolean) => (secure ? '__Host-device' : 'device')

function attemptOf({ knownDevices, secureCookies }: SigningInShop, c: Context<ApiEnv>, email: string): Attempt {
  const address = clientNetwork(c, c.get('requestLimits').trustedProxies)
  return { email, address, isKnownDevice: knownDevices.knows(getCookie(c, deviceCookie(secureCookies)), email) }
}

/** Makes the browser known for later sign-ins. */
export function markDevice({ knownDevices, secureCookies: secure }: SigningInShop, c: Context, email: string): void {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge: knownForSeconds } as const
  setCookie(c, deviceCookie(secure), knownDevices.markFor(email), options)
}

/** Sets the session cookie, ends the browser's previous session, and returns the browser's copy of the sign-in. */
export async function startSession(shop: SigningInShop, c: Context<ApiEnv>, account: Account, msg: string) {
  const { userId, isAdmin, staffRole, position, email } = account
  const { sessions, secureCookies: secure, positions } = shop
  const { id, createdAt, expiresAt } = await sessions.start(account, deviceOf(c.req.header('user-agent')))
  const before = getCookie(c, c.get('sessionCookie'))
  // A stolen copy of the old cookie becomes useless.
  if (before) await sessions.end(before)
  setCookie(c, c.get('sessionCookie'), id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, expires: expiresAt })
  if (email) markDevice(shop, c, email)
  notePosition(c, position)
  await positions.waitFor(['users'], position)
  const user = await findOwnAccount(shop, { userId, isAdmin, staffRole, createdAt })
  return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
}
