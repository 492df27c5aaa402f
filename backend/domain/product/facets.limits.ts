// The one list of the catalogue's facets. Contract, filter, cache key, counts and chips follow it.
import { joinSpecs, joinTexts, splitBrands, splitSpecs } from './facet-text.limits.ts'
import { facetLimits, leastStars, priceText, productLimits } from './product.limits.ts'

/** most: characters of a list as one text; split: its values, or null if the text is no list. */
type List<Value> = {
  readonly kind: 'list'
  readonly most: number
  split(text: string): Value[] | null
  join(values: readonly Value[]): string
}
/** of: the facet that is counted as if this chose nothing. */
export type FacetParam = { readonly of: string } & (
  | { readonly kind: 'price' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | List<unknown>
)

const brands: List<string> = {
  kind: 'list',
  most: facetLimits.brands,
  split: splitBrands,
  join: (names) => joinTexts(names, '|'),
}
/** Values of attributes or properties by their names. */
const specs: List<Spec> = { kind: 'list', most: facetLimits.specs, split: splitSpecs, join: joinSpecs }
type Spec = { name: string; value: string }

/** In the order of the side column. `attr` and `spec` choose within a category, any value of each name; `stock` adds what is sold out. */
export const facetParams = {
  min: { of: 'prices', kind: 'price' },
  max: { of: 'prices', kind: 'price' },
  brand: { of: 'brands', ...brands },
  rating: { of: 'ratings', kind: 'choice', values: leastStars },
  attr: { of: 'attributes', ...specs },
  spec: { of: 'specs', ...specs },
  stock: { of: 'stock', kind: 'choice', values: ['todos'] },
} as const satisfies Record<string, FacetParam>

type Params = typeof facetParams
export type ParamName = keyof Params
export type FacetName = Params[ParamName]['of']
export const paramNames = Object.keys(facetParams) as ParamName[]

type ValueOf<Param> = Param extends { kind: 'price' }
  ? number
  : Param extends { values: readonly (infer Value)[] }
    ? Value
    : Param extends List<infer Value>
      ? readonly Value[]
      : never
/** A choice in the facets; lists are in canonical order. */
export type FacetChoice = { [Name in ParamName]?: ValueOf<Params[Name]> | undefined }

/** Parses one parameter of an address; undefined if the text is invalid. */
export function readParam<Name extends ParamName>(name: Name, text: string): FacetChoice[Name] {
  return valueIn(facetParams[name], text) as FacetChoice[Name]
}

function valueIn(param: FacetParam, text: string): unknown {
  switch (param.kind) {
    case 'price':
      return priceText.test(text) && Number(text) <= productLimits.price ? Number(text) : undefined
    case 'choice':
      return param.values.find((value) => value === text)
    case 'list': {
      const values = text.length > param.most ? null : param.split(text)
      return values && values.length <= facetLimits.values ? values : undefined
    }
    default:
      return param satisfies never
  }
}

export function readChoice(texts: { readonly [Name in ParamName]?: string | undefined }): FacetChoice {
  const chosen = paramNames.map((name) => {
    const text = texts[name]
    return [name, text === undefined ? undefined : canonical(facetParams[name], valueIn(facetParams[name], text))]
  })
  return Object.fromEntries(chosen) as FacetChoice
}

/** The values of a list once each, in one order. */
function canonical(param: FacetParam, value: unknown): unknown {
  if (param.kind !== 'list' || value === undefined) return value
  const each = [...new Set((value as unknown[]).map((one) => param.join([one])))].toSorted()
  return each.flatMap((text) => param.split(text) ?? [])
}
