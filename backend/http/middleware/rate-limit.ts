// How often a caller may ask: every call that changes something, and some that cost more than others, per address and per account.

import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { callOf, changesOf, ofSession, type Refusals } from '#backend/http/door/refusals.ts'
import type { Rate, RateLimits } from '#backend/identity/rate-limits.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import type { ApiEnv } from './allow.ts'
import { clientNetwork } from './client-address.ts'
import { ApiProblem } from './problems.ts'
import { safeMethods } from './request-guards.ts'

const minute = 60
const hour = 3600

/** An address may be a whole office, so it may do more than an account. */
const rates = {
  write: { account: { points: 120, seconds: minute }, address: { points: 600, seconds: minute } },
  registration: { address: { points: 20, seconds: hour } },
  passwordReset: { address: { points: 20, seconds: hour } },
  checkout: { account: { points: 20, seconds: 10 * minute } },
  /** The way back from the provider asks it about the payment; the page does so every two seconds while it is open. */
  paymentReturn: { account: { points: 90, seconds: minute } },
  review: { account: { points: 20, seconds: hour } },
  mail: { account: { points: 10, seconds: hour }, address: { points: 20, seconds: hour } },
  personalData: { account: { points: 20, seconds: hour } },
  /** A try at a password. */
  erasure: { account: { points: 10, seconds: hour } },
  /** Each is drawn by the shop. */
  picture: { account: { points: 200, seconds: hour } },
  avatar: { account: { points: 20, seconds: hour } },
  /** Answers that are kept for a day, of one account. */
  keyed: { account: { points: 300, seconds: hour } },
  /** Notices that nobody signed: a provider's other topics, and whatever else is sent there. */
  unsigned: { address: { points: 3000, seconds: minute } },
  /** An order named by its number and an e-mail, by somebody without an account. */
  orderLookup: { address: { points: 20, seconds: hour } },
  /** Apart: whoever looks an order up too often may still take it back. */
  withdrawal: { address: { points: 20, seconds: hour } },
  /** Lists of the panel as files, however long they are. */
  export: { account: { points: 60, seconds: hour } },
  /** Lists that are sent whole. */
  list: { account: { points: 60, seconds: minute }, address: { points: 120, seconds: minute } },
} satisfies Record<string, { account?: Rate; address?: Rate }>
export type RateName = keyof typeof rates

/**
 * What the limits of requests need. factor: how many times the usual rates; for benchmarks and tests, which ask more often than people.
 * refusals: the door's, which answers for these limits once it was told.
 */
export type RequestLimits = { limits: RateLimits; trustedProxies: number; factor: number; refusals: Refusals }

/** Spends a point of the address for a call. Throws the problem too_many_requests. */
export async function limitAddress(c: Context<ApiEnv>, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'address', rate)
  if (named.length === 0) return
  const { trustedProxies } = c.get('requestLimits')
  if (trustedProxies === 0) noticeProxy(c)
  const network = clientNetwork(c, trustedProxies)
  await spend(c, named, network, network)
}

/** Spends a point of the account for a call. Throws the problem too_many_requests. */
export async function limitAccount(c: Context<ApiEnv>, userId: number, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'account', rate)
  if (named.length > 0) await spend(c, named, String(userId), ofSession(getCookie(c, c.get('sessionCookie')) ?? ''))
}

/** Whether one more answer is kept for the caller; a visitor's calls that are kept have rates of their own. */
export async function mayKeepAnother(c: Context<ApiEnv>): Promise<boolean> {
  const session = c.get('session')
  if (!session) return true
  const { limits, factor } = c.get('requestLimits')
  const { points, seconds } = rates.keyed.account
  const who = String(session.userId)
  return (await limits.spend([{ name: 'keyed-account', who, rate: { points: points * factor, seconds } }])) === 0
}

/**
 * Spends a point of the address for a notice that is not the provider's by its signature: those are never counted. Throws the problem
 * too_many_requests.
 */
