// Enforces who may call a route. Every route names its policy; a test walks the routes and fails if one is missing.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Rejection } from '#backend/domain/rejection.ts'
import { may, type Permission, permissions } from '#backend/domain/user/roles.limits.ts'
import { type Call, declared } from '#backend/http/contract/call.ts'
import type { Session } from '#backend/identity/sessions.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { bringsToken } from './bearer-token.ts'
import { readCookie } from './cookies.ts'
import { once } from './idempotency-key.ts'
import { ApiProblem } from './problems.ts'
import { limitAccount, limitAddress } from './rate-limit.ts'
import { notePosition } from './read-your-writes.ts'
import { type Input, inputCheck, type NoInput, type Valid } from './validate.ts'

/**
 * public: no session look-up; optional: visitor or account; user: an active account; a permission: an active account
 * whose role has it; provider: signed by the payment provider; operator: this machine or the operator's token;
 * subscriber: a program with the feed's token.
 */
export type RoutePolicy = 'public' | 'optional' | 'user' | Permission | 'provider' | 'operator' | 'subscriber'

export type ApiEnv = {
  Variables: {
    session: Session | undefined
    requestId: string
  }
}
export type UserEnv = { Variables: Omit<ApiEnv['Variables'], 'session'> & { session: Session } }

type Env<P extends RoutePolicy> = P extends 'user' | Permission ? UserEnv : ApiEnv

export function isPermission(policy: RoutePolicy | undefined): policy is Permission {
  return policy !== undefined && Object.hasOwn(permissions, policy)
}

/**
 * Lets a request through that fits the policy: 401 without a session, 403 for a banned account or a missing permission; and 429 if the address
 * or the account asks too often, by the rate of all calls that change something and by that of the call. The provider's notices are not
 * counted. call: for the description of the API; only what is no part of the API goes without. input: the parts of the request,
 * checked last.
 */
export function allow<P extends Exclude<RoutePolicy, 'operator'>, I extends Input = NoInput>(
  policy: P,
  call?: Call,
  input?: I,
) {
  const { check, contracts } = inputCheck(input ?? {})
  const rate = call?.rate
  const middleware = createMiddleware<Env<P>, string, Valid<I>>(async (context, next) => {
    const c = context as unknown as Context<ApiEnv>
    if (policy !== 'provider') await limitAddress(c, rate)
    if (policy === 'subscriber') requireToken(c)
    else if (policy !== 'public' && policy !== 'provider') {
      const session = await sessionOf(c)
      if (session) await limitAccount(c, session.userId, rate)
      if (session && !session.isActive) throw new Rejection('user_banned')
      if (!session && policy !== 'optional') throw new ApiProblem('unauthenticated')
      if (session && isPermission(policy) && !may(session, policy)) throw new Rejection('forbidden')
      c.set('session', session)
    }
    if (policy !== 'provider') await check(c)
    return once(c, next)
  })
  declared.set(middleware, { policy, call, contracts })
  return middleware
}

/** Refuses everybody if no token is configured. */
function requireToken(c: Context<ApiEnv>): void {
  const { feedToken: token } = c.var.shop
  if (token === undefined || !bringsToken(c, token)) throw new ApiProblem('unauthenticated')
}

export function bringsSession(cookie: string): boolean {
  return cookie.includes('sid=')
}

/** Includes banned accounts; undefined for a visitor. */
export async function sessionOf(c: Context<ApiEnv>): Promise<Session | undefined> {
  const id = readCookie(c, 'sid')
  return id ? c.var.shop.sessions.find(id) : undefined
}

export function commandContext(c: Context<UserEnv>): ShopContext {
  const { session, requestId: correlation } = c.var
  return { actor: `user:${session.userId}`, correlation, onReached: (position) => notePosition(c, position) }
}

/** Answers another person's id like an absent one. */
export function requireOwn<Asked extends { userId: number }>(c: Context<UserEnv>, asked: Asked): Asked {
  if (c.get('session').userId !== asked.userId) throw new Rejection('not_found')
  return asked
}
