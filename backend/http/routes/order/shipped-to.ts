// Adds an order's address, the number of its invoice and its buyer's account for refunds, which no read model holds.
import type { Address } from '#backend/domain/address.limits.ts'
import type { OrderView } from '#backend/domain/order/order.contract.ts'
import { order } from '#backend/domain/order/order.ts'
import { type Authority, may } from '#backend/domain/user/roles.limits.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { ShopStore } from '#backend/shop-store.ts'

type Shown = Pick<OrderView, 'id' | 'shipping' | 'transfer' | 'invoice'>
type Personal = { address: Address | null; refundCbu: string | null }

export async function shippedTo<Each extends Shown>(
  store: ShopStore,
  orders: readonly Each[],
): Promise<(Each & Personal)[]> {
  const ids = orders.filter(({ shipping, transfer, invoice }) => shipping ?? transfer ?? invoice).map(({ id }) => id)
  const placed = ids.length > 0 ? await loadStates(store, order, ids) : []
  const known = new Map(placed.flatMap(({ state }) => (state ? [[state.orderId, state]] : [])))
  return orders.map((one) => {
    const { shipping, invoice = null, refundCbu = null } = known.get(one.id) ?? {}
    return { ...one, address: shipping?.address ?? null, invoice, refundCbu }
  })
}

type Caller = Authority & { userId: number }

/** Address and invoice are for the buyer and staff who ship parcels, the account for the buyer and staff who transfer money. */
export async function shippedFor<Each extends Shown & Pick<OrderView, 'userId'>>(
  store: ShopStore,
  caller: Caller,
  shown: Each,
): Promise<Each & Personal> {
  const hidden = { ...shown, address: null, refundCbu: null }
  const isOwn = shown.userId === caller.userId
  const [ships, pays] = [isOwn || may(caller, 'orders:fulfil'), isOwn || may(caller, 'payments:confirm')]
  if (!ships && !pays) return hidden
  const [open = hidden] = await shippedTo(store, [shown])
  const shipped = ships ? open : hidden
  return { ...open, address: shipped.address, invoice: shipped.invoice, refundCbu: pays ? open.refundCbu : null }
}
