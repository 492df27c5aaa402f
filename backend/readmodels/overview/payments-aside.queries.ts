import { toDecimal } from '#backend/domain/money.ts'
import type { AsideFigure, AsidePayment, UnmatchedPayment } from '#backend/domain/overview/overview.contract.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { countOf } from '#backend/readmodels/list-part.ts'
import type { AsideState } from './payments-aside.projection.ts'

const openStates: readonly AsideState[] = ['open', 'refunding', 'unanswered', 'refused']
const mostOpen = 20
const mostUnmatched = 50

export async function listOpenAside(db: Database): Promise<AsideFigure[]> {
  const ofOrders = db.selectFrom('rm.payments_aside').selectAll().where('order_id', '>', 0)
  const rows = await ofOrders.where('state', 'in', openStates).orderBy('at', 'desc').limit(mostOpen).execute()
  return rows.map((row) => ({ paymentId: row.payment_id, orderId: row.order_id, at: row.at.toISOString() }))
}

export async function listAsideOf(db: Database, orderId: number): Promise<AsidePayment[]> {
  const query = db.selectFrom('rm.payments_aside').selectAll().where('order_id', '=', orderId)
  const rows = await query.orderBy('at').orderBy('payment_id').execute()
  return rows.map(({ payment_id: paymentId, at, state, differences }) => {
    const isRefunding = state === 'unanswered' || state === 'refused'
    return { paymentId, at: at.toISOString(), state: isRefunding ? 'refunding' : state, differences }
  })
}

export function countUnmatched(db: Database): Promise<number> {
  return countOf(unmatched(db).where('state', 'in', openStates))
}

export async function listUnmatched(db: Database): Promise<UnmatchedPayment[]> {
  const newest = unmatched(db).selectAll().orderBy('at', 'desc').orderBy('payment_id', 'desc').limit(mostUnmatched)
  const open = await newest.where('state', 'in', openStates).execute()
  const dealt = await newest.where('state', 'not in', openStates).execute()
  return [...open, ...dealt].slice(0, mostUnmatched).map((row) => ({
    paymentId: row.payment_id,
    at: row.at.toISOString(),
    amount: toDecimal(row.amount_cents),
    currency: row.currency,
    reference: row.reference,
    state: row.state as UnmatchedPayment['state'],
  }))
}

function unmatched(db: Database) {
  return db.selectFrom('rm.payments_aside').where('order_id', '=', 0)
}
