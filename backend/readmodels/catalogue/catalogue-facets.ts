// How many products each further choice would show, in one statement. A facet is counted as if nothing were chosen in it.
import { type RawBuilder, sql } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import { leastStars } from '#backend/domain/product/product.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { type CatalogueFilter, every, facetConditions, listed } from './catalogue-filter.ts'
import { isBrandName } from './catalogue-text.ts'
import type { Found } from './product-finder.ts'

type Count = { name: string; count: number }
export type Facets = {
  categories: Count[]
  /** The commonest first. */
  brands: Count[]
  /** Products with at least so many stars on average. */
  ratings: { stars: number; count: number }[]
  /** The lowest and the highest price; null without products. */
  prices: { min: number; max: number } | null
  stock: { available: number; soldOut: number }
  /** Of the chosen category: what its spec sheets say in more than one way, what tells most first. */
  specs: { name: string; values: { value: string; count: number }[] }[]
}

/** More values of one facet nobody reads. */
const mostBrands = 30
const mostSpecs = 6
const mostValues = 12

/** `missing`: the one facet whose choice these products do not meet, '' if they meet all; others are in no count. */
type Row = {
  facet: 'category' | 'brand' | 'rating' | 'all' | 'sold out' | 'spec'
  name: string | null
  value: string | null
  missing: string
  count: number
  low: number | null
  high: number | null
  /** Of a property: products that have it, and values that it has. */
  products: number | null
  kinds: number | null
}

/** The facets of a search (null: it finds nothing) and its filters, and how many products meet all of it. */
export async function countFacets(
  db: Database,
  found: Found | null,
  filter: CatalogueFilter,
): Promise<{ facets: Facets; total: number }> {
  const { rows } = found ? await counting(found, filter).execute(db) : { rows: [] }
  const of = (facet: Row['facet']) => rows.filter((row) => row.facet === facet)
  const all = of('all')
  const total = sum(all.filter(({ missing }) => missing === ''))
  const soldOut = sum(of('sold out'))
  return {
    total,
    facets: {
      categories: of('category').map(({ name, count }) => ({ name: name ?? '', count })),
      brands: brandsOf(of('brand')),
      ratings: leastStars.map((least) => ({
        stars: Number(least),
        count: sum(within(of('rating'), 'rating').filter(({ value }) => Number(value) >= Number(least))),
      })),
      prices: pricesOf(within(all, 'price')),
      stock: { available: filter.withSoldOut ? total - soldOut : total, soldOut },
      specs: specsOf(of('spec'), filter),
    },
  }
}

function counting(found: Found, filter: CatalogueFilter): RawBuilder<Row> {
  const { category } = filter
  const conditions = facetConditions(filter)
  const ofAllCategories = [...conditions]
    .filter(([facet]) => !facet.startsWith('spec '))
    .map(([, condition]) => condition)
  const inCategory = category === undefined ? sql`true` : sql`category = ${category}`
  const searched = sql`from rm.catalogue where ${listed(filter)} and ${found.where}`
  const empty = sql`null::bigint, null::bigint, null::int, null::int`
  return sql<Row>`
    with base as (
      select brand, price_cents, rating_sum / nullif(rating_count, 0) as stars, specs, ${missingOf(conditions)} as missing
      ${searched} and ${inCategory}
    )
    select case grouping(brand, stars) when 1 then 'brand' when 2 then 'rating' else 'all' end as facet, brand as name,
      stars::text as value, missing, count(*)::int as count, min(price_cents) as low, max(price_cents) as high,
      null::int as products, null::int as kinds
      from base where missing is not null group by grouping sets ((missing, brand), (missing, stars), (missing))
    union all (select 'category', category, null, '', count(*)::int, ${empty} ${searched} and ${every(ofAllCategories)}
      group by category order by category)
    union all select 'sold out', null, null, '', count(*)::int, ${empty}
      from rm.catalogue where is_active and on_hand <= reserved and ${found.where} and ${inCategory} and ${every(conditions.values())}
    ${category === undefined ? sql`` : specCounts}`
}

const specCounts = sql`
  union all select 'spec', name, value, '', count, null, null, products, kinds from (
    select name, value, count(*)::int as count, (sum(count(*)) over of_name)::int as products, (count(*) over of_name)::int as kinds,
      row_number() over (partition by name order by count(*) desc, value) as place
      from base, jsonb_to_recordset(specs) as spec(name text, value text)
      where missing in ('', 'spec ' || name) group by name, value window of_name as (partition by name)
  ) counted where place <= ${mostValues}`

/** The facet that a row fails, '' if it fails none, null if it fails more than one. */
function missingOf(conditions: ReturnType<typeof facetConditions>): RawBuilder<unknown> {
  if (conditions.size === 0) return sql`''::text`
  const fails = [...conditions.values()].map((condition) => sql`(not (${condition}))::int`)
  const names = [...conditions].map(([facet, condition]) => sql`when not (${condition}) then ${facet}::text`)
  return sql`case ${sql.join(fails, sql` + `)} when 0 then '' when 1 then case ${sql.join(names, sql` `)} end end`
}

/** The rows that count for a facet. */
function within(rows: readonly Row[], facet: string): Row[] {
  return rows.filter(({ missing }) => missing === '' || missing === facet)
}

function sum(rows: readonly Row[]): number {
  return rows.reduce((all, { count }) => all + count, 0)
}

function brandsOf(rows: readonly Row[]): Count[] {
  const named = within(rows, 'brand').filter(({ name }) => name !== null)
  return [...Map.groupBy(named, ({ name }) => name ?? '')]
    .map(([name, same]) => ({ name, count: sum(same) }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name, 'es'))
    .slice(0, mostBrands)
}

function pricesOf(rows: readonly Row[]): Facets['prices'] {
  if (rows.length === 0) return null
  const min = Math.min(...rows.map(({ low }) => low ?? 0))
  const max = Math.max(...rows.map(({ high }) => high ?? 0))
  return { min: toDecimal(min), max: toDecimal(max) }
}

/** A property that each product has another value of tells little; one that all share tells nothing. */
function specsOf(rows: readonly Row[], { specs: chosen = [] }: CatalogueFilter): Facets['specs'] {
  const isChosen = (name: string) => chosen.some((spec) => spec.name === name)
  return [...Map.groupBy(rows, ({ name }) => name ?? '')]
    .map(([name, values]) => ({ name, values, kinds: values[0]?.kinds ?? 0, products: values[0]?.products ?? 0 }))
    .filter(({ name, kinds }) => !isBrandName(name) && (kinds > 1 || isChosen(name)))
    .toSorted(
      (one, other) =>
        Number(isChosen(other.name)) - Number(isChosen(one.name)) ||
        other.products - other.kinds - (one.products - one.kinds) ||
        one.name.localeCompare(other.name, 'es'),
    )
    .slice(0, mostSpecs)
    .map(({ name, values }) => ({ name, values: values.map(({ value, count }) => ({ value: value ?? '', count })) }))
}
