// Google sign-ins under way: bound to their browser, valid for ten minutes, usable once.
import { randomBytes } from 'node:crypto'
import type { GoogleIdentity } from './accounts.ts'
import type { Rate, RateLimits } from './rate-limits.ts'
import { SealedCookies } from './sealed-cookies.ts'

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

export class GoogleSignIns {
  readonly attempts: SealedCookies<GoogleAttempt>
  readonly pendingLinks: SealedCookies<PendingLink>
  readonly #limits: RateLimits

  constructor(parts: { limits: RateLimits; secret: string; now: () => Date }) {
    this.attempts = new SealedCookies('google attempt', { ...parts, minutes })
    this.pendingLinks = new SealedCookies('google link', { ...parts, minutes })
    this.#limits = parts.limits
  }

  begin(redirectUri: string, redirect: string | null): GoogleAttempt {
    const random = () => randomBytes(32).toString('base64url')
    return { state: random(), nonce: random(), verifier: random(), redirectUri, redirect }
  }

  /** True only for the first call, across all processes. */
  async consume({ nonce }: GoogleAttempt): Promise<boolean> {
    return (await this.#limits.spend([{ name: 'google', who: nonce, rate: onlyOnce }])) === 0
  }
}
