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
