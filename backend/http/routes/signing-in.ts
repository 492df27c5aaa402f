import type { Context } from 'hono'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { readCookie, writeCookie } from '#backend/http/middleware/cookies.ts'
import { networkOf, tooMany } from '#backend/http/middleware/rate-limit.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import type { Account } from '#backend/identity/accounts.ts'
import { deviceOf, knownForSeconds } from '#backend/identity/devices.ts'
import type { Attempt } from '#backend/identity/login-limits.ts'
import { findOwnAccount } from './account-view.ts'

/** Throws Rejection wrong_credentials or user_banned; problem 429 after too many tries. */
export async function accountByPassword(c: Context<ApiEnv>, { email, password }: { email: string; password: string }) {
  const { accounts, loginLimits } = c.var.shop
  const attempt = attemptOf(c, email)
  const wait = await loginLimits.begin(attempt)
  if (wait > 0) throw tooMany('too_many_attempts', wait)
  const account = await accounts.verify(email, password).catch(async (error: unknown) => {
    if (!(error instanceof Rejection && error.code === 'wrong_credentials')) await loginLimits.forget(attempt)
    throw error
  })
  await loginLimits.forget(attempt)
  return account
}

function attemptOf(c: Context<ApiEnv>, email: string): Attempt {
  return { email, address: networkOf(c), isKnownDevice: c.var.shop.knownDevices.knows(readCookie(c, 'device'), email) }
}

/** Makes the browser known for later sign-ins. */
export function markDevice(c: Context, email: string): void {
  writeCookie(c, 'device', c.var.shop.knownDevices.markFor(email), { maxAge: knownForSeconds })
}

/** Sets the session cookie, ends the browser's previous session, and returns the browser's copy of the sign-in. */
export async function startSession(c: Context<ApiEnv>, account: Account, msg: string) {
  const { userId, isAdmin, staffRole, position, email } = account
  const { sessions } = c.var.shop
  const { id, createdAt, expiresAt } = await sessions.start(account, deviceOf(c.req.header('user-agent')))
  const before = readCookie(c, 'sid')
  // A stolen copy of the old cookie becomes useless.
  if (before) await sessions.end(before)
  writeCookie(c, 'sid', id, { expires: expiresAt })
  if (email) markDevice(c, email)
  notePosition(c, position)
  const user = await findOwnAccount(c.var.shop, { userId, isAdmin, staffRole, createdAt })
  return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
}
