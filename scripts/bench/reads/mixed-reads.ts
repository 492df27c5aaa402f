// What visitors of a shop of any size ask, the same each time: few products are asked for often, most of them hardly ever.
import { traitsOf } from '#scripts/bench/catalogue/many-products.ts'
import type { Random } from '#scripts/fault-injection/load/random.ts'

const pageSize = 6
/** Of a hundred questions so many are lists and so many products; the others are searches. */
const [lists, products] = [60, 25]

/** Draws 1 to `count`: the nth is drawn as often as n goes into the first. */
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

/** So many addresses, of a catalogue of so many products. */
export function mixedReads(random: Random, count: number, size: number): string[] {
  const draw = zipf(random, size)
  return Array.from({ length: count }, () => {
    const [nth, kind] = [draw(), Math.floor(random.below(100))]
    if (kind < lists) return listWith(nth)
    return kind < lists + products ? `/api/product/${nth}` : searchFor(nth)
  })
}

/** A list that has the product on it, or one like it: of everything, of its category, or of its brand in its category. */
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

/** By its kind and brand; by its series and number; by words in another order and number. */
function searchFor(id: number): string {
  const { kind, brand, line, colour } = traitsOf(id)
  const [thing = ''] = kind.split(' ')
  const asked = [`${thing} ${brand}`, `${line} ${id}`, `${brand} ${thing}s ${colour}`]
  return address({ q: asked[id % asked.length] ?? '' })
}

function address(query: Record<string, string>): string {
  return `/api/catalogue?${new URLSearchParams(query).toString()}`
}
