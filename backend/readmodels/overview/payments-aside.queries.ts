// Lists payments set aside: undecided ones, and those of one order.
import type { AsideFigure, AsidePayment } from '#backend/domain/overview/overview.contract.ts'
import type { Database, ReadRow } from '#backend/readmodels/database.ts'
import type { AsideState } from './payments-aside.projection.ts'

const openStates: readonly AsideState[] = ['open', 'refunding']
const mostListed = 20

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

export async function listAsideOf(db: Database, orderId: number): Promise<AsidePayment[]> {
  const query = db.selectFrom('rm.payments_aside').selectAll().where('order_id', '=', orderId)
  return (await query.orderBy('at').orderBy('payment_id').execute()).map(toView)
}

function toView(row: ReadRow<'payments_aside'>): AsidePayment {
  return { paymentId: row.payment_id, at: row.at.toISOString(), state: row.state, differences: row.differences }
}
