import { type Picture, withFirst } from '#backend/domain/product/gallery.limits.ts'
import { type ProductEvent, productEvents } from '#backend/domain/product/product.events.ts'
import type { EnteredAttributes } from '#backend/domain/product/schema/attribute-value.limits.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import {
  bigint,
  boolean,
  int,
  jsonb,
  nullable,
  type RowOf,
  text,
  timestamptz,
} from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { isBrandName, searchText, sortName } from './catalogue-text.ts'
import { announced, type Placed, type PriceHistory, pricesAfter, type Reduction } from './price-history.ts'

type Details = Omit<DataOf<ProductEvent, 'ProductDetailsChanged'>, 'productId'>
type Trade = Omit<Details, 'name' | 'description' | 'category' | 'imageUrl' | 'specs' | 'attributes'>

const columns = {
  product_id: bigint(),
  name: text(),
  description: text(),
  category: text(),
  image_url: text(),
  specs: jsonb<{ name: string; value: string }[]>(),
  price_cents: bigint(),
  vat_rate: int(), // in basis points, as the next one
  internal_tax_rate: int(),
  net_cents: bigint(),
  currency: text(),
  is_active: boolean(),
  on_hand: int(),
  reserved: int(),
  rating_count: int(),
  rating_sum: int(),
  scores: jsonb<Record<string, number>>(),
  search: text(), // name in lower case without accents
  sort_name: text(), // name as the Spanish alphabet orders it
  previous_price_cents: nullable(bigint()), // what may be announced as the price of before
  price_dropped_at: nullable(timestamptz()),
  prior_price_days: nullable(int()), // for how many whole days it had been on sale when it was reduced
  trade: jsonb<Trade>(),
  shown_brand: nullable(text()), // without a brand, what the spec sheet says under 'Marca'
  attributes: jsonb<EnteredAttributes>(), // as entered: the category's schema reads them
  changed_at: nullable(timestamptz()), // its texts, its price, or whether it is sold
  pictures: jsonb<Picture[]>(), // in their order; the first is image_url
  prices: jsonb<PriceHistory>(),
}
type Row = RowOf<typeof columns>
const { ReviewPosted, ReviewRevised, ReviewDeleted } = reviewEvents

export const catalogueProjection = defineProjection(
  { ...productEvents, ...stockEvents, ReviewPosted, ReviewRevised, ReviewDeleted },
  {
    name: 'catalogue',
    version: 11,
    primaryKey: ['product_id'],
    columns,
    // No index covers units or reviews, so that a sale rewrites none.
    indexes: {
      search: 'using gin (search gin_trgm_ops)',
      by_category: '(category)',
      all_by_name: '(sort_name collate "C", product_id)',
      all_by_price: '(price_cents, product_id)',
      all_by_stock: '((on_hand - reserved), product_id)',
      reviewed: '(product_id) where rating_count > 0',
      reviewed_by_count: '(rating_count, product_id) where rating_count > 0',
      reviewed_by_rating: '((rating_sum::float8 / nullif(rating_count, 0)), product_id) where rating_count > 0',
    },
    streams: ({ product_id: id }) => [`product-${id}`, `stock-${id}`, `review-${id}:*`],
    keys: (event) => [{ product_id: event.data.productId }],
    evolve(row, event) {
      if (event.type === 'ProductAdded') return { ...added(event), ...changedAt(event) }
      if (row === null) throw new Error(`no product ${event.data.productId}`)
      switch (event.type) {
        case 'ProductDetailsChanged':
          return { ...row, ...described(event.data, row.pictures), ...changedAt(event) }
        case 'ProductPicturesChanged': {
          const { pictures } = event.data
          return { ...row, pictures, image_url: pictures[0]?.url ?? row.image_url, ...changedAt(event) }
        }
        case 'ProductPriceChanged':
          return { ...row, ...priceColumns(event.data), ...priced(row, event), ...changedAt(event) }
        case 'ProductDeactivated':
        case 'ProductActivated':
          return { ...row, ...priced(row, event), ...changedAt(event) }
        case 'ProductCarriedForward':
          return row // what it says is known from the events before it
        case 'StockAdjusted':
        case 'StockHeld':
        case 'StockReleased':
        case 'StockConsumed':
        case 'StockReturned': {
          const change = stockChange(event)
          return { ...row, on_hand: row.on_hand + change.onHand, reserved: row.reserved + change.reserved }
        }
        case 'ReviewPosted':
          return rated(row, null, event.data.score)
        case 'ReviewRevised':
          return rated(row, event.data.previousScore, event.data.score)
        case 'ReviewDeleted':
          return rated(row, event.data.previousScore, null)
        default:
          return event satisfies never
      }
    },
  },
)

function changedAt({ at }: { at: Date }): Pick<Row, 'changed_at'> {
  return { changed_at: at.toISOString() }
}

function added(event: Extract<ProductEvent, { type: 'ProductAdded' }> & Placed): Omit<Row, 'changed_at'> {
  const { data } = event
  return {
    product_id: data.productId,
    ...described(data, []),
    ...priceColumns(data),
    currency: data.currency,
    prices: pricesAfter(null, event),
    is_active: true,
    on_hand: 0,
    reserved: 0,
    rating_count: 0,
    rating_sum: 0,
    scores: {},
    ...reductionColumns(null),
  }
}

/** Derives columns from the admin's input. `pictures` are the current ones. */
function described(details: Details, pictures: readonly Picture[]) {
  const { name, description, category, imageUrl, specs, attributes } = details
  const { brand, sku, mpn, ean, guaranteeMonths, guaranteeBy, weightGrams, size } = details
  const trade = { brand, sku, mpn, ean, guaranteeMonths, guaranteeBy, weightGrams, size }
  const shown_brand = brand ?? specs.find((spec) => isBrandName(spec.name))?.value ?? null
  const found = { search: searchText(name), sort_name: sortName(name) }
  const shown = { image_url: imageUrl, pictures: withFirst(pictures, imageUrl) }
  return { name, description, category, ...shown, specs, attributes, trade, shown_brand, ...found }
}

type PriceTold = Omit<DataOf<ProductEvent, 'ProductPriceChanged'>, 'productId'>

function priceColumns({ priceCents, vatRate, internalTaxRate, netCents }: PriceTold) {
  return { price_cents: priceCents, vat_rate: vatRate, internal_tax_rate: internalTaxRate, net_cents: netCents }
}

function priced(row: Row, event: Parameters<typeof pricesAfter>[1]) {
  const prices = pricesAfter(row.prices, event)
  return {
    currency: prices.currency,
    is_active: prices.isOffered,
    prices,
    ...reductionColumns(announced(prices)),
  }
}

function reductionColumns(reduction: Reduction | null) {
  return {
    previous_price_cents: reduction?.fromCents ?? null,
    price_dropped_at: reduction && new Date(reduction.since).toISOString(),
    prior_price_days: reduction?.daysOnSale ?? null,
  }
}

function rated(row: Row, previous: number | null, score: number | null): Row {
  const scores = { ...row.scores }
  if (previous !== null) scores[previous] = (scores[previous] ?? 0) - 1
  if (score !== null) scores[score] = (scores[score] ?? 0) + 1
  return {
    ...row,
    scores: Object.fromEntries(Object.entries(scores).filter(([, count]) => count > 0)),
    rating_count: row.rating_count + Number(score !== null) - Number(previous !== null),
    rating_sum: row.rating_sum + (score ?? 0) - (previous ?? 0),
  }
}
