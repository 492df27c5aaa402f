import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import type { Count, Counts, Facet } from './facets.ts'
import { propertyFacet } from './property-facet.ts'

const mostSpecs = 6
const mostValues = 12

export function specFacet(schemas: Schemas): Facet<Counts['specs']> {
  return propertyFacet({
    of: 'specs',
    valuesOf: ({ specs }) => specs.map(({ name, value }) => [name, value]),
    chosenIn: ({ spec = [] }) => spec,
    met: (_category, _property, chosen) => chosen,
    isTold: (category) => !schemas.get(category)?.length,
    tell: (_, counts, chosen) => mostTelling(counts, new Set(chosen.map(({ name }) => name))),
  })
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
        .map(({ name: value, count }) => ({ value, count })),
    }))
}
