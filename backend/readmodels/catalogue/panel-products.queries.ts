import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { PanelState } from '#backend/domain/views/panel-lists.limits.ts'
import type { Database, ReadSchema } from '#backend/readmodels/database.ts'
import { panelList } from '#backend/readmodels/panel-list.ts'
import { contains, toItem } from './catalogue.queries.ts'
import { searchText } from './catalogue-text.ts'

const averageRating = '(rating_sum::float8 / nullif(rating_count, 0))'

const states = {
  active: sql<SqlBool>`is_active`,
  inactive: sql<SqlBool>`not is_active`,
  soldOut: sql<SqlBool>`on_hand <= reserved`,
  low: sql<SqlBool>`${sql.raw(averageRating)} < 3`,
  /** By `PanelChoice.incomplete`, since SQL cannot read values. */
  incomplete: sql<SqlBool>`true`,
  unanswered: sql<SqlBool>`exists (select from rm.reviews r where r.product_id = catalogue.product_id and r.answer is null)`,
} as const satisfies Record<PanelState<'products'> | PanelState<'reviewed'>, Expression<SqlBool>>

export type PanelChoice = {
  q?: string | undefined
  state?: keyof typeof states | undefined
  category?: string | undefined
  brand?: string | undefined
  /** Only these, for the state of that name. */
  incomplete?: readonly number[] | undefined
}

export const panelProducts = panelList({
  of: 'products',
  key: 'product_id',
  orders: { id: 'product_id', name: 'sort_name collate "C"', price: 'price_cents', stock: '(on_hand - reserved)' },
  chosen: (db, choice: PanelChoice) => chosenOf(db.selectFrom('rm.catalogue'), choice),
  rows: (db) => db.selectFrom('rm.catalogue').selectAll(),
  toView: (row) => toItem(row),
})

export const panelReviewed = panelList({
  of: 'reviewed',
  key: 'product_id',
  orders: { id: 'product_id', name: 'sort_name collate "C"', reviews: 'rating_count', rating: averageRating },
  chosen: (db, choice: PanelChoice) => chosenOf(db.selectFrom('rm.catalogue').where('rating_count', '>', 0), choice),
  rows: (db) => db.selectFrom('rm.catalogue').selectAll(),
  toView: (row) => toItem(row),
})

function chosenOf(products: SelectQueryBuilder<ReadSchema, 'rm.catalogue', object>, choice: PanelChoice) {
  const { q, state, category, brand, incomplete = [] } = choice
  return products
    .$if(Boolean(q), (query) => query.where(contains(q ?? '')))
    .$if(state !== undefined, (query) => query.where(states[state ?? 'active']))
    .$if(state === 'incomplete', (query) => query.where(sql<SqlBool>`product_id = any(${incomplete})`))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .$if(brand !== undefined, (query) => query.where('shown_brand', '=', brand ?? ''))
}

/** Maps names in lower case without accents to the id of one such product. */
export async function findProductsNamed(db: Database, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const query = db.selectFrom('rm.catalogue').select(['search', 'product_id'])
  const rows = await query.where('search', 'in', names.map(searchText)).execute()
  return new Map(rows.map(({ search, product_id }) => [search, product_id]))
}

export async function listBrands(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('rm.catalogue')
    .select('shown_brand as brand')
    .distinct()
    .where('shown_brand', 'is not', null)
    .execute()
  return rows.flatMap(({ brand }) => (brand === null ? [] : [brand])).sort((a, b) => a.localeCompare(b, 'es'))
}
