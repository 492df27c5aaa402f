import { toDecimal } from '#backend/domain/money.ts'
import type { OrderDetail, OrderView } from '#backend/domain/order/order.contract.ts'
import { discountOf, holdLasts } from '#backend/domain/order/order.limits.ts'
import { detailsOf, noSeller, type Seller } from '#backend/domain/seller/seller.limits.ts'
import type { Database, ReadRow } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import { presentSeller } from '#backend/readmodels/settings/settings.projections.ts'
import type { RefundRow } from './order-refunds.ts'
import type { TimelineStep } from './orders.projection.ts'

export function listOrdersOf(db: Database, userId: number, page: number, size?: number): Promise<ListPart<OrderView>> {
  return partOf(newestFirst(db).where('user_id', '=', userId), page, size)
}

export async function listEveryOrderOf(db: Database, userId: number): Promise<OrderView[]> {
  return (await newestFirst(db).where('user_id', '=', userId).execute()).map(toView)
}

export async function listReceiptsOf(db: Database, userId: number): Promise<{ orderId: number; file: string }[]> {
  const of = db.selectFrom('rm.orders').select(['order_id', 'receipts']).where('user_id', '=', userId)
  const rows = await of.where('transfer', 'is not', null).execute()
  return rows.flatMap((row) => row.receipts.map(({ file }) => ({ orderId: row.order_id, file })))
}

export function listOrders(db: Database, page: number): Promise<ListPart<OrderView>> {
  return partOf(newestFirst(db), page)
}

function newestFirst(db: Database) {
  return db.selectFrom('rm.orders').selectAll().orderBy('order_id', 'desc')
}

async function partOf(orders: ReturnType<typeof newestFirst>, page: number, size?: number) {
  const part = await listPart(orders, page, size)
  return { ...part, rows: part.rows.map(toView) }
}

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

/** Only the newest order can wait for payment with a lasting hold; an order by transfer waits on its own page. */
export async function findOpenOrder(db: Database, userId: number, now: Date): Promise<OrderDetail | undefined> {
  const newest = await findOrder(db, (await findNewestOrderId(db, userId)) ?? 0, now)
  return newest?.transfer === null && holdLasts({ ...newest, status: newest.state }, now) ? newest : undefined
}

/** `now` decides whether the hold lasts, even before the job that ends the hold. */
export async function findOrder(db: Database, orderId: number, now: Date): Promise<OrderDetail | undefined> {
  const row = await db.selectFrom('rm.orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!row) return undefined
  const ids = [row.seller_revision, presentSeller]
  const sellers = await db.selectFrom('rm.seller').selectAll().where('id', 'in', ids).execute()
  const sellerOf = (id: number) => sellers.find((one) => one.id === id)?.seller
  return {
    ...toView(row),
    timeline: row.timeline.map(toStep),
    refunds: row.refunds.map(toRefund),
    fullRefunds: row.full_refunds.map(({ amountCents, ...full }) => ({ ...full, amount: toDecimal(amountCents) })),
    account: presentAccount(row.transfer, sellerOf(presentSeller)),
    receipts: row.receipts.map(({ format }) => format),
    accepted: row.accepted_cents === null ? null : toDecimal(row.accepted_cents),
    seller: detailsOf({ ...noSeller, ...sellerOf(row.seller_revision) }),
    withdrawalCode: row.withdrawal_code,
    initPoint: holdLasts({ status: row.state, holdUntil: row.hold_until }, now) ? row.init_point : null,
  }
}

/** Null once the shop has another account, to which the buyer was not asked to transfer. */
function presentAccount(transfer: ReadRow<'orders'>['transfer'], present: Seller | undefined): OrderDetail['account'] {
  return transfer && transfer.account.cbu === present?.cbu ? transfer.account : null
}

function toStep({ amountCents, ...step }: TimelineStep): OrderDetail['timeline'][number] {
  return { ...step, ...(amountCents !== undefined && { amount: toDecimal(amountCents) }) }
}

function toRefund({ amountCents, lines, ...row }: RefundRow): OrderDetail['refunds'][number] {
  const units = lines.map(({ productId, quantity }) => ({ id: productId, quantity }))
  return { ...row, amount: toDecimal(amountCents), lines: units }
}

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
      discount: toDecimal(line.discountCents),
      netPrice: toDecimal(line.netCents),
      quantity: line.quantity,
      guaranteeMonths: line.guaranteeMonths,
      guaranteeBy: line.guaranteeBy,
    })),
    shipping: row.shipping && { price: toDecimal(row.shipping.priceCents), days: row.shipping.days },
    invoice: row.invoice && { kind: row.invoice, taxId: null },
    discount: toDecimal(discountOf(row.lines)),
    transfer: row.transfer && { discountPercent: row.transfer.discountPercent },
    total: toDecimal(row.total_cents),
    currency: row.currency,
    state: row.state,
    placedAt: row.placed_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    holdUntil: row.hold_until.toISOString(),
  }
}
