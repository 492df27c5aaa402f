// Reads a product's cost from its stream: no read model holds it, since few may see it.
import { type CostChange, type CostState, cost } from '#backend/domain/product/cost/cost.ts'
import { product } from '#backend/domain/product/product.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

/** Throws Rejection not_found; product_changed if the cost is another one than was seen. */
export function changeCost(store: ShopStore, context: ShopContext, change: CostChange): Promise<Handled<CostState>> {
  return transact(store, context, 'ChangeCost', async (unit) => {
    if (!(await unit.load(product, change.productId)).state) throw new Rejection('not_found')
    const loaded = await unit.load(cost, change.productId)
    return unit.decide(cost, loaded, { type: 'ChangeCost', ...change }).state
  })
}

/** In the order of the ids; for a caller with the permission `catalogue:cost`. */
export async function readCosts(store: ShopStore, productIds: readonly number[]): Promise<CostState[]> {
  return (await loadStates(store, cost, productIds)).map(({ state }) => state)
}
