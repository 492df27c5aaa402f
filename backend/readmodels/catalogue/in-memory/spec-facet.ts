// The properties of a category's spec sheets as a facet; each property that is chosen has a test of its own.
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { Count, Counts, Facet } from './facets.ts'
import { ValueSets } from './value-sets.ts'

const mostSpecs = 6
const mostValues = 12

export function specFacet(): Facet<Counts['specs']> {
  const sets = new ValueSets(({ category, specs }: CatalogueItem) => [
    ...new Set(specs.map(({ name, value }) => keyOf(category, name, value))),
  ])
  return {
    put: (index, item, before) => sets.put(index, item, before),
    tests({ category = '', spec = [] }, size) {
      return [...Map.groupBy(spec, ({ name }) => name)].map(([name, chosen]) => {
        const keys = chosen.map(({ value }) => keyOf(category, name, value))
        return { of: 'specs', name, indexes: sets.having(keys, size) }
      })
    },
    count(passing, { category, spec = [] }) {
      if (category === undefined) return []
      const all = passing(() => false)
      const counts = Map.groupBy(
        sets.countIn(all, keyOf(category, '')),
        ({ name: key }) => key.split(separator)[1] ?? '',
      )
      const chosen = new Set(spec.map(({ name }) => name))
      for (const name of chosen) {
        const others = passing((test) => test.name === name)
        counts.set(name, sets.countIn(others, keyOf(category, name, '')))
      }
      return mostTelling(counts, chosen)
    },
  }
}

const separator = '\u0000'

/** Also the beginning of the keys of a category or a property, if the last part is empty. */
function keyOf(...parts: string[]): string {
  return parts.join(separator)
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
        .map(({ name: key, count }) => ({ value: key.split(separator)[2] ?? '', count })),
    }))
}
