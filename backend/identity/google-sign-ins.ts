// Sign-ins by Google under way: bound to the browser that began them, for ten minutes, and each good once.
import { randomBytes } from 'node:crypto'
import type { GoogleIdentity } from './accounts.ts'
import type { Rate, RateLimits } from './rate-limits.ts'
import { SealedCookies } from './sealed-cookies.ts'

const minutes = 10
/** Longer than the attempt and the provider's token are good for. */
const onlyOnce: Rate = { points: 1, seconds: 3 * minutes * 60 }

/** state, nonce, verifier: random. redirect: where the shop leads afterwards; null: its usual way. */
export type GoogleAttempt = {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  redirect: string | null
}
/** Somebody whom the provider vouched for, and the account with the same e-mail, whose password is still to be given. */
export type PendingLink = GoogleIdentity & { userId: number; email: string; redirect: string | null }

/** Begins, opens and ends attempts. They stand in the browser's cookies; the database holds only which are used up. */
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

  /** Whether this is the first time that the attempt comes to its end; in all processes only one call says so. */
  async consume({ nonce }: GoogleAttempt): Promise<boolean> {
    return (await this.#limits.spend([{ name: 'google', who: nonce, rate: onlyOnce }])) === 0
  }
}
