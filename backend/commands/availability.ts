// What can be sold now, from the write side: the products' streams and the guarded stock.

import type { Offer } from '#backend/domain/cart/cart.ts'
import { type Product, product } from '#backend/domain/product/product.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StockState } from '#backend/domain/stock/stock.ts'
import { UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

export type PricedOffer = Product & { available: number }

/** The products with these ids and the units of each that are on hand and not held; unknown ids are absent. */
export async function loadOffers(
  store: EventStore<ShopLog>,
  productIds: readonly number[],
): Promise<Map<number, PricedOffer>> {
  const [products, stock] = await Promise.all([
    new UnitOfWork(store).loadAll(product, productIds),
    readStock(store, productIds),
  ])
  const offers = new Map<number, PricedOffer>()
  productIds.forEach((id, index) => {
    const known = products[index]?.state
    const units = stock.get(id)
    if (known) offers.set(id, { ...known, available: units ? units.onHand - units.reserved : 0 })
  })
  return offers
}

/** The guarded stock of these products, in units; a product without stock events is absent. */
export async function readStock(
  store: EventStore<ShopLog>,
  productIds: readonly number[],
): Promise<Map<number, StockState>> {
  const guarded = await store.readGuarded(productIds)
  return new Map([...guarded].map(([id, { total, taken }]) => [id, { onHand: total, reserved: taken }]))
}

/** The offer of one product, null where there is none. */
export async function loadOffer(store: EventStore<ShopLog>, productId: number): Promise<Offer> {
  return (await loadOffers(store, [productId])).get(productId) ?? null
}
