// What is asked of the catalogue.
import type { directions, sortFields } from '#backend/domain/product/product.limits.ts'

export type CatalogueFilter = {
  q?: string | undefined
  category?: string | undefined
  /** The lowest and the highest price, in cents. */
  minCents?: number | undefined
  maxCents?: number | undefined
  /** Any of these. */
  brands?: readonly string[] | undefined
  /** Stars on average, at least. */
  rating?: number | undefined
  /** Of the category's spec sheets: any value of each name. */
  specs?: readonly { name: string; value: string }[] | undefined
  /** Also what is sold out. */
  withSoldOut?: boolean | undefined
  sort?: (typeof sortFields)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  /** How many products are on a page. */
  size: number
  /** From 1. */
  page: number
}
