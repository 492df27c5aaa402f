import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { type Bits, countCommon, intersect } from './bits.ts'
import type { InMemoryCatalogue } from './catalogue.ts'
import type { Counts, Passing, Test } from './facets.ts'
import type { InMemoryProducts } from './products.ts'
import { type Understood, understand } from './search/product-finder.ts'

const maxNamed = 3

/** A CataloguePage as JSON, and the products that it shows; null for an unknown category. */
export function cataloguePage(
  catalogue: InMemoryCatalogue,
  filter: CatalogueFilter,
): { text: string; ids: number[] } | null {
  const { products } = catalogue
  const { q, category, stock, page, size } = filter
  if (category !== undefined && !products.categories.has(category)) return null
  const tests = Object.values(products.facets).flatMap((facet) => facet.tests(filter, products.size))
  const sold = products.state('active')
  const found = q ? understand(catalogue, q, stock === undefined ? products.state('shown') : sold) : null
  if (found) intersect(sold, found.indexes)
  const passing = passingAll(sold, tests)
  const members = passing(() => false)
  const total = countCommon(members, members)
  const indexes = indexesOf(products, members, filter, found)
  const popular = total === 0 && q ? catalogue.popular() : []
  const told: Omit<CataloguePage, 'items'> = {
    total,
    page,
    pageSize: size,
    pages: Math.ceil(total / size),
    facets: countsOf(products, passing, filter),
    soldOut: soldOutOf(products, tests, stock === undefined ? found : null),
    ledTo: found?.ledTo ?? null,
    popular: popular.map(({ category: name, imageUrl, count }) => ({ category: name, imageUrl, count })),
  }
  const cards = indexes.map((index) => products.card(index))
  const ids = indexes.map((index) => products.ids.keys[index] ?? 0)
  return {
    text: `{"items":[${cards.join()}],${JSON.stringify(told).slice(1)}`,
    ids: [...ids, ...popular.map(({ id }) => id)],
  }
}

function passingAll(candidates: Bits, tests: readonly Test[]): Passing {
  const meeting = (some: readonly Test[]) => {
    const indexes = candidates.slice()
    for (const test of some) intersect(indexes, test.indexes)
    return indexes
  }
  const all = meeting(tests)
  return (isLeftOut) => (tests.some(isLeftOut) ? meeting(tests.filter((test) => !isLeftOut(test))) : all)
}

/** Without an order that is asked for, the best match comes first, then the lowest id. */
function indexesOf(
  { orders }: InMemoryProducts,
  members: Bits,
  { sort, direction, page, size }: CatalogueFilter,
  found: Understood | null,
): number[] {
  const from = (page - 1) * size
  if (sort) return orders[sort].page(members, from, size, direction === 'descendente')
  if (!found) return orders.added.page(members, from, size)
  const ranks: number[][] = []
  for (const index of orders.added.page(members, 0, Number.POSITIVE_INFINITY)) {
    const rank = found.rankOf(index)
    const indexes = ranks[rank]
    if (indexes) indexes.push(index)
    else ranks[rank] = [index]
  }
  return ranks
    .reverse()
    .flat()
    .slice(from, from + size)
}

function countsOf({ facets }: InMemoryProducts, passing: Passing, filter: CatalogueFilter): Counts {
  const counts = Object.entries(facets).map(([name, facet]) => [name, facet.count(passing, filter)])
  return Object.fromEntries(counts) as Counts
}

function soldOutOf(
  products: InMemoryProducts,
  tests: readonly Test[],
  found: Understood | null,
): CataloguePage['soldOut'] {
  if (!found) return { total: 0, items: [] }
  const candidates = products.state('soldOut')
  intersect(candidates, found.mentioned)
  const indexes = passingAll(candidates, tests)(({ of }) => of === 'stock')
  const items = products.orders.added.page(indexes, 0, maxNamed).map((index) => {
    const { id, name } = products.item(index)
    return { id, name }
  })
  return { total: countCommon(indexes, indexes), items }
}
