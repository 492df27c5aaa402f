// The properties of a category's spec sheets as a facet, where no schema says which; each property that is chosen has a
// test of its own.
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import { CategorySets, keyOf, partsOf } from './category-sets.ts'
import type { Count, Counts, Facet } from './facets.ts'

const mostSpecs = 6
const mostValues = 12

export function specFacet(schemas: Schemas): Facet<Counts['specs']> {
  const sets = new CategorySets(({ specs }) => [...new Set(specs.map(({ name, value }) => keyOf(name, value)))])
  return {
    put: (index, item, before) => sets.put(index, item, before),
    tests({ category = '', spec = [] }, size) {
      return [...Map.groupBy(spec, ({ name }) => name)].map(([name, chosen]) => {
        const keys = chosen.map(({ value }) => keyOf(name, value))
        return { of: 'specs', name, indexes: sets.having(category, keys, size) }
      })
    },
    count(passing, { category, spec = [] }) {
      if (category === undefined || schemas.get(category)?.length) return []
      const all = passing(() => false)
      const counts = Map.groupBy(sets.countIn(category, all), ({ name: key }) => partsOf(key)[0])
      const chosen = new Set(spec.map(({ name }) => name))
      for (const name of chosen) {
        const others = passing((test) => test.of === 'specs' && test.name === name)
        counts.set(name, sets.countIn(category, others, keyOf(name)))
      }
      return mostTelling(counts, chosen)
    },
  }
}

/** One that each product has another value of tells little, one that all share nothing. */
function mostTelling(counted: ReadonlyMap<string, readonly Count[]>, chosen: ReadonlySet<string>): Counts['specs'] {
  const told = (values: readonly Count[]) => values.reduce((sum, { count }) => sum + count - 1, 0)
  return [...counted]
    .filter(([name, values]) => !isBrandName(name) && (values.length > 1 || (values.length > 0 && chosen.has(name))))
    .toSorted(
      ([one, values], [other, others]) =>
        Number(chosen.has(other)) - Number(chosen.has(one)) ||
        told(others) - told(values) ||
        one.localeCompare(other, 'es'),
    )
    .slice(0, mostSpecs)
    .map(([name, values]) => ({
      name,
      values: values
        .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
        .slice(0, mostValues)
        .map(({ name: key, count }) => ({ value: partsOf(key)[1], count })),
    }))
}
