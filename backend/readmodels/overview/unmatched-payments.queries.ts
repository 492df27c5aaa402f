// Counts and lists unmatched payments.
import { toDecimal } from '#backend/domain/money.ts'
import type { UnmatchedPayment } from '#backend/domain/overview/overview.contract.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { countOf } from '#backend/readmodels/list-part.ts'
import type { UnmatchedState } from './unmatched-payments.projection.ts'

const leftStates: readonly UnmatchedState[] = ['open', 'refunding', 'unanswered', 'refused']
const mostListed = 50

export function countUnmatched(db: Database): Promise<number> {
  return countOf(db.selectFrom('rm.unmatched_payments').where('state', 'in', leftStates))
}

export async function listUnmatched(db: Database): Promise<UnmatchedPayment[]> {
  const newest = db
    .selectFrom('rm.unmatched_payments')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('payment_id', 'desc')
    .limit(mostListed)
  const left = await newest.where('state', 'in', leftStates).execute()
  const dealt = await newest.where('state', 'not in', leftStates).execute()
  return [...left, ...dealt].slice(0, mostListed).map(({ payment_id, amount_cents, at, ...row }) => ({
    ...row,
    paymentId: payment_id,
    at: at.toISOString(),
    amount: toDecimal(amount_cents),
  }))
}
