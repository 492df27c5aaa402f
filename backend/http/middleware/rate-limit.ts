// How often a caller may ask: every call that changes something, and some that cost more than others, per address and per account.
import type { Context } from 'hono'
import type { Rate, RateLimits } from '#backend/identity/rate-limits.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import type { ApiEnv } from './allow.ts'
import { clientNetwork } from './client-address.ts'
import { ApiProblem } from './problems.ts'

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
  /** An order named by its number and an e-mail, by somebody without an account. */
  orderLookup: { address: { points: 20, seconds: hour } },
  /** Lists that are sent whole. */
  list: { account: { points: 60, seconds: minute }, address: { points: 120, seconds: minute } },
} satisfies Record<string, { account?: Rate; address?: Rate }>
export type RateName = keyof typeof rates

/** What the limits of requests need. factor: how many times the usual rates; for benchmarks and tests, which ask more often than people. */
export type RequestLimits = { limits: RateLimits; trustedProxies: number; factor: number }

/** Spends a point of the address for a call. Throws the problem too_many_requests. */
export async function limitAddress(c: Context<ApiEnv>, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'address', rate)
  if (named.length === 0) return
  const { trustedProxies } = c.get('requestLimits')
  if (trustedProxies === 0) noticeProxy(c)
  await spend(c, named, clientNetwork(c, trustedProxies))
}

/** Spends a point of the account for a call. Throws the problem too_many_requests. */
export async function limitAccount(c: Context<ApiEnv>, userId: number, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'account', rate)
  if (named.length > 0) await spend(c, named, String(userId))
}

/** `code`: what the caller did too often; the answer says when to go on, in the header and in words. */
export function tooMany(code: 'too_many_requests' | 'too_many_attempts', seconds: number): ApiProblem {
  const when = seconds < 60 ? `${seconds} segundos` : seconds < 120 ? '1 minuto' : `${Math.ceil(seconds / 60)} minutos`
  const detail = `${whatWasTooMuch[code]} Volvé a probar en ${seconds === 1 ? '1 segundo' : when}.`
  return new ApiProblem(code, { detail, retryAfter: seconds }, { 'Retry-After': String(seconds) })
}

const whatWasTooMuch = {
  too_many_requests: 'Son demasiados pedidos en poco tiempo.',
  too_many_attempts: 'Hubo demasiados intentos.',
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

type NamedRate = { name: string; rate: Rate }

function ratesOf(c: Context, of: 'account' | 'address', named: RateName | undefined): NamedRate[] {
  const names: RateName[] = [...(reads.has(c.req.method) ? [] : ['write' as const]), ...(named ? [named] : [])]
  return names.flatMap((name) => {
    const { [of]: rate }: Partial<Record<typeof of, Rate>> = rates[name]
    return rate ? [{ name: `${name}-${of}`, rate }] : []
  })
}

async function spend(c: Context<ApiEnv>, named: readonly NamedRate[], who: string): Promise<void> {
  const { limits, factor } = c.get('requestLimits')
  const spendings = named.map(({ name, rate }) => ({ name, who, rate: { ...rate, points: rate.points * factor } }))
  const seconds = await limits.spend(spendings)
  if (seconds > 0) throw tooMany('too_many_requests', seconds)
}

let proxyNoticed = false

/** Behind a proxy that the shop was not told of, all shoppers are one address: the operator is told, once. */
function noticeProxy(c: Context): void {
  if (proxyNoticed || !c.req.header('x-forwarded-for')) return
  proxyNoticed = true
  logWarning('requests come through a proxy: set TRUST_PROXY, or all behind it share the limits of one address', {})
}
