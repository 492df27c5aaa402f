// Addresses of orders, read from their streams each time: read models hold none, so that erasure leaves none behind.
import type { Address } from '#backend/domain/address.limits.ts'
import type { OrderView } from '#backend/domain/order/order.contract.ts'
import { order } from '#backend/domain/order/order.ts'
import { type Authority, may } from '#backend/domain/user/roles.limits.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export async function shippedTo<Shown extends Pick<OrderView, 'id' | 'shipping'>>(
  store: ShopStore,
  orders: readonly Shown[],
): Promise<(Shown & { address: Address | null })[]> {
  const ids = orders.filter(({ shipping }) => shipping !== null).map(({ id }) => id)
  const placed = ids.length > 0 ? await loadStates(store, order, ids) : []
  const addresses = new Map(placed.flatMap(({ state }) => (state ? [[state.orderId, state.shipping?.address]] : [])))
  return orders.map((one) => ({ ...one, address: addresses.get(one.id) ?? null }))
}

type Caller = Authority & { userId: number }

/** Shows the address only to the buyer and to staff who ship parcels. */
export async function shippedFor<Shown extends Pick<OrderView, 'id' | 'userId' | 'shipping'>>(
  store: ShopStore,
  caller: Caller,
  shown: Shown,
): Promise<Shown & { address: Address | null }> {
  const hidden = { ...shown, address: null }
  if (shown.userId !== caller.userId && !may(caller, 'orders:fulfil')) return hidden
  const [open = hidden] = await shippedTo(store, [shown])
  return open
}
