// Finds the account behind a provider's identity, creates it, or links the one with the same e-mail.
import { Rejection } from '#backend/domain/rejection.ts'
import { registrationFields } from '#backend/domain/user/user.limits.ts'
import { normalEmail, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { ClaimTaken } from '#backend/eventstore/log/append-entry.ts'
import type { ProviderAccount } from '#backend/gateways/sign-in/sign-in-provider.ts'
import type { Account, Accounts, GoogleIdentity } from '#backend/identity/accounts.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

type Shop = { store: ShopStore; accounts: Accounts }

const maxTries = 3
const upToLongest = /^.{0,200}/su

/**
 * Throws Rejection email_unverified, user_banned, google_taken, or google_link_required if the owner of the account
 * with this e-mail must first confirm; then nothing was created.
 */
export async function signInWithGoogle(shop: Shop, person: ProviderAccount, correlation: string): Promise<Account> {
  const email = normalEmail(person.email)
  if (!person.isEmailVerified || !registrationFields.email.pattern.test(email)) throw new Rejection('email_unverified')
  for (let tries = 1; ; tries++) {
    const known = await shop.accounts.idOfGoogle(person)
    if (known !== undefined) return await activeAccount(shop, known)
    const holder = await shop.accounts.idOf(email)
    try {
      if (holder === undefined) return await register(shop, person, email, correlation)
      return await linkGoogle(shop, holder, { ...person, email, isPasswordGiven: false }, correlation)
    } catch (error) {
      if (!(error instanceof ClaimTaken) || tries === maxTries) throw error
    }
  }
}

type Link = GoogleIdentity & { email: string; isPasswordGiven: boolean }

/**
 * Links an account to the provider's and ends its other sessions. `email`: normal spelling, verified by the provider.
 * Throws Rejection as signInWithGoogle; ClaimTaken if another account has this link.
 */
export async function linkGoogle(
  { store, accounts }: Shop,
  userId: number,
  { issuer, subject, email, isPasswordGiven }: Link,
  correlation: string,
): Promise<Account> {
  const link = { type: 'LinkGoogle', userId, issuer, subject, email, isPasswordGiven } as const
  const { result, position } = await transact(store, own(userId, correlation), 'LinkGoogle', async (unit) => {
    const account = await unit.load(user, userId)
    const { state: after } = unit.decide(user, account, link)
    if (after !== account.state) unit.claim(accounts.googleClaimOf(link, userId))
    return after
  })
  if (!result) throw new Error(`user ${userId} was not linked`)
  return { ...result, userId, position }
}

async function register(
  { store, accounts }: Shop,
  { issuer, subject, name, email: written }: ProviderAccount,
  email: string,
  correlation: string,
): Promise<Account> {
  const userId = await store.nextId('user')
  const register = { type: 'RegisterUser', userId, name: nameOf(name, written), email, method: 'google' } as const
  const link = { type: 'LinkGoogle', userId, issuer, subject, email, isPasswordGiven: false } as const
  const { result, position } = await transact(store, own(userId, correlation), 'SignInWithGoogle', async (unit) => {
    unit.claim(accounts.claimOf(email, userId))
    unit.claim(accounts.googleClaimOf(link, userId))
    return unit.decide(user, unit.absent(user, userId), register, link).state
  })
  if (!result) throw new Error(`user ${userId} was not registered`)
  return { ...result, userId, position }
}

async function activeAccount({ store }: Shop, userId: number): Promise<Account> {
  const { state, position } = await loadState(store, user, userId)
  // The account was erased a moment ago, but its data is not fully destroyed yet.
  if (!state || state.isErased) throw new Rejection('user_erased')
  if (!state.isActive) throw new Rejection('user_banned')
  return { ...state, userId, position }
}

function nameOf(name: string, email: string): string {
  const oneLine = name
    .normalize()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return upToLongest.exec(oneLine || (email.split('@')[0] ?? ''))?.[0] ?? ''
}

function own(userId: number, correlation: string): ShopContext {
  return { actor: `user:${userId}`, correlation }
}
