// A filter of the catalogue with order and page.
import type { FacetChoice } from '#backend/domain/product/facets.limits.ts'
import type { directions, sortFields } from '#backend/domain/product/product.limits.ts'

export type CatalogueFilter = FacetChoice & {
  q?: string | undefined
  category?: string | undefined
  sort?: (typeof sortFields)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  size: number
  page: number
}

/** Names everything that the filter chooses by, whatever its order and page: two filters with one key choose the same products. */
export function resultSetKey(filter: CatalogueFilter): string {
  return JSON.stringify({ ...filter, sort: undefined, direction: undefined, size: undefined, page: undefined })
}
