// Units whose hold is over are free, also while the job that ends their orders is late: whoever misses them ends those orders first.
import { readStock } from '#backend/commands/availability.ts'
import { expireOrder } from '#backend/commands/expire-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { holdLasts } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { heldBy } from '#backend/domain/stock/stock.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { JoinedReads } from '#backend/eventstore/commands/joined-reads.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { logError } from '#backend/telemetry/log.ts'
import { tellOperator } from './provider-failure.ts'

/** Movements of a product that are looked through: of one that sells faster, the job frees what is older. */
const newestMovements = 500
/** The provider is asked about each. */
const mostOrders = 8

/**
 * What `work` returns. If it is refused because units of some products are missing, as `missing` says of its error, and orders hold such units
 * for longer than they may, these orders end and it is tried once more.
 */
export async function freeingOverdue<Result>(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
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

/** Orders that hold units of these products for longer than they may, by the log alone: a read model may be late, and so may be its job. */
async function findOverdue({ store, now }: PurchaseServices, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return []
  const stock = await readStock(store, productIds)
  const reserved = productIds.filter((id) => (stock.get(id)?.reserved ?? 0) > 0)
  const newest = await Promise.all(reserved.map((id) => store.readEach(`stock-${id}`, { newest: newestMovements })))
  const movements = newest.map(
    (events) => events.filter((one) => !(one instanceof Undecodable)) as unknown as StockEvent[],
  )
  const holders = [...new Set(movements.flatMap(heldBy))]
  const orders = await new JoinedReads(store).loadAll(order, holders)
  return orders
    .flatMap(({ state }) => (state?.status === 'placed' && !holdLasts(state, now()) ? [state.orderId] : []))
    .slice(0, mostOrders)
}
