// The catalogue's state in the address: query, category, sort, direction, page.
import { catalogueLimits, type directions, sortFields } from '#backend/domain/product/product.limits.ts'

/** What the address of /home may say; what it does not say is the default. */
export type CatalogueSearch = {
  q?: string
  category?: string
  sort?: (typeof sortFields)[number]
  direction?: (typeof directions)[number]
  page?: number
}

/** Reads the address. What makes no sense is left out, so a broken link shows the plain catalogue. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search: CatalogueSearch = {}
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, catalogueLimits.search) : ''
  if (q) search.q = q
  const category = typeof raw.category === 'string' ? raw.category.trim().slice(0, catalogueLimits.category) : ''
  if (category) search.category = category
  const sort = sortFields.find((field) => field === raw.sort)
  if (sort) {
    search.sort = sort
    if (raw.direction === 'descendente') search.direction = 'descendente'
  }
  const page = Number(raw.page)
  if (Number.isInteger(page) && page > 1 && page <= catalogueLimits.page) search.page = page
  return search
}

/** What the catalogue call asks for this state. */
export function catalogueCall({ page, ...filter }: CatalogueSearch) {
  return { ...filter, ...(page ? { page: String(page) } : {}) }
}