export async function limitUnsigned(c: Context<ApiEnv>): Promise<void> {
  const { trustedProxies } = c.get('requestLimits')
  const network = clientNetwork(c, trustedProxies)
  await spend(c, [{ name: 'unsigned-address', rate: rates.unsigned.address }], network, network)
}

/**
 * For an order that is named by its number and an e-mail: spends a point of the address, and for a wrong name one of the e-mail too, from
 * wherever it came. A right one is never refused for what others asked, so nobody shuts the buyer out. Throws too_many_requests.
 */
export async function limitNaming(
  c: Context<ApiEnv>,
  name: 'orderLookup' | 'withdrawal',
  wrongEmail: string | undefined,
): Promise<void> {
  const { limits, factor, trustedProxies } = c.get('requestLimits')
  const { points, seconds } = rates[name].address
  const times = (share: number) => ({ points: share * points * factor, seconds })
  // Not told to the door, which would refuse the owner too.
  const spendings = [{ name: `${name}-address`, who: clientNetwork(c, trustedProxies), rate: times(1) }]
  if (wrongEmail !== undefined) spendings.push({ name: 'order-mailbox', who: wrongEmail, rate: times(3) })
  const wait = await limits.spend(spendings)
  if (wait > 0) throw tooMany('too_many_requests', wait)
}

/** `code`: what the caller did too often; the answer says when to go on, in the header and in words. */
export function tooMany(code: TooMuch, seconds: number): ApiProblem {
  const detail = whatWasTooMuch(code, seconds)
  return new ApiProblem(code, { detail, retryAfter: seconds }, { 'Retry-After': String(seconds) })
}

type TooMuch = 'too_many_requests' | 'too_many_attempts'

/** The sentence that says what was too much, and when to go on. */
export function whatWasTooMuch(code: TooMuch, seconds: number): string {
  const when = seconds < 60 ? `${seconds} segundos` : seconds < 120 ? '1 minuto' : `${Math.ceil(seconds / 60)} minutos`
  return `${sentences[code]} Volvé a probar en ${seconds === 1 ? '1 segundo' : when}.`
}

const sentences: Record<TooMuch, string> = {
  too_many_requests: 'Son demasiados pedidos en poco tiempo.',
  too_many_attempts: 'Hubo demasiados intentos.',
}

type NamedRate = { name: string; rate: Rate }

function ratesOf(c: Context, of: 'account' | 'address', named: RateName | undefined): NamedRate[] {
  const names: RateName[] = [...(safeMethods.has(c.req.method) ? [] : ['write' as const]), ...(named ? [named] : [])]
  return names.flatMap((name) => {
    const { [of]: rate }: Partial<Record<typeof of, Rate>> = rates[name]
    return rate ? [{ name: `${name}-${of}`, rate }] : []
  })
}

/** `caller`: by which the door knows who is counted here. */
async function spend(c: Context<ApiEnv>, named: readonly NamedRate[], who: string, caller: string): Promise<void> {
  const { limits, factor, refusals } = c.get('requestLimits')
  const spendings = named.map(({ name, rate }) => ({ name, who, rate: { ...rate, points: rate.points * factor } }))
  const seconds = await limits.spend(spendings)
  if (seconds === 0) return
  for (const spending of spendings) {
    const ms = limits.refusedFor(spending)
    // An account is refused call by call: who is signed in by the same browser may end its session, and another begin.
    const isAll = spending.name === 'write-address'
    if (ms > 0) refusals.keep(isAll ? changesOf(who) : callOf(c.req.method, c.req.path, caller), ms)
  }
  throw tooMany('too_many_requests', seconds)
}

let proxyNoticed = false

/** Behind a proxy that the shop was not told of, all shoppers are one address: the operator is told, once. */
function noticeProxy(c: Context): void {
  if (proxyNoticed || !c.req.header('x-forwarded-for')) return
  proxyNoticed = true
  logWarning('requests come through a proxy: set TRUST_PROXY, or all behind it share the limits of one address', {})
}
