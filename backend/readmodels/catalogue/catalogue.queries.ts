// Reads products by id and the specification's lists; the storefront uses the in-memory catalogue (in-memory/).
import { type Expression, type SqlBool, sql } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import { unitDiscount } from '#backend/domain/order/order.limits.ts'
import { firstPriceRules, type PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import type { Database, ReadRow } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import type { CatalogueFilter } from './catalogue-filter.ts'
import { containsPattern } from './catalogue-text.ts'

const sorts = {
  added: sql`product_id`,
  name: sql`sort_name collate "C"`,
  price: sql`price_cents`,
  /** Adds ten reviews of three and a half stars to each product, so that one review moves little. */
  rating: sql`(rating_sum + 35) / (rating_count + 10.0)`,
}

export async function listProducts(
  db: Database,
  options: {
    all: boolean
    page: number
    name?: string
    settings?: PriceRules
    sort?: Pick<CatalogueFilter, 'sort' | 'direction'>
  },
): Promise<ListPart<CatalogueItem>> {
  const { sort, direction } = options.sort ?? {}
  const way = sort && direction === 'descendente' ? 'desc' : 'asc'
  const chosen = db
    .selectFrom('rm.catalogue')
    .$if(!options.all, (query) => query.where('is_active', '=', true))
    .$if(options.name !== undefined, (query) => query.where(contains(options.name ?? '')))
  const sorted = chosen
    .selectAll()
    .orderBy(sorts[sort ?? 'added'], way)
    .orderBy('product_id', way)
  const part = await listPart(sorted, options.page)
  return { ...part, rows: part.rows.map((row) => toItem(row, options.settings)) }
}

export async function findProducts(db: Database, ids: readonly number[], settings?: PriceRules) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('rm.catalogue').selectAll().where('product_id', 'in', ids).execute()
  return rows.map((row) => toItem(row, settings))
}

export async function listCategories(db: Database): Promise<{ category: string }[]> {
  return db.selectFrom('rm.catalogue').select('category').distinct().orderBy('category').execute()
}

export function contains(text: string): Expression<SqlBool> {
  return sql<SqlBool>`search like ${containsPattern(text)}`
}

/** With what may be announced, by the settings. */
export function toItem(row: ReadRow<'catalogue'>, settings: PriceRules = firstPriceRules): CatalogueItem {
  const count = row.rating_count
  return {
    id: row.product_id,
    name: row.name,
    description: row.description,
    price: toDecimal(row.price_cents),
    vatRate: row.vat_rate,
    internalTaxRate: row.internal_tax_rate,
    netPrice: toDecimal(row.net_cents),
    category: row.category,
    imageUrl: row.image_url,
    stock: row.on_hand - row.reserved,
    isActive: row.is_active,
    rating: { average: count === 0 ? null : row.rating_sum / count, count, scores: row.scores },
    specs: row.specs,
    attributes: row.attributes,
    ...row.trade,
    pictures: row.pictures,
    ...transferPriceOf(row.price_cents, settings),
    ...(settings.netPriceSize === 'same' && { isNetAlike: true as const }),
    ...(settings.announcesReductions && fallOf(row, settings)),
  }
}

function transferPriceOf(cents: number, { transferPercent: percent }: PriceRules) {
  return percent > 0 && { transferPrice: toDecimal(cents - unitDiscount(cents, percent)) }
}

function fallOf(row: ReadRow<'catalogue'>, { daysBeforePercent }: PriceRules) {
  const { previous_price_cents: cents, price_dropped_at: at, prior_price_days: days } = row
  if (cents === null || at === null) return {}
  const hasPercent = (days ?? 0) >= daysBeforePercent
  return { priceFall: { previousPrice: toDecimal(cents), since: at.toISOString(), hasPercent } }
}
