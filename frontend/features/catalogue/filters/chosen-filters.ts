// The active filters of an address: label, and the change that removes or adds one.
import { joinSpecs, joinTexts, splitBrands, splitSpecs } from '#backend/domain/product/facet-text.limits.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { formatPrice } from '#frontend/ui/price.ts'

export type Change = Partial<CatalogueSearch>
export type ChosenFilter = { label: string; without: Change; isQuery?: boolean }
type Spec = { name: string; value: string }

export function chosenFilters(search: CatalogueSearch): ChosenFilter[] {
  const { q, min, max, rating, stock } = search
  return [
    ...(q ? [{ label: `Búsqueda: «${q}»`, without: { q: undefined }, isQuery: true }] : []),
    ...(min !== undefined || max !== undefined
      ? [{ label: priceLabel(min, max), without: { min: undefined, max: undefined } }]
      : []),
    ...brandsOf(search).map((brand) => ({ label: brand, without: withBrand(search, brand) })),
    ...(rating ? [{ label: starsLabel(Number(rating)), without: { rating: undefined } }] : []),
    ...specsOf(search).map((spec) => ({ label: `${spec.name}: ${spec.value}`, without: withSpec(search, spec) })),
    ...(stock ? [{ label: 'También agotados', without: { stock: undefined } }] : []),
  ]
}

/** Keeps the category. */
export const noFilters = {
  q: undefined,
  min: undefined,
  max: undefined,
  brand: undefined,
  rating: undefined,
  spec: undefined,
  stock: undefined,
} satisfies Change

export function starsLabel(stars: number): string {
  return `${stars} estrellas o más`
}

function priceLabel(min: number | undefined, max: number | undefined): string {
  const plain = (price: number) => formatPrice(price).replace(/,00$/, '')
  if (min === undefined) return `Hasta ${plain(max ?? 0)}`
  return max === undefined ? `Desde ${plain(min)}` : `De ${plain(min)} a ${plain(max)}`
}

export function brandsOf({ brand }: CatalogueSearch): string[] {
  return brand === undefined ? [] : (splitBrands(brand) ?? [])
}

export function specsOf({ spec }: CatalogueSearch): Spec[] {
  return spec === undefined ? [] : (splitSpecs(spec) ?? [])
}

export function withBrand(search: CatalogueSearch, brand: string): Change {
  const brands = brandsOf(search)
  const next = brands.includes(brand) ? brands.filter((other) => other !== brand) : [...brands, brand]
  return { brand: next.length > 0 ? joinTexts(next, '|') : undefined }
}

export function withSpec(search: CatalogueSearch, spec: Spec): Change {
  const specs = specsOf(search)
  const others = specs.filter(({ name, value }) => name !== spec.name || value !== spec.value)
  const next = others.length < specs.length ? others : [...specs, spec]
  return { spec: next.length > 0 ? joinSpecs(next) : undefined }
}
