// Overdue holds don't block buyers while their job is late: a command that misses units expires those orders first.
import { readStock } from '#backend/commands/availability.ts'
import { expireOrder } from '#backend/commands/expire-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { holdLasts } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { ordersHolding } from '#backend/domain/stock/stock.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { logError } from '#backend/telemetry/log.ts'
import { tellOperator } from './provider-failure.ts'

const newestMovements = 500
const mostOrders = 8

/**
 * Runs `work`. If units are missing, as `missing` derives from its error, and overdue orders hold them, expires those
 * orders and retries once.
 */
export async function freeingOverdue<Result>(
  services: PurchaseServices,
  context: ShopContext,
  missing: (error: unknown) => readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const overdue = await findOverdue(services, missing(error))
    if (overdue.length === 0) throw error
    const asJob = { actor: 'job:expire-order', correlation: context.correlation } as const
    const report = (failure: unknown) =>
      failure instanceof PaymentWalletError ? tellOperator(failure) : logError('overdue hold', failure)
    await Promise.all(overdue.map((orderId) => expireOrder(services, asJob, orderId, report)))
    return await work()
  }
}

/** Finds orders with overdue holds from the log alone, since a read model or its job may lag. */
async function findOverdue({ store, now }: PurchaseServices, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return []
  const stock = await readStock(store, productIds)
  const reserved = productIds.filter((id) => (stock.get(id)?.reserved ?? 0) > 0)
  const newest = await Promise.all(reserved.map((id) => store.readEach(`stock-${id}`, { newest: newestMovements })))
  const movements = newest.map(
    (events) => events.filter((one) => !(one instanceof Undecodable)) as unknown as StockEvent[],
  )
  const holders = [...new Set(movements.flatMap(ordersHolding))]
  const orders = await loadStates(store, order, holders)
  return orders
    .flatMap(({ state }) => (state?.status === 'placed' && !holdLasts(state, now()) ? [state.orderId] : []))
    .slice(0, mostOrders)
}
