// The active filters of an address: label, and the change that removes or adds one.
import { joinSpecs, joinTexts, splitBrands, splitSpecs } from '#backend/domain/product/facet-text.limits.ts'
import { type FacetName, paramNames } from '#backend/domain/product/facets.limits.ts'
import type { CataloguePage } from '#frontend/api.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'

export type Change = Partial<CatalogueSearch>
export type ChosenFilter = { label: string; without: Change; isQuery?: boolean }
type Spec = { name: string; value: string }

type Attributes = CataloguePage['facets']['attributes']

const chipsOf: {
  readonly [Name in FacetName]: (search: CatalogueSearch, attributes: Attributes) => ChosenFilter[]
} = {
  prices: ({ min, max }) =>
    min === undefined && max === undefined
      ? []
      : [{ label: priceLabel(min, max), without: { min: undefined, max: undefined } }],
  brands: (search) => brandsOf(search).map((brand) => ({ label: brand, without: withBrand(search, brand) })),
  ratings: ({ rating }) => (rating ? [{ label: starsLabel(Number(rating)), without: { rating: undefined } }] : []),
  attributes: (search, attributes) =>
    specsIn(search.attr).map(({ name, value }) => ({
      label: attributeLabel(attributes, name, value),
      without: withAttribute(search, { name, value }),
    })),
  specs: (search) =>
    specsIn(search.spec).map((spec) => ({ label: `${spec.name}: ${spec.value}`, without: withSpec(search, spec) })),
  stock: ({ stock }) => (stock ? [{ label: 'También agotados', without: { stock: undefined } }] : []),
}

/** All chosen filters without the category, in the order of the side column. `attributes`: those of the shown page. */
export function chosenFilters(search: CatalogueSearch, attributes: Attributes = []): ChosenFilter[] {
  const { q } = search
  const query = q ? [{ label: `Búsqueda: «${q}»`, without: { q: undefined }, isQuery: true }] : []
  return [...query, ...Object.values(chipsOf).flatMap((chips) => chips(search, attributes))]
}

/** Drops the query and all facets; the category stays. */
export const noFilters: Change = Object.fromEntries(['q', ...paramNames].map((name) => [name, undefined]))

export function starsLabel(stars: number): string {
  return `${stars} estrellas o más`
}

function priceLabel(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Hasta ${formatPrice(max ?? 0)}`
  return max === undefined ? `Desde ${formatPrice(min)}` : `De ${formatPrice(min)} a ${formatPrice(max)}`
}

export function brandsOf({ brand }: CatalogueSearch): string[] {
  return brand === undefined ? [] : (splitBrands(brand) ?? [])
}

function attributeLabel(attributes: Attributes, key: string, value: string): string {
  const attribute = attributes.find((one) => one.key === key)
  const option = attribute?.options.find((one) => one.value === value)
  return `${attribute?.label ?? key}: ${option?.label ?? value}`
}

/** `listed`: properties or attributes, as the address lists them. */
export function specsIn(listed: string | undefined): Spec[] {
  return listed === undefined ? [] : (splitSpecs(listed) ?? [])
}

export function withBrand(search: CatalogueSearch, brand: string): Change {
  const brands = brandsOf(search)
  const next = brands.includes(brand) ? brands.filter((other) => other !== brand) : [...brands, brand]
  return { brand: next.length > 0 ? joinTexts(next, '|') : undefined }
}

export function withSpec(search: CatalogueSearch, spec: Spec): Change {
  return { spec: toggled(specsIn(search.spec), spec) }
}

/** `isOneOf`: takes the place of another value of the attribute. */
export function withAttribute(search: CatalogueSearch, chosen: Spec, isOneOf = false): Change {
  const present = specsIn(search.attr)
  const isOther = ({ name, value }: Spec) => name === chosen.name && value !== chosen.value
  return { attr: toggled(isOneOf ? present.filter((one) => !isOther(one)) : present, chosen) }
}

function toggled(specs: readonly Spec[], spec: Spec): string | undefined {
  const others = specs.filter(({ name, value }) => name !== spec.name || value !== spec.value)
  const next = others.length < specs.length ? others : [...specs, spec]
  return next.length > 0 ? joinSpecs(next) : undefined
}
