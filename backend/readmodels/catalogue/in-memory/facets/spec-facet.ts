// The properties of a category's spec sheets as a facet; each property that is chosen has a test of its own.
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import { isBrandName } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { type InMemoryProducts, specText } from '#backend/readmodels/catalogue/in-memory/products.ts'
import type { Facets, Found } from './facets.ts'
import type { ProductTest } from './narrowing.ts'

type SpecCount = Facets['specs'][number]
type ValueCount = SpecCount['values'][number]

const mostSpecs = 6
const mostValues = 12

export function specTests({ specs, specNames }: InMemoryProducts, { spec = [] }: CatalogueFilter): ProductTest[] {
  return [...Map.groupBy(spec, ({ name }) => name).entries()].map(([name, values]) => {
    const chosen = new Set(values.map(({ value }) => specNames.find(specText(name, value))))
    return (index) => {
      for (let at = specs.start(index); at < specs.end(index); at++) if (chosen.has(specs.values[at] ?? 0)) return true
      return false
    }
  })
}

/** The properties that tell most come first: one that each product has another value of tells little, one that all share nothing. */
export function countSpecs(found: Found): SpecCount[] {
  if (found.filter.category === undefined) return []
  const chosen = [...new Set((found.filter.spec ?? []).map(({ name }) => name))]
  return [...countValues(found, chosen)]
    .map(([name, values]) => ({ name, values, products: values.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ name, values }) => !isBrandName(name) && (values.length > 1 || chosen.includes(name)))
    .toSorted(
      (one, other) =>
        Number(chosen.includes(other.name)) - Number(chosen.includes(one.name)) ||
        other.products - other.values.length - (one.products - one.values.length) ||
        one.name.localeCompare(other.name, 'es'),
    )
    .slice(0, mostSpecs)
    .map(({ name, values }) => ({
      name,
      values: values
        .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
        .slice(0, mostValues),
    }))
}

/** chosen: the names of the tests, in their order. */
function countValues({ products, listed, others }: Found, chosen: readonly string[]): Map<string, ValueCount[]> {
  const inListed = countNumbers(products, listed)
  const inOthers = others.map((indexes) => countNumbers(products, indexes))
  const found = new Map<string, ValueCount[]>()
  for (let number = 0; number < inListed.length; number++) {
    if (!inListed[number] && !inOthers.some((counts) => counts[number])) continue
    const [name, value] = JSON.parse(products.specNames.text(number)) as [string, string]
    const count = (inListed[number] ?? 0) + (inOthers[chosen.indexOf(name)]?.[number] ?? 0)
    if (count === 0) continue
    const values = found.get(name)
    if (values) values.push({ value, count })
    else found.set(name, [{ value, count }])
  }
  return found
}

function countNumbers({ specs, specNames }: InMemoryProducts, indexes: Int32Array): Int32Array {
  const counts = new Int32Array(specNames.size)
  for (const index of indexes)
    for (let at = specs.start(index); at < specs.end(index); at++) {
      const number = specs.values[at] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
  return counts
}
