// What can be sold now, from the write side: the products' streams and the guarded stock.
import type { Availability } from '#backend/domain/cart/cart.ts'
import { type Product, product } from '#backend/domain/product/product.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StockState } from '#backend/domain/stock/stock.ts'
import { JoinedReads } from '#backend/eventstore/commands/joined-reads.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** `available`: units on hand and not held. */
export type AvailableProduct = Product & { available: number }

/** The products with these ids, sold or not; unknown ids are absent. One round trip, with what else the reads are asked for in the same moment. */
export async function loadAvailability(
  from: EventStore<ShopLog> | JoinedReads<ShopLog>,
  productIds: readonly number[],
): Promise<Map<number, AvailableProduct>> {
  const reads = from instanceof JoinedReads ? from : new JoinedReads(from)
  const [products, guarded] = await Promise.all([reads.loadAll(product, productIds), reads.readGuarded(productIds)])
  const available = new Map<number, AvailableProduct>()
  productIds.forEach((id, index) => {
    const known = products[index]?.state
    const units = guarded.get(id)
    if (known) available.set(id, { ...known, available: units ? units.total - units.taken : 0 })
  })
  return available
}

/** The guarded stock of these products, in units; a product without stock events is absent. */
export async function readStock(
  store: EventStore<ShopLog>,
  productIds: readonly number[],
): Promise<Map<number, StockState>> {
  const guarded = await store.readGuarded(productIds)
  return new Map([...guarded].map(([id, { total, taken }]) => [id, { onHand: total, reserved: taken }]))
}

/** The availability of one product; null if it is unknown. */
export async function loadAvailabilityOf(store: EventStore<ShopLog>, productId: number): Promise<Availability> {
  return (await loadAvailability(store, [productId])).get(productId) ?? null
}
