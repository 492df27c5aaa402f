// The properties of a category's spec sheets as a facet; each property that is chosen has a test of its own.
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { Counts, Facet, Passing } from './facets.ts'
import { ValueSets } from './value-sets.ts'

const mostSpecs = 6
const mostValues = 12

/** By category, then by property. */
type Sets = Map<string, Map<string, ValueSets>>

export function specFacet(): Facet<Counts['specs']> {
  const sets: Sets = new Map()
  return {
    put(index, item, before) {
      const touched = new Set([...setsOf(sets, item), ...(before ? setsOf(sets, before) : [])])
      let isMoved = false
      for (const values of touched) if (values.put(index, item, before)) isMoved = true
      return isMoved
    },
    tests({ category = '', spec = [] }, size) {
      return [...Map.groupBy(spec, ({ name }) => name)].map(([name, chosen]) => {
        const values = sets.get(category)?.get(name) ?? new ValueSets(() => [])
        const indexes = values.having(
          chosen.map(({ value }) => value),
          size,
        )
        return { of: 'specs', name, indexes }
      })
    },
    count(passing, { category = '', spec = [] }) {
      const chosen = new Set(spec.map(({ name }) => name))
      return mostTelling(countsOf(sets.get(category), passing, chosen), chosen)
    },
  }
}

function setsOf(sets: Sets, { category, specs }: CatalogueItem): ValueSets[] {
  const ofCategory = sets.get(category) ?? new Map<string, ValueSets>()
  sets.set(category, ofCategory)
  return specs.map(({ name }) => {
    const known = ofCategory.get(name)
    if (known) return known
    const valuesOf = (item: CatalogueItem) => (item.category === category ? valuesNamed(name, item) : [])
    const values = new ValueSets(valuesOf)
    ofCategory.set(name, values)
    return values
  })
}

function valuesNamed(wanted: string, { specs }: CatalogueItem): string[] {
  return [...new Set(specs.flatMap(({ name, value }) => (name === wanted ? [value] : [])))]
}

type Counted = { name: string; values: { name: string; count: number }[] }

function countsOf(
  ofCategory: ReadonlyMap<string, ValueSets> = new Map(),
  passing: Passing,
  chosen: Set<string>,
): Counted[] {
  const all = passing(() => false)
  return Array.from(ofCategory, ([name, values]) => ({
    name,
    values: values.countIn(chosen.has(name) ? passing((test) => test.name === name) : all),
  }))
}

/** One that each product has another value of tells little, one that all share nothing. */
function mostTelling(counted: readonly Counted[], chosen: ReadonlySet<string>): Counts['specs'] {
  const told = ({ values }: Counted) => values.reduce((sum, { count }) => sum + count - 1, 0)
  return counted
    .filter(({ name, values }) => !isBrandName(name) && (values.length > 1 || (values.length > 0 && chosen.has(name))))
    .toSorted(
      (one, other) =>
        Number(chosen.has(other.name)) - Number(chosen.has(one.name)) ||
        told(other) - told(one) ||
        one.name.localeCompare(other.name, 'es'),
    )
    .slice(0, mostSpecs)
    .map(({ name, values }) => ({
      name,
      values: values
        .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
        .slice(0, mostValues)
        .map(({ name: value, count }) => ({ value, count })),
    }))
}
