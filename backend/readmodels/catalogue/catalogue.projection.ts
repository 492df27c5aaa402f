// The catalogue's rows: product, stock and rating side by side, ready to list.

import type { CatalogueTable } from '#backend/db/schema.ts'
import { productEvents } from '#backend/domain/product/product.events.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'
import { searchText, sortName } from './catalogue-text.ts'

type Row = CatalogueTable

export const catalogueProjection = defineProjection<
  typeof productEvents & typeof stockEvents & typeof reviewEvents,
  Row
>(
  { ...productEvents, ...stockEvents, ...reviewEvents },
  {
    name: 'catalogue',
    version: 1,
    primaryKey: ['product_id'],
    columns: {
      product_id: 'bigint',
      name: 'text not null',
      description: 'text not null',
      category: 'text not null',
      image_url: 'text not null',
      specs: 'jsonb not null',
      price_cents: 'bigint not null',
      currency: 'text not null',
      is_active: 'boolean not null',
      on_hand: 'int not null',
      reserved: 'int not null',
      rating_count: 'int not null',
      rating_sum: 'int not null',
      scores: 'jsonb not null', // {userId: score}
      search: 'text not null', // name in lower case without accents
      sort_name: 'text not null', // name as the Spanish alphabet orders it
    },
    indexes: {
      search: 'using gin (search gin_trgm_ops)',
      by_category: '(category)',
      shown: '(product_id) where is_active and on_hand > reserved',
      shown_by_price: '(price_cents, product_id) where is_active and on_hand > reserved',
      shown_by_name: '(sort_name collate "C", product_id) where is_active and on_hand > reserved',
      shown_by_category: '(category, product_id) where is_active and on_hand > reserved',
    },
    keys: (event) => [{ product_id: event.data.productId }],
    evolve(row, event) {
      if (event.type === 'ProductAdded') return added(event.data)
      if (row === null) throw new Error(`no product ${event.data.productId}`)
      switch (event.type) {
        case 'ProductDetailsChanged': {
          const { name, description, category, imageUrl, specs } = event.data
          return { ...row, ...named(name), description, category, image_url: imageUrl, specs }
        }
        case 'ProductPriceChanged':
          return { ...row, price_cents: event.data.priceCents, currency: event.data.currency }
        case 'ProductDeactivated':
          return { ...row, is_active: false }
        case 'ProductActivated':
          return { ...row, is_active: true }
        case 'StockAdjusted':
        case 'StockHeld':
        case 'StockReleased':
        case 'StockConsumed': {
          const change = stockChange(event)
          return { ...row, on_hand: row.on_hand + change.onHand, reserved: row.reserved + change.reserved }
        }
        case 'ReviewPosted':
        case 'ReviewRevised':
          return rated(row, { ...row.scores, [event.data.userId]: event.data.score })
        case 'ReviewDeleted': {
          const { [String(event.data.userId)]: _, ...scores } = row.scores
          return rated(row, scores)
        }
        default:
          return event satisfies never
      }
    },
  },
)

function added(data: {
  productId: number
  name: string
  description: string
  category: string
  imageUrl: string
  specs: { name: string; value: string }[]
  priceCents: number
  currency: string
}): Row {
  return {
    product_id: data.productId,
    ...named(data.name),
    description: data.description,
    category: data.category,
    image_url: data.imageUrl,
    specs: data.specs,
    price_cents: data.priceCents,
    currency: data.currency,
    is_active: true,
    on_hand: 0,
    reserved: 0,
    rating_count: 0,
    rating_sum: 0,
    scores: {},
  }
}

function named(name: string) {
  return { name, search: searchText(name), sort_name: sortName(name) }
}

function rated(row: Row, scores: Record<string, number>): Row {
  const all = Object.values(scores)
  return { ...row, scores, rating_count: all.length, rating_sum: all.reduce((sum, score) => sum + score, 0) }
}
