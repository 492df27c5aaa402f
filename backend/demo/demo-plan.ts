// Plans the demo's 90 days: who does what and when. Deterministic, so that pictures and tests agree.
import type { Address } from '#backend/domain/address.limits.ts'
import type { Picture } from '#backend/domain/product/gallery.limits.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { answersTo } from './demo-answers.ts'
import { addressOf } from './demo-delivery.ts'
import { lifeOfOrders, type OrderStep } from './demo-orders.ts'
import people from './demo-people.json' with { type: 'json' }
import { pricesOf } from './demo-prices.ts'
import products from './demo-products.json' with { type: 'json' }
import { repeatableNumbers } from './repeatable-numbers.ts'
import { ReviewWriter } from './review-texts.ts'

export const shopper = { name: 'Comprador Demo', email: 'comprador@gamertech.test', password: 'Comprador123!' }
export const admin = { name: 'Admin Demo', email: 'admin@gamertech.test', password: 'Admin123!' }
/** One person per role; they also buy. Like the shopper and the admin, they exist to be signed in to. */
export const staff = [
  { role: 'editor', name: 'Elena Ríos', email: 'editor@gamertech.test', password: 'Editor123!' },
  { role: 'support', name: 'Simón Duarte', email: 'soporte@gamertech.test', password: 'Soporte123!' },
  { role: 'auditor', name: 'Aurora Paz', email: 'auditor@gamertech.test', password: 'Auditor123!' },
  { role: 'operator', name: 'Omar Vidal', email: 'operador@gamertech.test', password: 'Operador123!' },
] as const satisfies readonly { role: StaffRole; name: string; email: string; password: string }[]
export const demoProducts = products
/** Taken out of sale after some weeks, though some are left. */
const retired = { slug: 'impresora-lumora-photo-p90', daysAgo: 24 }

export function picturesOf({ slug, name }: (typeof products)[number]): [Picture, ...Picture[]] {
  const address = `/img/products/${slug}`
  return [
    { url: `${address}.webp`, alt: '' },
    { url: `${address}-side.webp`, alt: `${name}, del otro lado` },
    { url: `${address}-detail.webp`, alt: `${name}, de cerca` },
  ]
}

export type OrderEnd = 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded' | 'placed'
type Line = { product: number; quantity: number }

/** Products, users and orders are indexes into the plan's lists; user 0 is the demo shopper. */
export type Step = { at: Date } & (
  | { do: 'register'; user: number }
  | { do: 'order'; order: number }
  | OrderStep
  | { do: 'reprice'; product: number; priceCents: number }
  | { do: 'retire'; product: number }
  | { do: 'count' }
  | ReviewStep
  | { do: 'answer'; review: ReviewStep & { at: Date }; text: string }
)
export type ReviewStep = { do: 'review'; user: number; product: number; text: string; score: number }
export type PlannedOrder = { user: number; at: number; lines: Line[]; end: OrderEnd; address: Address | null }
export type Plan = {
  users: { name: string; email: string }[]
  orders: PlannedOrder[]
  steps: Step[]
  sold: number[]
  left: number[]
}

const day = 86_400_000
const orderCount = 400
const reviewCount = 300
const lastOrders: readonly { end: OrderEnd; minutesAgo: number }[] = [
  ...[1, 1.3, 1.7, 2].map((minutesAgo) => ({ end: 'placed', minutesAgo }) as const),
  ...[38, 55].map((minutesAgo) => ({ end: 'paid', minutesAgo }) as const),
]
const shippedShare = 0.85
const countedBefore = 1.1 * day
const ends: readonly [OrderEnd, number][] = [
  ['paid', 0.74],
  ['rejected', 0.08],
  ['expired', 0.08],
  ['cancelled', 0.06],
  ['refunded', 0.04],
]

export function makePlan(now: Date): Plan {
  const random = repeatableNumbers(20_260_821)
  const start = now.getTime() - 90 * day
  const others = people.map((name) => ({ name, email: `${mailbox(name)}@gamertech.test` }))
  const users = [shopper, ...others, ...staff].map(({ name, email }) => ({ name, email }))
  const joined = users.map((_, index) => start + (index < 12 ? index * 0.05 : random() * 40) * day)
  const orders = apart(planOrders(random, joined, now.getTime()))
  const counted = now.getTime() - countedBefore
  const steps: Step[] = [
    ...joined.map((at, user) => ({ at: new Date(at), do: 'register', user }) as const),
    ...lifeOfOrders(orders, { now: now.getTime(), counted }),
    { at: new Date(counted), do: 'count' },
  ]
  const daysBefore = (days: number) => new Date(now.getTime() - days * day)
  for (const [product, described] of products.entries()) {
    const [, ...later] = pricesOf(described, product)
    for (const { daysAgo, priceCents } of later)
      steps.push({ at: daysBefore(daysAgo), do: 'reprice', product, priceCents })
    if (described.slug === retired.slug) steps.push({ at: daysBefore(retired.daysAgo), do: 'retire', product })
  }
  const bought = orders.flatMap(({ user, lines, at, end }) =>
    end === 'paid' ? lines.map(({ product }) => ({ user, product, at })) : [],
  )
  steps.push(...reviews(random, users.length, bought, joined, now.getTime()))
  steps.push(...answersTo(steps, now.getTime()))
  const unitsOf = (some: readonly PlannedOrder[]) => products.map((_, product) => unitsIn(some, product))
  const isSold = ({ end }: PlannedOrder) => end === 'paid' || end === 'refunded'
  return {
    users,
    orders,
    steps: steps.sort((a, b) => a.at.getTime() - b.at.getTime()),
    sold: unitsOf(orders.filter(isSold)),
    left: unitsOf(orders.filter((one) => one.at > counted && (isSold(one) || one.end === 'placed'))),
  }
}

