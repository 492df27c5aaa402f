// Lists products for the panel: all, or those with reviews.
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type PanelField, type PanelSort, type PanelState, readSort } from '#backend/domain/panel-lists.limits.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import type { Database, ReadSchema } from '#backend/readmodels/database.ts'
import { type PageAsked, type PanelPage, panelPage } from '#backend/readmodels/panel-page.ts'
import { contains, toItem } from './catalogue.queries.ts'
import { searchText } from './catalogue-text.ts'

type Asked<List extends 'products' | 'reviewed'> = PageAsked & {
  q?: string | undefined
  sort?: PanelSort<List> | undefined
  state?: PanelState<List> | undefined
}
type Fields = PanelField<'products'> | PanelField<'reviewed'>
type Products = SelectQueryBuilder<ReadSchema, 'rm.catalogue', object>

const orders = {
  id: sql`product_id`,
  name: sql`sort_name collate "C"`,
  price: sql`price_cents`,
  stock: sql`(on_hand - reserved)`,
  reviews: sql`rating_count`,
  rating: sql`(rating_sum::float8 / nullif(rating_count, 0))`,
} as const satisfies Record<Fields, unknown>

const states = {
  active: sql<SqlBool>`is_active`,
  inactive: sql<SqlBool>`not is_active`,
  soldOut: sql<SqlBool>`on_hand <= reserved`,
  low: sql<SqlBool>`(rating_sum::float8 / nullif(rating_count, 0)) < 3`,
} as const satisfies Record<PanelState<'products'> | PanelState<'reviewed'>, Expression<SqlBool>>

export function findPanelProducts(db: Database, asked: Asked<'products'>): Promise<PanelPage<CatalogueItem>> {
  return pageOf(db, db.selectFrom('rm.catalogue'), asked, readSort<'products'>(asked.sort ?? 'id'))
}

export function findReviewedProducts(db: Database, asked: Asked<'reviewed'>): Promise<PanelPage<CatalogueItem>> {
  const reviewed = db.selectFrom('rm.catalogue').where('rating_count', '>', 0)
  return pageOf(db, reviewed, asked, readSort<'reviewed'>(asked.sort ?? 'id'))
}

/**
 * The next products by id of the panel's list with this search and state. `after` is the previous id, 0 for the first.
 */
export async function listPanelProductsAfter(
  db: Database,
  asked: Pick<Asked<'products'>, 'q' | 'state'>,
  after: number,
  most: number,
): Promise<CatalogueItem[]> {
  const query = chosenOf(db.selectFrom('rm.catalogue'), asked).selectAll().where('product_id', '>', after)
  return (await query.orderBy('product_id').limit(most).execute()).map(toItem)
}

export type PanelChoice = Pick<Asked<'products'>, 'q' | 'state'> & {
  category?: string | undefined
  brand?: string | undefined
}

export async function listChosenProducts(db: Database, choice: PanelChoice, most: number): Promise<CatalogueItem[]> {
  const { category, brand } = choice
  const query = chosenOf(db.selectFrom('rm.catalogue'), choice)
    .$if(category !== undefined, (products) => products.where('category', '=', category ?? ''))
    .$if(brand !== undefined, (products) => products.where('brand', '=', brand ?? ''))
  return (await query.selectAll().orderBy('product_id').limit(most).execute()).map(toItem)
}

/** Maps names in lower case without accents to the id of one such product. */
export async function findProductsNamed(db: Database, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const query = db.selectFrom('rm.catalogue').select(['search', 'product_id'])
  const rows = await query.where('search', 'in', names.map(searchText)).execute()
  return new Map(rows.map(({ search, product_id }) => [search, product_id]))
}

export async function listBrands(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('rm.catalogue').select('brand').distinct().where('brand', 'is not', null).execute()
  return rows.flatMap(({ brand }) => (brand === null ? [] : [brand])).sort((a, b) => a.localeCompare(b, 'es'))
}

function chosenOf(
  products: Products,
  { q, state }: Pick<Asked<'products'> | Asked<'reviewed'>, 'q' | 'state'>,
): Products {
  return products
    .$if(Boolean(q), (query) => query.where(contains(q ?? '')))
    .$if(state !== undefined, (query) => query.where(states[state ?? 'active']))
}

async function pageOf(
  db: Database,
  products: Products,
  { q, page, size, state }: Asked<'products'> | Asked<'reviewed'>,
  { field, direction }: { field: Fields; direction: 'asc' | 'desc' },
): Promise<PanelPage<CatalogueItem>> {
  const chosen = chosenOf(products, { q, state })
  const order = <Row>(some: SelectQueryBuilder<ReadSchema, 'rm.catalogue', Row>) =>
    some.orderBy(orders[field], direction).orderBy('product_id', direction)
  const rows = db.selectFrom('rm.catalogue').selectAll()
  const { items, ...rest } = await panelPage({ of: 'products', chosen, order, key: 'product_id', rows }, { page, size })
  return { items: items.map(toItem), ...rest }
}
