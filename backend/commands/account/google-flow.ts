// The steps of a Google sign-in: to the provider, back with its answer, and the password if an account must be linked.
import { timingSafeEqual } from 'node:crypto'
import { Rejection } from '#backend/domain/rejection.ts'
import { normalEmail } from '#backend/domain/user/user.ts'
import { ClaimTaken } from '#backend/eventstore/log/append-entry.ts'
import { type ProviderAccount, SignInError, type SignInProvider } from '#backend/gateways/sign-in/sign-in-provider.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import type { GoogleAttempt, GoogleSignIns, PendingLink } from '#backend/identity/google-sign-ins.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { logInfo, logWarning } from '#backend/telemetry/log.ts'
import { linkGoogle, signInWithGoogle } from './google-account.ts'

export type GoogleShop = {
  store: ShopStore
  accounts: Accounts
  googleSignIns: GoogleSignIns
  signInProvider: SignInProvider
}

export type GoogleOutcome = { redirect: string | null } & (
  | { account: Account }
  | { pendingLink: string; email: string }
)

export async function beginGoogle(
  { googleSignIns, signInProvider }: GoogleShop,
  redirectUri: string,
  redirect: string | null,
): Promise<{ url: string; nonce: string; attempt: string }> {
  const attempt = googleSignIns.begin(redirectUri, redirect)
  const url = await vouched(signInProvider.addressFor(attempt))
  return { url, nonce: attempt.nonce, attempt: await googleSignIns.attempts.seal(attempt) }
}

/**
 * Finishes this browser's attempt. `code`: null after a cancellation. Throws Rejection google_refused for a foreign
 * attempt, google_cancelled, and as signInWithGoogle; refusals of the own attempt carry its redirect.
 */
export async function finishGoogle(
  shop: GoogleShop,
  { attempt: sealed, code, state }: { attempt: string; code: string | null; state: string },
  correlation: string,
): Promise<GoogleOutcome> {
  const attempt = await openAttempt(shop, sealed)
  if (!isSame(attempt.state, state)) throw new Rejection('google_refused')
  try {
    if (code === null) throw new Rejection('google_cancelled')
    const person = await vouched(shop.signInProvider.redeem(code, attempt))
    return await end(shop, attempt, person, correlation)
  } catch (error) {
    const { redirect } = attempt
    throw error instanceof Rejection && redirect ? new Rejection(error.code, { ...error.details, redirect }) : error
  }
}

export type Echo = { uid: string; data: { email: string; name?: string | undefined } }

/** Like finishGoogle, for a client with an ID token, which must carry the attempt's nonce and match the echo. */
export async function acceptCredential(
  shop: GoogleShop,
  { attempt: sealed, credential, uid, data }: Echo & { attempt: string; credential: string | undefined },
  correlation: string,
): Promise<GoogleOutcome> {
  const attempt = await openAttempt(shop, sealed)
  if (credential === undefined) throw new Rejection('google_refused')
  const person = await vouched(shop.signInProvider.verify(credential, attempt.nonce))
  const isEcho =
    uid === person.subject &&
    normalEmail(data.email) === normalEmail(person.email) &&
    (data.name === undefined || data.name === person.name)
  if (!isEcho) throw new Rejection('google_refused')
  return await end(shop, attempt, person, correlation)
}

export async function confirmGoogleLink(
  shop: GoogleShop,
  sealed: string,
  verify: (email: string) => Promise<Account>,
  correlation: string,
): Promise<{ account: Account; redirect: string | null }> {
  const pending = await shop.googleSignIns.pendingLinks.open(sealed)
  if (!pending) throw new Rejection('google_refused')
  const { email, redirect, ...identity } = pending
  const { userId } = await verify(email)
  if (userId !== pending.userId) throw new Rejection('google_refused')
  const link = { ...identity, email, isPasswordGiven: true }
  const account = await linkGoogle(shop, userId, link, correlation).catch((error: unknown) => {
    throw error instanceof ClaimTaken ? new Rejection('google_taken') : error
  })
  return { account, redirect }
}

async function openAttempt({ googleSignIns }: GoogleShop, sealed: string): Promise<GoogleAttempt> {
  const attempt = await googleSignIns.attempts.open(sealed)
  if (!attempt) throw new Rejection('google_refused')
  return attempt
}

async function end(
  shop: GoogleShop,
  attempt: GoogleAttempt,
  person: ProviderAccount,
  correlation: string,
): Promise<GoogleOutcome> {
  const { redirect } = attempt
  if (!(await shop.googleSignIns.consume(attempt))) throw new Rejection('google_refused')
  try {
    return { account: await signInWithGoogle(shop, person, correlation), redirect }
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'google_link_required')) throw error
    const email = normalEmail(person.email)
    const { issuer, subject } = person
    const userId = await shop.accounts.idOf(email)
    if (userId === undefined) throw error
    const pending: PendingLink = { issuer, subject, email, userId, redirect }
    return { pendingLink: await shop.googleSignIns.pendingLinks.seal(pending), email, redirect }
  }
}

async function vouched<Word>(word: Promise<Word>): Promise<Word> {
  try {
    return await word
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    const line = { failure: error.kind, detail: error.message }
    if (error.kind === 'refused') logInfo('sign-in refused', line)
    else logWarning('sign-in provider', line)
    throw new Rejection(error.kind === 'refused' ? 'google_refused' : 'sign_in_unavailable')
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
