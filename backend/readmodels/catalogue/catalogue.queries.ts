// What the storefront asks of the catalogue: one page with its facets, one product, the full list.
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import type { Picture } from '#backend/domain/product/gallery.limits.ts'
import { pageSize } from '#backend/domain/product/product.limits.ts'
import type { Database, ReadRow, ReadSchema } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import { type PanelPage, panelPage } from '#backend/readmodels/panel-page.ts'
import { countFacets, type Facets } from './catalogue-facets.ts'
import { type CatalogueFilter, every, facetConditions, listed, shown } from './catalogue-filter.ts'
import { contains, type Found, understand } from './product-finder.ts'

export type CatalogueItem = {
  id: number
  name: string
  description: string
  price: number
  category: string
  imageUrl: string
  /** Units that can be sold now: on hand minus held. */
  stock: number
  isActive: boolean
  /** scores: by score, 1 to 5, how many reviews give it. */
  rating: { average: number | null; count: number; scores: Record<string, number> }
  specs: { name: string; value: string }[]
  /** In their order, at least one; the first is imageUrl. Where alt is empty, the name says what it shows. */
  pictures: Picture[]
}
export type CataloguePage = {
  items: CatalogueItem[]
  total: number
  page: number
  pageSize: number
  pages: number
  facets: Facets
  /** Where a search finds nothing: what people like best. */
  nearest: CatalogueItem[]
}
/** previousPrice: before the price fell, at `since`. */
export type Offer = CatalogueItem & { previousPrice: number; since: string }

/** Products offered on an empty page, and on the landing. */
const nearestShown = 4
const offersShown = 8
const everything: Found = { where: sql<SqlBool>`true`, rank: null }
/** As if each product had ten more reviews of three and a half stars: one review alone moves little. */
const weightedRating = sql`(rating_sum + 35) / (rating_count + 10.0)`

type Counted = Awaited<ReturnType<typeof countFacets>>
type KeepCounts = (count: () => Promise<Counted>) => Promise<Counted>

/**
 * One page of what can be bought, with its total and the counts of each further choice. Null: unknown category. `keep`: returns the counts
 * from where they are kept, which are the same on every page and in every order.
 */
export async function findCataloguePage(
  db: Database,
  filter: CatalogueFilter,
  keep: KeepCounts = (count) => count(),
): Promise<CataloguePage | null> {
  const found = filter.q ? await understand(db, filter.q, listed(filter)) : everything
  const [{ facets, total }, rows, known] = await Promise.all([
    keep(() => countFacets(db, found, filter)),
    found ? findRows(db, found, filter) : [],
    filter.category === undefined ? true : categoryExists(db, filter.category),
  ])
  if (!known) return null
  return {
    items: rows.map(toItem),
    total,
    page: filter.page,
    pageSize,
    pages: Math.ceil(total / pageSize),
    facets,
    nearest: total === 0 && filter.q ? await findBestRated(db) : [],
  }
}

async function findRows(db: Database, found: Found, filter: CatalogueFilter): Promise<ReadRow<'catalogue'>[]> {
  return db
    .selectFrom('rm.catalogue')
    .where(listed(filter))
    .where(found.where)
    .where(every(facetConditions(filter).values()))
    .$if(filter.category !== undefined, (query) => query.where('category', '=', filter.category ?? ''))
    .$call((query) => ordered(query, filter, found.rank))
    .selectAll()
    .limit(pageSize)
    .offset((filter.page - 1) * pageSize)
    .execute()
}

async function findBestRated(db: Database): Promise<CatalogueItem[]> {
  const best = db.selectFrom('rm.catalogue').where(shown).selectAll().limit(nearestShown)
  const rows = await ordered(best, { sort: 'rating', direction: 'descendente' }).execute()
  return rows.map(toItem)
}

/** What became cheaper since then and can be bought, the greatest part of the price first. */
export async function listOffers(db: Database, since: Date): Promise<Offer[]> {
  const rows = await db
    .selectFrom('rm.catalogue')
    .where(shown)
    .where('price_dropped_at', '>=', since)
    .selectAll()
    .orderBy(sql`price_cents::float8 / previous_price_cents`)
    .orderBy('product_id')
    .limit(offersShown)
    .execute()
  return rows.map((row) => ({
    ...toItem(row),
    previousPrice: toDecimal(row.previous_price_cents ?? row.price_cents),
    since: row.price_dropped_at?.toISOString() ?? '',
  }))
}

