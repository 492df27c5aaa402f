// Deterministic visitors of a shop of any size: few products are popular, most are hardly ever seen.
import { traitsOf } from '#scripts/bench/catalogue/many-products.ts'
import type { Random } from '#scripts/fault-injection/load/random.ts'

const pageSize = 6
/** Percentages; the rest are searches. */
const [lists, products] = [60, 25]

/** Draws 1 to `count` by Zipf's law. */
export function zipf(random: Random, count: number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let n = 0; n < count; n++) {
    sum += 1 / (n + 1)
    sums[n] = sum
  }
  return () => {
    const drawn = (random.below(2 ** 30) / 2 ** 30) * sum
    let [from, to] = [0, count - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? 0) < drawn) from = middle + 1
      else to = middle
    }
    return from + 1
  }
}

export function mixedReads(random: Random, count: number, size: number): string[] {
  const draw = zipf(random, size)
  return Array.from({ length: count }, () => {
    const [nth, kind] = [draw(), Math.floor(random.below(100))]
    if (kind < lists) return listWith(nth)
    return kind < lists + products ? `/api/product/${nth}` : searchFor(nth)
  })
}

/** A list that contains the product or similar ones: everything, its category, or its brand within the category. */
function listWith(id: number): string {
  const { kind: category, brand } = traitsOf(id)
  const inCategory = Math.ceil(id / 12 / pageSize)
  const asked: readonly Record<string, string>[] = [
    { page: String(Math.ceil(id / pageSize)) },
    { category, ...(inCategory > 1 && { page: String(inCategory) }) },
    { category, brand, sort: 'price', direction: 'ascendente' },
  ]
  return address(asked[id % asked.length] ?? {})
}

/** By kind and brand; by series and number; by reordered or inflected words. */
function searchFor(id: number): string {
  const { kind, brand, line, colour } = traitsOf(id)
  const [thing = ''] = kind.split(' ')
  const asked = [`${thing} ${brand}`, `${line} ${id}`, `${brand} ${thing}s ${colour}`]
  return address({ q: asked[id % asked.length] ?? '' })
}

function address(query: Record<string, string>): string {
  return `/api/catalogue?${new URLSearchParams(query).toString()}`
}
