// The catalogue's state in the address: query, category, filters, sort, direction, page.
import { splitBrands, splitSpecs } from '#backend/domain/product/facet-text.limits.ts'
import {
  catalogueLimits,
  type directions,
  facetLimits,
  largerPages,
  leastStars,
  priceText,
  productLimits,
  sortFields,
} from '#backend/domain/product/product.limits.ts'

/** Absent fields have defaults. */
export type CatalogueSearch = {
  q?: string | undefined
  category?: string | undefined
  min?: number | undefined
  max?: number | undefined
  /** As joinTexts writes them. */
  brand?: string | undefined
  rating?: (typeof leastStars)[number] | undefined
  /** As joinSpecs writes them. */
  spec?: string | undefined
  stock?: 'todos' | undefined
  sort?: (typeof sortFields)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  size?: (typeof largerPages)[number] | undefined
  page?: number | undefined
}

/** Ignores invalid parts, so a broken link shows the plain catalogue. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search: CatalogueSearch = readFilters(raw)
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, catalogueLimits.search) : ''
  if (q) search.q = q
  const sort = sortFields.find((field) => field === raw.sort)
  if (sort) {
    search.sort = sort
    if (raw.direction === 'descendente') search.direction = 'descendente'
  }
  const size = largerPages.find((each) => each === String(raw.size))
  if (size) search.size = size
  const page = Number(raw.page)
  if (Number.isInteger(page) && page > 1 && page <= catalogueLimits.page) search.page = page
  return search
}

function readFilters(raw: Record<string, unknown>): CatalogueSearch {
  const filters: CatalogueSearch = {}
  const category = typeof raw.category === 'string' ? raw.category.trim().slice(0, catalogueLimits.category) : ''
  if (category) filters.category = category
  const [min, max] = [readPrice(raw.min), readPrice(raw.max)]
  if (min !== undefined) filters.min = min
  if (max !== undefined && max >= (min ?? 0)) filters.max = max
  const brand = readList(raw.brand, facetLimits.brands, splitBrands)
  if (brand) filters.brand = brand
  const rating = leastStars.find((stars) => stars === raw.rating)
  if (rating) filters.rating = rating
  const spec = category ? readList(raw.spec, facetLimits.specs, splitSpecs) : undefined
  if (spec) filters.spec = spec
  if (raw.stock === 'todos') filters.stock = 'todos'
  return filters
}

function readPrice(raw: unknown): number | undefined {
  // The router parses its own result again, as a number.
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  return priceText.test(text) && Number(text) <= productLimits.price ? Number(text) : undefined
}

function readList(raw: unknown, most: number, split: (text: string) => unknown[] | null): string | undefined {
  if (typeof raw !== 'string' || raw.length > most) return undefined
  const values = split(raw)
  return values && values.length <= facetLimits.values ? raw : undefined
}

/** Converts the address into the call's parameters. */
export function catalogueCall({ min, max, page, ...filter }: CatalogueSearch) {
  return {
    ...filter,
    ...(min !== undefined && { min: String(min) }),
    ...(max !== undefined && { max: String(max) }),
    ...(page !== undefined && { page: String(page) }),
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * On a product page: the originating list, for the way back. Kept out of the address, because a shared link has
     * another origin.
     */
    catalogue?: CatalogueSearch
  }
}
