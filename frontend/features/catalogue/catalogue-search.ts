// The catalogue's state in the address: query, category, sort, direction, page.
export const sortFields = ['name', 'price'] as const
export const directions = ['ascendente', 'descendente'] as const
export type SortField = (typeof sortFields)[number]
export type Direction = (typeof directions)[number]

/** What the address of /home may say; what it does not say is the default. */
export type CatalogueSearch = { q?: string; category?: string; sort?: SortField; direction?: Direction; page?: number }

const LAST_PAGE = 9_999_999

/** Reads the address. What makes no sense is left out, so a broken link shows the plain catalogue. */
export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const search: CatalogueSearch = {}
  const q = typeof raw.q === 'string' ? raw.q.trim().slice(0, 100) : ''
  if (q) search.q = q
  const category = typeof raw.category === 'string' ? raw.category.trim().slice(0, 80) : ''
  if (category) search.category = category
  const sort = sortFields.find((field) => field === raw.sort)
  if (sort) {
    search.sort = sort
    if (raw.direction === 'descendente') search.direction = 'descendente'
  }
  const page = Number(raw.page)
  if (Number.isInteger(page) && page > 1 && page <= LAST_PAGE) search.page = page
  return search
}

/** What the catalogue call asks for this state. */
export function catalogueCall({ page, ...filter }: CatalogueSearch) {
  return { ...filter, ...(page ? { page: String(page) } : {}) }
}
