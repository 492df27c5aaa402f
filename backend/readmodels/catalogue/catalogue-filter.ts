// What is asked of the catalogue, as conditions on its rows: one for each facet, so that a facet can be counted without its own.
import { type Expression, type SqlBool, sql } from 'kysely'
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
  /** From 1. */
  page: number
}

/** What can be bought now. */
export const shown = sql<SqlBool>`is_active and on_hand > reserved`

/** What is listed: what can be bought, and also what is sold out if that is asked for. */
export function listed({ withSoldOut }: Pick<CatalogueFilter, 'withSoldOut'>): Expression<SqlBool> {
  return withSoldOut ? sql<SqlBool>`is_active` : shown
}

/** The conditions of the facets that have a choice, by the facet's name; none is ever null. Without search and category. */
export function facetConditions({
  minCents,
  maxCents,
  brands = [],
  rating,
  specs = [],
}: CatalogueFilter): Map<string, Expression<SqlBool>> {
  const conditions = new Map<string, Expression<SqlBool>>()
  if (minCents !== undefined || maxCents !== undefined)
    conditions.set(
      'price',
      sql<SqlBool>`price_cents between ${minCents ?? 0} and ${maxCents ?? Number.MAX_SAFE_INTEGER}`,
    )
  if (brands.length > 0) conditions.set('brand', sql<SqlBool>`coalesce(brand = any(${brands}), false)`)
  if (rating !== undefined)
    conditions.set('rating', sql<SqlBool>`rating_count > 0 and rating_sum >= ${rating} * rating_count`)
  for (const [name, values] of Map.groupBy(specs, (spec) => spec.name)) conditions.set(`spec ${name}`, holdsAny(values))
  return conditions
}

function holdsAny(specs: readonly { name: string; value: string }[]): Expression<SqlBool> {
  const each = specs.map(({ name, value }) => sql`specs @> ${JSON.stringify([{ name, value }])}::jsonb`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** All of them at once. */
export function every(conditions: Iterable<Expression<SqlBool>>): Expression<SqlBool> {
  const all = [...conditions].map((condition) => sql`(${condition})`)
  return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(all, sql` and `)})`
}
