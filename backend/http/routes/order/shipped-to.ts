// Where orders are shipped. Read from their streams each time: no row of a read model holds an address, so that erasing its person leaves none.
import type { Address } from '#backend/domain/address.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { type Authority, may } from '#backend/domain/user/roles.limits.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { OrderView } from '#backend/readmodels/orders/orders.queries.ts'

/** Each order with its address: null if it is picked up, or if its person was erased. */
export async function shippedTo<Shown extends Pick<OrderView, 'id' | 'shipping'>>(
  store: EventStore<ShopLog>,
  orders: readonly Shown[],
): Promise<(Shown & { address: Address | null })[]> {
  const ids = orders.filter(({ shipping }) => shipping !== null).map(({ id }) => id)
  const placed = ids.length > 0 ? await loadStates(store, order, ids) : []
  const addresses = new Map(placed.flatMap(({ state }) => (state ? [[state.orderId, state.shipping?.address]] : [])))
  return orders.map((one) => ({ ...one, address: addresses.get(one.id) ?? null }))
}

type Caller = Authority & { userId: number }

/** The order as this caller may see it: its address is for its buyer and for those who send parcels. */
export async function shippedFor<Shown extends Pick<OrderView, 'id' | 'userId' | 'shipping'>>(
  store: EventStore<ShopLog>,
  caller: Caller,
  shown: Shown,
): Promise<Shown & { address: Address | null }> {
  const hidden = { ...shown, address: null }
  if (shown.userId !== caller.userId && !may(caller, 'orders:fulfil')) return hidden
  const [open = hidden] = await shippedTo(store, [shown])
  return open
}
