// Narrows products by what is chosen in the facets, and counts how many products each further choice would show. A facet is counted as if
// nothing were chosen in it.
import { toCents, toDecimal } from '#backend/domain/money.ts'
import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import type { FacetName } from '#backend/domain/product/facets.limits.ts'
import { leastStars } from '#backend/domain/product/product.limits.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { type InMemoryProducts, shown } from '#backend/readmodels/catalogue/in-memory/products.ts'
import { Narrowing, type ProductTest } from './narrowing.ts'
import { countSpecs, specTests } from './spec-facet.ts'

export type Facets = CataloguePage['facets']
type Count = Facets['brands'][number]

/** listed: the products that the filter lets through. others: those that fail one test of the facet and nothing else, by test. */
export type Found = {
  products: InMemoryProducts
  filter: CatalogueFilter
  listed: Int32Array
  others: readonly Int32Array[]
}
type FacetRule<Counted> = {
  tests: (products: InMemoryProducts, filter: CatalogueFilter) => ProductTest[]
  count: (found: Found) => Counted
}

const mostBrands = 30

const facetRules: { readonly [Name in FacetName]: FacetRule<Facets[Name]> } = {
  prices: {
    tests({ columns: { prices } }, { min, max }) {
      if (min === undefined && max === undefined) return []
      const to = max === undefined ? Number.POSITIVE_INFINITY : (toCents(max) ?? 0)
      return [{ column: prices, from: toCents(min ?? 0) ?? 0, to }]
    },
    count: priceRange,
  },
  brands: {
    tests({ brands, brandNames }, { brand = [] }) {
      if (brand.length === 0) return []
      const chosen = new Uint8Array(brandNames.size)
      for (const name of brand) chosen[brandNames.find(name)] = 1
      return [{ column: brands, chosen }]
    },
    count({ products: { brands, brandNames }, ...found }) {
      const most = (one: Count, other: Count) => other.count - one.count || one.name.localeCompare(other.name, 'es')
      return named(countByNumber(brands, brandNames.size, [found.listed, ...found.others]), brandNames)
        .toSorted(most)
        .slice(0, mostBrands)
    },
  },
  ratings: {
    tests: ({ columns: { stars } }, { rating }) =>
      rating === undefined ? [] : [{ column: stars, from: Number(rating), to: 5 }],
    count: countStars,
  },
  specs: { tests: specTests, count: countSpecs },
  stock: {
    tests: ({ columns: { states } }, { stock }) =>
      stock === undefined ? [{ column: states, from: shown, to: shown }] : [],
    count({ products, listed, others: [soldOut] }) {
      if (soldOut) return { available: listed.length, soldOut: soldOut.length }
      const { states } = products.columns
      let available = 0
      for (const index of listed) if (states[index] === shown) available++
      return { available, soldOut: listed.length - available }
    },
  },
}
const facetNames = Object.keys(facetRules) as FacetName[]

/**
 * Chooses those of the candidates (of all products, for null) that meet the filter, in their order. Specs are chosen within a category, so
 * categories are counted before them.
 */
export function filterProducts(products: InMemoryProducts, filter: CatalogueFilter, candidates: Int32Array | null) {
  const { categories, categoryNames } = products
  const narrowing = new Narrowing(products, candidates)
  const applied = new Map<FacetName, number[]>()
  const apply = (name: FacetName) => {
    const tests = facetRules[name].tests(products, filter)
    applied.set(
      name,
      tests.map((test) => narrowing.apply(test)),
    )
  }
  for (const name of facetNames) if (name !== 'specs') apply(name)
  const inCategories = narrowing.countPassed(categories, categoryNames.size)
  if (filter.category !== undefined) narrowing.keep(categories, categoryNames.find(filter.category))
  apply('specs')
  const lists = narrowing.split()
  const [listed = new Int32Array()] = lists
  const facets = (): Facets => {
    const counted = facetNames.map((name) => {
      const others = (applied.get(name) ?? []).map((number) => lists[number] ?? new Int32Array())
      return [name, facetRules[name].count({ products, filter, listed, others })]
    })
    return {
      categories: named(inCategories, categoryNames).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      ...(Object.fromEntries(counted) as Omit<Facets, 'categories'>),
    }
  }
  return { listed, facets }
}

function priceRange({ products, listed, others }: Found): Facets['prices'] {
  const { prices } = products.columns
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const indexes of [listed, ...others])
    for (let nth = 0; nth < indexes.length; nth++) {
      const price = prices[indexes[nth] ?? 0] ?? 0
      if (price < lowest) lowest = price
      if (price > highest) highest = price
    }
  return lowest <= highest ? { min: toDecimal(lowest), max: toDecimal(highest) } : null
}

function countStars({ products, listed, others }: Found): Facets['ratings'] {
  const byStars = countByNumber(products.columns.stars, 6, [listed, ...others])
  return leastStars.map((least) => ({
    stars: Number(least),
    count: byStars.reduce((sum, count, stars) => (stars >= Number(least) ? sum + count : sum), 0),
  }))
}

/** How many indexes have each number; a index with a negative one has none. */
function countByNumber(numbers: Int32Array | Uint8Array, size: number, lists: readonly Int32Array[]): Int32Array {
  const counts = new Int32Array(size)
  for (const indexes of lists)
    for (let nth = 0; nth < indexes.length; nth++) {
      const number = numbers[indexes[nth] ?? 0] ?? -1
      if (number >= 0) counts[number] = (counts[number] ?? 0) + 1
    }
  return counts
}

function named(counts: Int32Array, names: { text(number: number): string }): Count[] {
  const all: Count[] = []
  counts.forEach((count, number) => {
    if (count > 0) all.push({ name: names.text(number), count })
  })
  return all
}
