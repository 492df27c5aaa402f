// Payments that were set aside: those that somebody has to decide about, and those of one order.
import type { Database, ReadRow } from '#backend/readmodels/database.ts'
import type { AsideState } from './payments-aside.projection.ts'

/** Until a decision is carried out: what goes back is there until it is back. */
const openStates: readonly AsideState[] = ['open', 'refunding']
const mostListed = 20

/** orderId: null if it names no order. at: when it was set aside. */
export type AsideFigure = { paymentId: string; orderId: number | null; at: string }
export type AsidePayment = {
  paymentId: string
  at: string
  state: AsideState
  /** What of it is not as the order wants it, in the words of the log; amounts in minor units. */
  differences: { field: string; expected: string; found: string }[]
}

/** The newest first. */
export async function listOpenAside(db: Database): Promise<AsideFigure[]> {
  const rows = await db
    .selectFrom('rm.payments_aside')
    .selectAll()
    .where('state', 'in', openStates)
    .orderBy('at', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ paymentId: row.payment_id, orderId: row.order_id, at: row.at.toISOString() }))
}

/** All of an order, the oldest first. */
export async function listAsideOf(db: Database, orderId: number): Promise<AsidePayment[]> {
  const query = db.selectFrom('rm.payments_aside').selectAll().where('order_id', '=', orderId)
  return (await query.orderBy('at').orderBy('payment_id').execute()).map(toView)
}

function toView(row: ReadRow<'payments_aside'>): AsidePayment {
  return { paymentId: row.payment_id, at: row.at.toISOString(), state: row.state, differences: row.differences }
}
