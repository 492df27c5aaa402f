// Google sign-ins under way: bound to their browser, valid for ten minutes, usable once.
import { randomBytes } from 'node:crypto'
import type { GoogleIdentity } from './accounts.ts'
import type { Rate, RateLimits } from './rate-limits.ts'
import { sealedCookies } from './sealed-cookies.ts'

const minutes = 10
const onlyOnce: Rate = { points: 1, seconds: 3 * minutes * 60 }

export type GoogleAttempt = {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  redirect: string | null
}
export type PendingLink = GoogleIdentity & { userId: number; email: string; redirect: string | null }
export type GoogleSignIns = ReturnType<typeof googleSignInsOf>

export function googleSignInsOf({ limits, ...parts }: { limits: RateLimits; secret: string; now: () => Date }) {
  const random = () => randomBytes(32).toString('base64url')
  return {
    attempts: sealedCookies<GoogleAttempt>('google attempt', { ...parts, minutes }),
    pendingLinks: sealedCookies<PendingLink>('google link', { ...parts, minutes }),
    begin(redirectUri: string, redirect: string | null): GoogleAttempt {
      return { state: random(), nonce: random(), verifier: random(), redirectUri, redirect }
    },
    /** True only for the first call, across all processes. */
    consume: async ({ nonce }: GoogleAttempt) =>
      (await limits.spend([{ name: 'google', who: nonce, rate: onlyOnce }])) === 0,
  }
}