function unitsIn(orders: readonly PlannedOrder[], product: number): number {
  const lines = orders.flatMap((one) => one.lines).filter((line) => line.product === product)
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

function planOrders(random: () => number, joined: readonly number[], now: number): PlannedOrder[] {
  // A separate generator, so that purchases don't depend on addresses.
  const where = repeatableNumbers(1_122)
  return Array.from({ length: orderCount }, (_, index) => {
    const someone = random() < 0.06 ? 0 : Math.floor(random() * joined.length)
    const earliest = (joined[someone] ?? now) + 0.01 * day
    const anytime = earliest + random() * (now - 0.3 * day - earliest)
    const anyhow = pick(random(), ends)
    const last = lastOrders[orderCount - 1 - index]
    const user = last ? index - orderCount + 10 : someone
    const address = where() < shippedShare ? addressOf(user, nameOfUser(user)) : null
    const at = last ? now - last.minutesAgo * 60_000 : anytime
    return { user, at, lines: cartOf(random), end: last?.end ?? anyhow, address }
  })
}

const nameOfUser = (user: number) => [shopper.name, ...people, ...staff.map(({ name }) => name)][user] ?? shopper.name

/** Delays a person's next order until the last one has ended, so that a cart belongs to one order. */
function apart(orders: PlannedOrder[]): PlannedOrder[] {
  const last = new Map<number, number>()
  for (const one of orders.toSorted((a, b) => a.at - b.at)) {
    one.at = Math.max(one.at, (last.get(one.user) ?? 0) + 45 * 60_000)
    last.set(one.user, one.at)
  }
  return orders
}

function cartOf(random: () => number): Line[] {
  const wanted = 1 + Math.floor(random() * random() * 4)
  const chosen = new Set<number>()
  while (chosen.size < wanted) {
    const product = Math.floor(random() * products.length)
    if (isOffered(product)) chosen.add(product)
  }
  return [...chosen].map((product) => ({ product, quantity: random() < 0.82 ? 1 : 2 }))
}

/** To the end, so that every order of it ends well. */
function isOffered(product: number): boolean {
  return (products[product]?.stock ?? 0) > 0 && !isRetired(product)
}

const isRetired = (product: number) => products[product]?.slug === retired.slug

function reviews(
  random: () => number,
  userCount: number,
  bought: readonly { user: number; product: number; at: number }[],
  joined: readonly number[],
  now: number,
): Step[] {
  const steps: Step[] = []
  const written = new Set<string>()
  // A separate generator, so that words change nothing else.
  const writer = new ReviewWriter(repeatableNumbers(3_107))
  for (let tries = 0; steps.length < reviewCount && tries < 20_000; tries++) {
    const purchase = random() < 0.75 ? bought[Math.floor(random() * bought.length)] : undefined
    const user = purchase?.user ?? 1 + Math.floor(random() * (userCount - 1))
    const product = purchase?.product ?? Math.floor(random() * products.length)
    const from = purchase ? purchase.at + 2 * day : (joined[user] ?? now)
    const at = from + random() * 12 * day
    if (at >= now - 0.1 * day || written.has(`${user} ${product}`) || isRetired(product)) continue
    written.add(`${user} ${product}`)
    const score = pick(random(), [
      ['5', 0.5],
      ['4', 0.3],
      ['3', 0.12],
      ['2', 0.05],
      ['1', 0.03],
    ] as const)
    const text = writer.write(user, products[product] as (typeof products)[number], Number(score))
    steps.push({ at: new Date(at), do: 'review', user, product, text, score: Number(score) })
  }
  return steps
}

function pick<T>(chance: number, shares: readonly (readonly [T, number])[]): T {
  let rest = chance
  for (const [value, share] of shares) {
    rest -= share
    if (rest < 0) return value
  }
  return (shares[0] as readonly [T, number])[0]
}

function mailbox(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')
}
