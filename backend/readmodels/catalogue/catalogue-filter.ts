// A filter of the catalogue with order and page.
import type { directions, sortFields } from '#backend/domain/product/product.limits.ts'

export type CatalogueFilter = {
  q?: string | undefined
  category?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
  brands?: readonly string[] | undefined
  rating?: number | undefined
  specs?: readonly { name: string; value: string }[] | undefined
  withSoldOut?: boolean | undefined
  sort?: (typeof sortFields)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  size: number
  page: number
}
