// Keeps a SKU unique: its stream says which product has it. Whoever gives it up leaves it to others.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { SkuEvent } from './sku.events.ts'

/** The product that has it. */
export type SkuState = number | null
export type SkuCommand = { type: 'TakeSku' | 'FreeSku'; sku: string; productId: number }

export const sku: Decider<SkuState, SkuCommand, SkuEvent, 'sku'> = {
  category: 'sku',
  initial: null,
  evolve: (_, { type, data }) => (type === 'SkuTaken' ? data.productId : null),
  /** Throws Rejection sku_in_use if another product has it. */
  decide(state, { type, sku: code, productId }) {
    const data = { sku: code, productId }
    if (type === 'FreeSku') return state === productId ? [{ type: 'SkuFreed', data }] : []
    if (state === productId) return []
    if (state !== null) throw new Rejection('sku_in_use', { sku: code, productId: state })
    return [{ type: 'SkuTaken', data }]
  },
}
