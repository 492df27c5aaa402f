import type { Context } from 'hono'
import { callOf, changesOf, ofSession, type Refusals } from '#backend/http/admission/refusals.ts'
import type { Rate, RateLimits } from '#backend/identity/rate-limits.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import type { ApiEnv } from './allow.ts'
import { clientNetwork } from './client-address.ts'
import { readCookie } from './cookies.ts'
import { ApiProblem } from './problems.ts'
import { safeMethods } from './request-guards.ts'

const minute = 60
const hour = 3600

/** An address may be an office, so it gets more than an account. */
const rates = {
  write: { account: { points: 120, seconds: minute }, address: { points: 600, seconds: minute } },
  registration: { address: { points: 20, seconds: hour } },
  passwordReset: { address: { points: 20, seconds: hour } },
  checkout: { account: { points: 20, seconds: 10 * minute } },
  /** The page polls every two seconds, and each call asks the provider. */
  paymentReturn: { account: { points: 90, seconds: minute } },
  review: { account: { points: 20, seconds: hour } },
  mail: { account: { points: 10, seconds: hour }, address: { points: 20, seconds: hour } },
  personalData: { account: { points: 20, seconds: hour } },
  erasure: { account: { points: 10, seconds: hour } },
  picture: { account: { points: 200, seconds: hour } },
  receipt: { account: { points: 20, seconds: hour } },
  avatar: { account: { points: 20, seconds: hour } },
  keyed: { account: { points: 300, seconds: hour } },
  /** Unsigned notices, of the provider's other topics or of anybody. */
  unsigned: { address: { points: 3000, seconds: minute } },
  orderLookup: { address: { points: 20, seconds: hour } },
  /** Separate, so that too many look-ups don't block a withdrawal. */
  withdrawal: { address: { points: 20, seconds: hour } },
  export: { account: { points: 60, seconds: hour } },
  list: { account: { points: 60, seconds: minute }, address: { points: 120, seconds: minute } },
} satisfies Record<string, { account?: Rate; address?: Rate }>
export type RateName = keyof typeof rates

/** `factor`: multiplies the rates, for benchmarks and tests. `refusals`: shared with the admission control. */
export type RequestLimits = { limits: RateLimits; trustedProxies: number; factor: number; refusals: Refusals }

export function networkOf(c: Context): string {
  return clientNetwork(c, c.var.shop.requestLimits.trustedProxies)
}

export async function limitAddress(c: Context<ApiEnv>, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'address', rate)
  if (named.length === 0) return
  noticeProxy(c)
  const network = networkOf(c)
  await spend(c, named, network, network)
}

export async function limitAccount(c: Context<ApiEnv>, userId: number, rate?: RateName): Promise<void> {
  const named = ratesOf(c, 'account', rate)
  if (named.length > 0) await spend(c, named, String(userId), ofSession(readCookie(c, 'sid') ?? ''))
}

/** Visitors' stored calls have their own rates. */
export async function mayRecordAnother(c: Context<ApiEnv>): Promise<boolean> {
  const session = c.get('session')
  if (!session) return true
  const { limits, factor } = c.var.shop.requestLimits
  const { points, seconds } = rates.keyed.account
  const rate = { points: points * factor, seconds }
  return (await limits.spend([{ name: 'keyed-account', who: String(session.userId), rate }])) === 0
}

/** Counts only notices without the provider's signature. Throws the problem too_many_requests. */
export async function limitUnsigned(c: Context<ApiEnv>): Promise<void> {
  const network = networkOf(c)
  await spend(c, [{ name: 'unsigned-address', rate: rates.unsigned.address }], network, network)
}

/**
 * For orders named by number and e-mail: charges the address, and on a wrong name the e-mail too. A right name never
 * suffers from others' tries, so nobody can lock the buyer out. Throws too_many_requests.
 */
export async function limitNaming(
  c: Context<ApiEnv>,
  name: 'orderLookup' | 'withdrawal',
  wrongEmail: string | undefined,
): Promise<void> {
  const { limits, factor } = c.var.shop.requestLimits
  const { points, seconds } = rates[name].address
  const times = (share: number) => ({ points: share * points * factor, seconds })
  // Bypasses the admission control, which would refuse the owner too.
  const spendings = [{ name: `${name}-address`, who: networkOf(c), rate: times(1) }]
  if (wrongEmail !== undefined) spendings.push({ name: 'order-mailbox', who: wrongEmail, rate: times(3) })
  const wait = await limits.spend(spendings)
  if (wait > 0) throw tooMany('too_many_requests', wait)
}

export function tooMany(code: TooMuch, seconds: number): ApiProblem {
  const detail = whatWasTooMuch(code, seconds)
  return new ApiProblem(code, { detail, retryAfter: seconds })
}

type TooMuch = 'too_many_requests' | 'too_many_attempts'

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

async function spend(c: Context<ApiEnv>, named: readonly NamedRate[], who: string, caller: string): Promise<void> {
  const { limits, factor, refusals } = c.var.shop.requestLimits
  const spendings = named.map(({ name, rate }) => ({ name, who, rate: { ...rate, points: rate.points * factor } }))
  const seconds = await limits.spend(spendings)
  if (seconds === 0) return
  for (const spending of spendings) {
    const ms = limits.refusedFor(spending)
    // Refuses an account call by call, so that its session can still be ended or replaced in the same browser.
    const isAll = spending.name === 'write-address'
    if (ms > 0) refusals.keep(isAll ? changesOf(who) : callOf(c.req.method, c.req.path, caller), ms)
  }
  throw tooMany('too_many_requests', seconds)
}

let proxyNoticed = false

/** Warns the operator once: behind an undeclared proxy all shoppers share one address. */
function noticeProxy(c: Context): void {
  if (proxyNoticed || c.var.shop.requestLimits.trustedProxies > 0 || !c.req.header('x-forwarded-for')) return
  proxyNoticed = true
  logWarning('requests come through a proxy: set TRUST_PROXY, or all behind it share the limits of one address', {})
}
