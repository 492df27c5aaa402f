// Cost of a product: shown only to those who have the permission `catalogue:cost`.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { CostEvent } from './cost.events.ts'

/** `costCents`: of one unit without taxes; null: unknown. */
export type CostState = { revision: number; costCents: number | null }
/** `seen`: the revision that the caller saw. */
export type CostChange = { productId: number; costCents: number | null; currency: string; seen: number }
export type CostCommand = CostChange & { type: 'ChangeCost' }

export const cost: Decider<CostState, CostCommand, CostEvent, 'cost'> = {
  category: 'cost',
  initial: { revision: 0, costCents: null },
  evolve: (_, { data: { revision, costCents } }) => ({ revision, costCents }),
  /** Ignores what is so already. Throws Rejection product_changed if the revision differs. */
  decide(state, { productId, costCents, currency, seen }) {
    if (state.costCents === costCents) return []
    if (seen !== state.revision) throw new Rejection('product_changed')
    return [{ type: 'ProductCostChanged', data: { productId, revision: state.revision + 1, costCents, currency } }]
  },
}
