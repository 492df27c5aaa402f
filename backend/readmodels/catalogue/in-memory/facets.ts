// The one list of the catalogue's facets: products let through by each choice, and counts for each further one.
import type { CataloguePage } from '#backend/domain/product/catalogue.contract.ts'
import { leastStars } from '#backend/domain/product/product.limits.ts'
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import { attributeFacet } from './attribute-facet.ts'
import type { Bits } from './bits.ts'
import type { PlacedItem } from './placed-item.ts'
import type { SortOrder } from './sort-order.ts'
import { specFacet } from './spec-facet.ts'
import { ValueSets } from './value-sets.ts'

export type Counts = CataloguePage['facets']
export type Count = Counts['brands'][number]
/** Products that meet one choice; `name`: of an attribute, or of a property of the spec sheet. */
export type Test = { of: keyof Counts; name?: string; indexes: Bits }
/** Products that meet all choices but those left out. */
export type Passing = (isLeftOut: (test: Test) => boolean) => Bits

export type Facet<Counted> = {
  /** Returns false if the product passes the tests and counts that it passed before. */
  put(index: number, item: PlacedItem, before: PlacedItem | undefined): boolean
  /** `size`: of the catalogue. */
  tests(filter: CatalogueFilter, size: number): Test[]
  /** As if nothing were chosen in it. */
  count(passing: Passing, filter: CatalogueFilter): Counted
}
type Facets = { readonly [Name in keyof Counts]: Facet<Counts[Name]> }

const mostBrands = 30

export function openFacets(categories: ValueSets, prices: SortOrder<number>, schemas: Schemas): Facets {
  return {
    // Properties are chosen within a category, so categories are counted without either.
    categories: choice('categories', categories, {
      chosen: ({ category }) => (category === undefined ? [] : [category]),
      tell: (counts) => counts.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      without: ['categories', 'attributes', 'specs'],
    }),
    brands: choice('brands', new ValueSets(brandsOf), {
      chosen: ({ brand = [] }) => brand,
      tell: (counts) =>
        counts
          .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name, 'es'))
          .slice(0, mostBrands),
    }),
    ratings: choice('ratings', new ValueSets(starsOf), {
      chosen: ({ rating }) => (rating === undefined ? [] : [rating]),
      tell: (counts) => leastStars.map((least) => ({ stars: Number(least), count: countOf(counts, least) })),
    }),
    prices: range('prices', prices, ({ min, max }) => ({ min, max })),
    stock: choice('stock', new ValueSets(({ stock }) => [stock > 0 ? 'available' : 'soldOut']), {
      chosen: ({ stock }) => (stock === undefined ? ['available'] : []),
      tell: (counts) => ({ available: countOf(counts, 'available'), soldOut: countOf(counts, 'soldOut') }),
    }),
    attributes: attributeFacet(schemas),
    specs: specFacet(schemas),
  }
}

function brandsOf({ brand, specs }: PlacedItem): string[] {
  const shown = brand ?? specs.find(({ name }) => isBrandName(name))?.value
  return shown === undefined ? [] : [shown]
}

function starsOf({ rating: { average } }: PlacedItem): string[] {
  return leastStars.filter((least) => (average ?? 0) >= Number(least))
}

function countOf(counts: readonly Count[], wanted: string): number {
  return counts.find(({ name }) => name === wanted)?.count ?? 0
}

/** A choice among values that products have. `chosen`: any of these, or nothing; `without`: in counting. */
function choice<Counted>(
  of: keyof Counts,
  sets: ValueSets,
  {
    chosen: chosenIn,
    tell,
    without = [of],
  }: {
    chosen: (filter: CatalogueFilter) => readonly string[]
    tell: (counts: Count[]) => Counted
    without?: readonly (keyof Counts)[]
  },
): Facet<Counted> {
  return {
    put: (index, item, before) => sets.put(index, item, before),
    tests(filter, size) {
      const chosen = chosenIn(filter)
      return chosen.length === 0 ? [] : [{ of, indexes: sets.having(chosen, size) }]
    },
    count: (passing) => tell(sets.countIn(passing((test) => without.includes(test.of)))),
  }
}

/** A number between two ends. The order itself notes what a product has. */
function range(
  of: keyof Counts,
  order: SortOrder<number>,
  chosenIn: (filter: CatalogueFilter) => { min: number | undefined; max: number | undefined },
): Facet<{ min: number; max: number } | null> {
  return {
    put: () => false,
    tests(filter) {
      const { min, max } = chosenIn(filter)
      if (min === undefined && max === undefined) return []
      return [{ of, indexes: order.within(min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY) }]
    },
    count(passing) {
      const among = passing((test) => test.of === of)
      const [lowest] = order.page(among, 0, 1)
      const [highest] = order.page(among, 0, 1, true)
      if (lowest === undefined || highest === undefined) return null
      return { min: order.keys[lowest] ?? 0, max: order.keys[highest] ?? 0 }
    },
  }
}
