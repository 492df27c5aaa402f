// The attributes of a category's schema as a facet. It compares values, never texts; a product of which a value is not
// known passes no choice in it.
import {
  noneWord,
  numbersOf,
  type Range,
  rangeText,
  type TypedValue,
  withUnit,
} from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Attribute } from '#backend/domain/product/schema/schema.limits.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import { countCommon } from './bits.ts'
import { CategorySets, keyOf, partsOf } from './category-sets.ts'
import type { Count, Counts, Facet } from './facets.ts'

const mostValues = 12
/** Stands for any value, of one more set: products of which it is known. */
const known = ''
type Counted = Counts['attributes'][number]

export function attributeFacet(schemas: Schemas): Facet<Counts['attributes']> {
  const sets = new CategorySets(({ category, values }) =>
    (schemas.get(category) ?? []).flatMap(({ key, filter }) => {
      const value = filter ? values.get(key) : undefined
      return value === undefined ? [] : [known, ...textsOf(value)].map((text) => keyOf(key, text))
    }),
  )
  const attributeOf = (category: string, key: string) => schemas.get(category)?.find((one) => one.key === key)
  return {
    put: (index, item, before) => sets.put(index, item, before),
    tests({ category = '', attr = [] }, size) {
      return [...Map.groupBy(attr, ({ name }) => name)].map(([name, chosen]) => {
        const attribute = attributeOf(category, name)
        const texts = chosen.map(({ value }) => value)
        const keys = attribute
          ? sets.namesIn(category, keyOf(name)).filter((each) => isMet(attribute, texts, partsOf(each)[1]))
          : []
        return { of: 'attributes', name, indexes: sets.having(category, keys, size) }
      })
    },
    count(passing, { category, attr = [] }) {
      const filtered = category === undefined ? [] : (schemas.get(category) ?? []).filter(({ filter }) => filter)
      if (category === undefined || filtered.length === 0) return []
      const all = passing(() => false)
      const counted = Map.groupBy(sets.countIn(category, all), ({ name }) => partsOf(name)[0])
      return filtered.flatMap((attribute) => {
        const { key } = attribute
        const chosen = attr.filter(({ name }) => name === key).map(({ value }) => value)
        const among = chosen.length > 0 ? passing((test) => test.of === 'attributes' && test.name === key) : all
        const counts = chosen.length > 0 ? sets.countIn(category, among, keyOf(key)) : (counted.get(key) ?? [])
        const values = counts.map(({ name, count }) => ({ name: partsOf(name)[1], count }))
        return told(attribute, values, { chosen, total: countCommon(among, among) })
      })
    },
  }
}

/** Nothing if there is one value that all have. `total`: also products without value. */
function told(
  attribute: Attribute,
  values: readonly Count[],
  { chosen, total }: { chosen: readonly string[]; total: number },
): Counted[] {
  const { key, label } = attribute
  const said = values.filter(({ name }) => name !== known)
  const options = optionsOf(attribute, said, chosen)
  const unknown = total - (values.find(({ name }) => name === known)?.count ?? 0)
  if (options.length === 0 || (options.length === 1 && unknown === 0 && chosen.length === 0)) return []
  return [{ key, label, isOneOf: isStepped(attribute), unknown, options }]
}

const isStepped = ({ filter }: Attribute) => filter === 'atLeast' || filter === 'atMost'

function textsOf(value: TypedValue): readonly string[] {
  if (value === null) return [noneWord]
  if (typeof value === 'boolean') return [value ? 'si' : 'no']
  return typeof value === 'number' || typeof value === 'string' ? [String(value)] : value
}

function isMet({ kind }: Attribute, chosen: readonly string[], value: string): boolean {
  if (value === known) return false
  if (kind !== 'number' || value === noneWord) return chosen.includes(value)
  return chosen.some((text) => isWithin(Number(value), numbersOf(text)))
}

function isWithin(value: number, range: Range | null): boolean {
  return range !== null && value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity)
}

/** Also choices that are on though no product has them. */
function optionsOf(attribute: Attribute, counts: readonly Count[], chosen: readonly string[]): Counted['options'] {
  const offered = isStepped(attribute) ? stepsOf(attribute, counts) : valuesOf(attribute, counts, chosen)
  const missing = chosen.filter((text) => !offered.some(({ value }) => value === text))
  const others = missing.map((value) => ({
    value,
    label: labelOf(attribute, value),
    count: countOf(attribute, counts, value),
  }))
  return [...offered, ...others]
}

function stepsOf(attribute: Attribute, counts: readonly Count[]): Counted['options'] {
  const { steps, filter } = attribute
  return steps.flatMap((step) => {
    const value = filter === 'atLeast' ? `${step}..` : `..${step}`
    const count = countOf(attribute, counts, value)
    return count > 0 ? [{ value, label: labelOf(attribute, value), count }] : []
  })
}

function valuesOf(attribute: Attribute, counts: readonly Count[], chosen: readonly string[]): Counted['options'] {
  const most = counts.toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  const shown = most.filter(({ name }, at) => at < mostValues || chosen.includes(name))
  const place = ({ name }: Count) => (name === noneWord ? Infinity : placeOf(attribute, name))
  return shown
    .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
    .map(({ name, count }) => ({ value: name, label: labelOf(attribute, name), count }))
}

/** Numbers ascend, yes comes before no, choices in their order; others by their counts. */
function placeOf({ kind, choices }: Attribute, text: string): number {
  if (kind === 'number') return Number(text)
  if (kind === 'yesNo') return text === 'si' ? 0 : 1
  return Math.max(0, choices.indexOf(text))
}

function countOf({ kind }: Attribute, counts: readonly Count[], value: string): number {
  const isCounted = ({ name }: Count) =>
    kind === 'number' && name !== noneWord ? isWithin(Number(name), numbersOf(value)) : name === value
  return counts.filter(isCounted).reduce((sum, { count }) => sum + count, 0)
}

function labelOf({ kind, unit }: Attribute, value: string): string {
  if (value === noneWord) return 'No tiene'
  if (kind === 'yesNo') return value === 'si' ? 'Sí' : 'No'
  const range = kind === 'number' ? numbersOf(value) : null
  if (range === null) return value
  return range.from !== null && range.from === range.to ? withUnit(range.from, unit) : rangeText(range, unit)
}
