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
import type { Count, Counts, Facet } from './facets.ts'
import { propertyFacet } from './property-facet.ts'

const mostValues = 12
/** Stands for a value that is not known. */
const unknown = ''
type Counted = Counts['attributes'][number]

export function attributeFacet(schemas: Schemas): Facet<Counts['attributes']> {
  const filteredIn = (category: string) => (schemas.get(category) ?? []).filter(({ filter }) => filter)
  return propertyFacet({
    of: 'attributes',
    valuesOf: ({ category, values }) =>
      filteredIn(category).flatMap(({ key }) => textsOf(values.get(key)).map((text) => [key, text] as const)),
    chosenIn: ({ attr = [] }) => attr,
    met(category, property, chosen, values) {
      const attribute = schemas.get(category)?.find(({ key }) => key === property)
      return attribute ? values().filter((value) => isMet(attribute, chosen, value)) : []
    },
    isTold: (category) => filteredIn(category).length > 0,
    tell: (category, counts, chosen) =>
      filteredIn(category).flatMap((attribute) => {
        const own = chosen.filter(({ name }) => name === attribute.key)
        return told(
          attribute,
          counts.get(attribute.key) ?? [],
          own.map(({ value }) => value),
        )
      }),
  })
}

/** Nothing if there is one value that all have. */
function told(attribute: Attribute, counts: readonly Count[], chosen: readonly string[]): Counted[] {
  const { key, label } = attribute
  const said = counts.filter(({ name }) => name !== unknown)
  const options = optionsOf(attribute, said, chosen)
  const without = counts.find(({ name }) => name === unknown)?.count ?? 0
  if (options.length === 0 || (options.length === 1 && without === 0 && chosen.length === 0)) return []
  return [{ key, label, isOneOf: isStepped(attribute), unknown: without, options }]
}

const isStepped = ({ filter }: Attribute) => filter === 'atLeast' || filter === 'atMost'

function textsOf(value: TypedValue | undefined): readonly string[] {
  if (value === undefined) return [unknown]
  if (value === null) return [noneWord]
  if (typeof value === 'boolean') return [value ? 'si' : 'no']
  return typeof value === 'number' || typeof value === 'string' ? [String(value)] : value
}

function isMet({ kind }: Attribute, chosen: readonly string[], value: string): boolean {
  if (value === unknown) return false
  if (kind !== 'number' || value === noneWord) return chosen.includes(value)
  return chosen.some((text) => isWithin(Number(value), numbersOf(text)))
}

function isWithin(value: number, range: Range | null): boolean {
  return range !== null && value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity)
}

/** Also choices that are on though no product has them. */
function optionsOf(attribute: Attribute, counts: readonly Count[], chosen: readonly string[]): Counted['options'] {
  const offered = isStepped(attribute) ? stepsOf(attribute, counts) : valuesOf(attribute, counts, chosen)
  return [...new Set([...offered, ...chosen])].map((value) => ({
    value,
    label: labelOf(attribute, value),
    count: countOf(attribute, counts, value),
  }))
}

function stepsOf(attribute: Attribute, counts: readonly Count[]): string[] {
  const values = attribute.steps.map((step) => (attribute.filter === 'atLeast' ? `${step}..` : `..${step}`))
  return values.filter((value) => countOf(attribute, counts, value) > 0)
}

function valuesOf(attribute: Attribute, counts: readonly Count[], chosen: readonly string[]): string[] {
  const most = counts.toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  const shown = most.filter(({ name }, at) => at < mostValues || chosen.includes(name))
  const place = ({ name }: Count) => (name === noneWord ? Infinity : placeOf(attribute, name))
  return shown
    .toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
    .map(({ name }) => name)
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
