// A facet of the properties that products of one category have; each property that is chosen has a test of its own.
import type { CatalogueFilter } from '#backend/readmodels/catalogue/catalogue-filter.ts'
import type { Bits } from './bits.ts'
import type { Count, Facet, Test } from './facets.ts'
import type { PlacedItem } from './placed-item.ts'
import { ValueSets } from './value-sets.ts'

export type Chosen = readonly { name: string; value: string }[]
type Options<Counted> = {
  of: Test['of']
  valuesOf(item: PlacedItem): readonly (readonly [property: string, value: string])[]
  chosenIn(filter: CatalogueFilter): Chosen
  /** The values of a property with which a product passes. */
  met(category: string, property: string, chosen: readonly string[], values: () => string[]): readonly string[]
  isTold(category: string): boolean
  /** `counts`: by property, as if nothing of it were chosen. */
  tell(category: string, counts: ReadonlyMap<string, readonly Count[]>, chosen: Chosen): Counted[]
}

const separator = '\u0000'
const keyOf = (property: string, value = '') => property + separator + value

export function propertyFacet<Counted>(options: Options<Counted>): Facet<Counted[]> {
  const { of, valuesOf, chosenIn, met } = options
  const keysOf = (item: PlacedItem) => [...new Set(valuesOf(item).map(([property, value]) => keyOf(property, value)))]
  const setsOf = setsByCategory(keysOf)
  return {
    put(index, item, before) {
      if (before?.category === item.category) return setsOf(item.category).put(index, item, before)
      if (before) setsOf(before.category).put(index, undefined, before)
      return setsOf(item.category).put(index, item, undefined)
    },
    tests(filter, size) {
      const { category = '' } = filter
      const own = setsOf(category)
      return [...Map.groupBy(chosenIn(filter), ({ name }) => name)].map(([name, chosen]) => {
        const texts = chosen.map(({ value }) => value)
        const values = met(category, name, texts, () => own.namesOf(keyOf(name)).map((key) => partsOf(key).name))
        const keys = values.map((value) => keyOf(name, value))
        return { of, name, indexes: own.having(keys, size) }
      })
    },
    count(passing, filter) {
      const { category } = filter
      if (category === undefined || !options.isTold(category)) return []
      const [own, chosen] = [setsOf(category), chosenIn(filter)]
      const countIn = (among: Bits, beginning?: string) =>
        own.countIn(among, beginning).map(({ name, count }) => ({ ...partsOf(name), count }))
      const counts = Map.groupBy(countIn(passing(() => false)), ({ property }) => property)
      for (const property of new Set(chosen.map(({ name }) => name))) {
        const others = passing((test) => test.of === of && test.name === property)
        counts.set(property, countIn(others, keyOf(property)))
      }
      return options.tell(category, counts, chosen)
    },
  }
}

/** Apart for each category, so that counting one category's values does not look at the others. */
function setsByCategory(keysOf: (item: PlacedItem) => readonly string[]): (category: string) => ValueSets {
  const sets = new Map<string, ValueSets>()
  return (category) => {
    const known = sets.get(category) ?? new ValueSets(keysOf)
    sets.set(category, known)
    return known
  }
}

/** The inverse of keyOf; `name`: the value. */
function partsOf(key: string): { property: string; name: string } {
  const at = key.indexOf(separator)
  return { property: key.slice(0, at), name: key.slice(at + 1) }
}
