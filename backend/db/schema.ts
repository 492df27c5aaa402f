// The tables that Kysely's queries read, one type each. Columns are spelled as in SQL.
import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>

export type CatalogueTable = {
  product_id: number
  name: string
  description: string
  category: string
  image_url: string
  specs: { name: string; value: string }[]
  price_cents: number
  currency: string
  is_active: boolean
  on_hand: number
  reserved: number
  rating_count: number
  rating_sum: number
  scores: Record<string, number>
  search: string
  sort_name: string
}
export type CartsTable = {
  user_id: number
  lines: { productId: number; quantity: number }[]
  last_order_id: number | null
}
export type OrdersTable = {
  order_id: number
  user_id: number
  state: 'placed' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded'
  reference: string
  lines: { productId: number; name: string; imageUrl: string; priceCents: number; quantity: number }[]
  total_cents: number
  currency: string
  placed_at: Timestamp
  updated_at: Timestamp
  hold_until: Timestamp
  init_point: string | null
  timeline: { state: string; at: string }[]
}
export type PurchasesTable = { user_id: number; product_id: number; orders: number }
export type ReviewsTable = { product_id: number; user_id: number; text: string; score: number; at: Timestamp }
export type UsersTable = {
  user_id: number
  name: string | null
  email: string | null
  image_url: string | null
  is_active: boolean
  is_admin: boolean
  created_at: Timestamp
}
export type DeadLettersTable = {
  generation: number
  projection: string
  key: string
  pos: number
  error: string
  at: Generated<Date>
}

export type Schema = {
  'rm.catalogue': CatalogueTable
  'rm.carts': CartsTable
  'rm.orders': OrdersTable
  'rm.purchases': PurchasesTable
  'rm.reviews': ReviewsTable
  'rm.users': UsersTable
  'es.dead_letters': DeadLettersTable
}
