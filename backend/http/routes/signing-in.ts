// Shared by all sign-ins: rate-limited password check, and the session's start.
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { clientNetwork } from '#backend/http/middleware/client-address.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { waitForWrite } from '#backend/http/middleware/read-your-writes.ts'
import type { Account } from '#backend/identity/accounts.ts'
import { deviceOf } from '#backend/identity/devices.ts'
import { knownForSeconds } from '#backend/identity/known-devices.ts'
import type { Attempt } from '#backend/identity/login-limits.ts'
import { findOwnAccount } from './account-view.ts'

/** Throws Rejection wrong_credentials or user_banned; problem 429 after too many tries. */
export async function accountByPassword(
  shop: ApiShop,
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

function attemptOf({ knownDevices, secureCookies }: ApiShop, c: Context<ApiEnv>, email: string): Attempt {
  const address = clientNetwork(c, c.get('requestLimits').trustedProxies)
  return { email, address, isKnownDevice: knownDevices.knows(getCookie(c, deviceCookie(secureCookies)), email) }
}

/** Makes the browser known for later sign-ins. */
export function markDevice({ knownDevices, secureCookies: secure }: ApiShop, c: Context, email: string): void {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge: knownForSeconds } as const
  setCookie(c, deviceCookie(secure), knownDevices.markFor(email), options)
}

/** Sets the session cookie, ends the browser's previous session, and returns the browser's copy of the sign-in. */
export async function startSession(shop: ApiShop, c: Context<ApiEnv>, account: Account, msg: string) {
  const { userId, isAdmin, staffRole, position, email } = account
  const { sessions, secureCookies: secure } = shop
  const { id, createdAt, expiresAt } = await sessions.start(account, deviceOf(c.req.header('user-agent')))
  const before = getCookie(c, c.get('sessionCookie'))
  // A stolen copy of the old cookie becomes useless.
  if (before) await sessions.end(before)
  setCookie(c, c.get('sessionCookie'), id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, expires: expiresAt })
  if (email) markDevice(shop, c, email)
  await waitForWrite(c, position, ['users'])
  const user = await findOwnAccount(shop, { userId, isAdmin, staffRole, createdAt })
  return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
}
