// Orders as buyers and admins see them: names and prices of the moment of 'Pagar'.
import type { SelectQueryBuilder } from 'kysely'
import { toDecimal } from '#backend/domain/money.ts'
import { holdLasts } from '#backend/domain/order/order.limits.ts'
import type { RefundState } from '#backend/domain/payment/refund-state.limits.ts'
import type { Database, ReadRow, ReadSchema } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import type { RefundRow } from './order-refunds.ts'
import type { OrderState, TimelineStep } from './orders.projection.ts'

export type OrderView = {
  id: number
  userId: number
  productsId: { id: number; quantity: number }[]
  lines: { id: number; name: string; imageUrl: string; price: number; quantity: number }[]
  /** What shipping costs and how many working days it takes at most; null: it is picked up. */
  shipping: { price: number; days: number } | null
  /** The lines and the shipping. */
  total: number
  currency: string
  state: OrderState
  placedAt: string
  updatedAt: string
  /** The stock is held until then while the order is placed. */
  holdUntil: string
}
export type OrderDetail = OrderView & {
  /** Of a shipment with whom it went, of a partial refund how much. */
  timeline: {
    state: string
    at: string
    carrier?: string | undefined
    tracking?: string | undefined
    amount?: number | undefined
  }[]
  /** Parts of the payment that went back or are on their way, the first one first; lines are empty if an amount was typed. */
  refunds: {
    /** Counted within its payment, from 1. */
    refund: number
    amount: number
    lines: { id: number; quantity: number }[]
    restocked: boolean
    state: RefundState
  }[]
  /** Payments that go back whole, as one that came twice or too late. */
  fullRefunds: { paymentId: string; amount: number; state: RefundState }[]
  /** What was paid, if an admin accepted a payment that differs from the order; else null. */
  accepted: number | null
  /** The code of the buyer's request to take the purchase back. */
  withdrawalCode: string | null
  /** The provider's checkout, while the order can be paid: its hold lasts. */
  initPoint: string | null
}

/** A page (from 1) of an account's orders, newest first; size: of a page, by default as many as an answer takes. */
export function listOrdersOf(db: Database, userId: number, page: number, size?: number): Promise<ListPart<OrderView>> {
  return newestFirst(db.selectFrom('rm.orders').where('user_id', '=', userId), page, size)
}

/** All orders of an account, newest first. */
export async function listEveryOrderOf(db: Database, userId: number): Promise<OrderView[]> {
  const query = db.selectFrom('rm.orders').selectAll().where('user_id', '=', userId).orderBy('order_id', 'desc')
  return (await query.execute()).map(toView)
}

/** A page (from 1) of all orders, newest first. */
export function listOrders(db: Database, page: number): Promise<ListPart<OrderView>> {
  return newestFirst(db.selectFrom('rm.orders'), page)
}

async function newestFirst(
  chosen: SelectQueryBuilder<ReadSchema, 'rm.orders', object>,
  page: number,
  size?: number,
): Promise<ListPart<OrderView>> {
  const part = await listPart(chosen, page, (query) => query.selectAll().orderBy('order_id', 'desc'), size)
  return { ...part, rows: part.rows.map(toView) }
}

/** The id of an account's newest order, or undefined. */
export async function findNewestOrderId(db: Database, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('rm.orders')
    .select('order_id')
    .where('user_id', '=', userId)
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.order_id
}

/** The account's order that waits for its payment and whose hold lasts, or undefined: only the newest can. */
export async function findOpenOrder(db: Database, userId: number, now: Date): Promise<OrderDetail | undefined> {
  const newest = await findOrder(db, (await findNewestOrderId(db, userId)) ?? 0, now)
  return newest && holdLasts({ ...newest, status: newest.state }, now) ? newest : undefined
}

/** One order, or undefined. now: by which its hold lasts or is over, whether or not the job that ends it has come. */
export async function findOrder(db: Database, orderId: number, now: Date): Promise<OrderDetail | undefined> {
  const row = await db.selectFrom('rm.orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!row) return undefined
  return {
    ...toView(row),
    timeline: row.timeline.map(toStep),
    refunds: row.refunds.map(toRefund),
    fullRefunds: row.full_refunds.map(({ amountCents, ...full }) => ({ ...full, amount: toDecimal(amountCents) })),
    accepted: row.accepted_cents === null ? null : toDecimal(row.accepted_cents),
    withdrawalCode: row.withdrawal_code,
    initPoint: holdLasts({ status: row.state, holdUntil: row.hold_until }, now) ? row.init_point : null,
  }
}

function toStep({ amountCents, ...step }: TimelineStep): OrderDetail['timeline'][number] {
  return { ...step, ...(amountCents !== undefined && { amount: toDecimal(amountCents) }) }
}

function toRefund({ amountCents, lines, ...row }: RefundRow): OrderDetail['refunds'][number] {
  const units = lines.map(({ productId, quantity }) => ({ id: productId, quantity }))
  return { ...row, amount: toDecimal(amountCents), lines: units }
}

/** What the provider knows an order by, or undefined. */
export async function findReference(db: Database, orderId: number): Promise<string | undefined> {
  const row = await db.selectFrom('rm.orders').select('reference').where('order_id', '=', orderId).executeTakeFirst()
  return row?.reference
}

function toView(row: ReadRow<'orders'>): OrderView {
  return {
    id: row.order_id,
    userId: row.user_id,
    productsId: row.lines.map((line) => ({ id: line.productId, quantity: line.quantity })),
    lines: row.lines.map((line) => ({
      id: line.productId,
      name: line.name,
      imageUrl: line.imageUrl,
      price: toDecimal(line.priceCents),
      quantity: line.quantity,
    })),
    shipping: row.shipping && { price: toDecimal(row.shipping.priceCents), days: row.shipping.days },
    total: toDecimal(row.total_cents),
    currency: row.currency,
    state: row.state,
    placedAt: row.placed_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    holdUntil: row.hold_until.toISOString(),
  }
}
