// Deterministic mix of GET /api/catalogue calls without repetition, so no cache helps.
import { randomFrom } from '#scripts/load/random.ts'
import { brands, colours, kinds, series } from './many-products.ts'

export const callKinds = ['list', 'filters', 'search'] as const
export type CallKind = (typeof callKinds)[number]
export type Call = { kind: CallKind; path: string }

const pageSize = 6
const prices = { least: 1000, step: 90 }
const fields = ['name', 'price', 'rating'] as const
const directions = ['ascendente', 'descendente'] as const

export function mixedCalls(count: number, products: number): Call[] {
  const random = randomFrom(24)
  const pages = Math.ceil((products * 0.9) / pageSize)
  const sorted = () => ({ sort: random.pick(fields), direction: random.pick(directions) })
  const word = (nth: number) => `${random.pick(kinds).split(' ')[0]} ${random.pick(brands)} ${nth}`
  const searches = [
    (nth: number) => `${random.pick(series)} ${nth}`,
    (nth: number) => word(nth),
    // Other word order, a plural, and a typo.
    (nth: number) => `${random.pick(brands)} ${random.pick(kinds).split(' ')[0]}s ${random.pick(colours)} ${nth % 97}`,
    (nth: number) => `${(random.pick(kinds).split(' ')[0] ?? '').replace(/^(..)(.)(.)/, '$1$3$2')} ${nth}`,
  ]
  const makers: Record<CallKind, (nth: number) => Record<string, string>> = {
    list: () => ({ page: String(1 + random.below(pages)), ...(random.below(2) ? sorted() : {}) }),
    filters: (nth) => ({
      category: random.pick(kinds),
      brand: random.pick(brands),
      ...(random.below(2) ? { spec: `Color:${random.pick(colours)}` } : {}),
      ...(random.below(3) === 0 ? { rating: random.pick(['2', '3', '4']) } : {}),
      min: String(prices.least + prices.step * nth),
      ...(random.below(2) ? sorted() : {}),
      page: String(1 + random.below(3)),
    }),
    search: (nth) => ({ q: searches[nth % searches.length]?.(nth) ?? '', page: String(1 + random.below(2)) }),
  }
  const calls = new Map<string, Call>()
  for (let nth = 0; calls.size < count; nth++) {
    const kind = callKinds[nth % callKinds.length] ?? 'list'
    const path = `/api/catalogue?${new URLSearchParams(makers[kind](nth)).toString()}`
    calls.set(path, { kind, path })
  }
  return [...calls.values()]
}