/** A part of all products by id, or of the active ones only, or of those whose name contains a text; `page`: of the list, from 1. */
export async function listProducts(
  db: Database,
  options: { all: boolean; page: number; name?: string; sort?: Pick<CatalogueFilter, 'sort' | 'direction'> },
): Promise<ListPart<CatalogueItem>> {
  const chosen = db
    .selectFrom('rm.catalogue')
    .$if(!options.all, (query) => query.where('is_active', '=', true))
    .$if(options.name !== undefined, (query) => query.where(contains(options.name ?? '')))
  const { rows, total } = await listPart(chosen, options.page, (query) =>
    ordered(query.selectAll(), options.sort ?? {}),
  )
  return { rows: rows.map(toItem), total }
}

/** A page of all products by id, of those whose name contains `q`; `isReviewed`: only those with a review. */
export async function findPanelProducts(
  db: Database,
  { q, page, isReviewed = false }: { q?: string | undefined; page: number; isReviewed?: boolean },
): Promise<PanelPage<CatalogueItem>> {
  const chosen = db
    .selectFrom('rm.catalogue')
    .$if(Boolean(q), (query) => query.where(contains(q ?? '')))
    .$if(isReviewed, (query) => query.where('rating_count', '>', 0))
  const { items, ...rest } = await panelPage(chosen, { page }, (query) => query.selectAll().orderBy('product_id'))
  return { items: items.map(toItem), ...rest }
}

/** These products, whatever their state, in no order. */
export async function findProducts(db: Database, ids: readonly number[]): Promise<CatalogueItem[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('rm.catalogue').selectAll().where('product_id', 'in', ids).execute()
  return rows.map(toItem)
}

/** What changes of products while people look at them; in no order. */
export async function findSaleFacts(
  db: Database,
  ids: readonly number[],
): Promise<Pick<CatalogueItem, 'id' | 'price' | 'stock' | 'isActive'>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('rm.catalogue')
    .select(['product_id', 'price_cents', 'on_hand', 'reserved', 'is_active'])
    .where('product_id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.product_id,
    price: toDecimal(row.price_cents),
    stock: row.on_hand - row.reserved,
    isActive: row.is_active,
  }))
}

/** The categories that have products, each once. */
export async function listCategories(db: Database): Promise<{ category: string }[]> {
  return db.selectFrom('rm.catalogue').select('category').distinct().orderBy('category').execute()
}

async function categoryExists(db: Database, category: string): Promise<boolean> {
  const row = await db
    .selectFrom('rm.catalogue')
    .select('product_id')
    .where('category', '=', category)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function ordered<O>(
  query: SelectQueryBuilder<ReadSchema, 'rm.catalogue', O>,
  filter: Pick<CatalogueFilter, 'sort' | 'direction'>,
  rank?: RawBuilder<unknown> | null,
) {
  const direction = filter.direction === 'descendente' ? 'desc' : 'asc'
  if (filter.sort === 'name')
    return query.orderBy(sql`sort_name collate "C"`, direction).orderBy('product_id', direction)
  if (filter.sort === 'price') return query.orderBy('price_cents', direction).orderBy('product_id', direction)
  if (filter.sort === 'rating') return query.orderBy(weightedRating, direction).orderBy('product_id', direction)
  return query.$if(Boolean(rank), (all) => all.orderBy(rank ?? sql`1`)).orderBy('product_id')
}

function toItem(row: ReadRow<'catalogue'>): CatalogueItem {
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    price: toDecimal(row.price_cents),
    category: row.category,
    imageUrl: row.image_url,
    stock: row.on_hand - row.reserved,
    isActive: row.is_active,
    rating: ratingOf(row),
    specs: row.specs,
    // Rows of the version before this one have none, until they are rebuilt.
    pictures: row.pictures ?? [{ url: row.image_url, alt: '' }],
  }
}

function ratingOf({ rating_count: count, rating_sum: sum, scores }: ReadRow<'catalogue'>): CatalogueItem['rating'] {
  // Rows of the version before this one hold the score of each reviewer, until they are rebuilt.
  const isCounted = Object.values(scores).reduce((all, reviews) => all + reviews, 0) === count
  return { average: count === 0 ? null : sum / count, count, scores: isCounted ? scores : {} }
}
