// Availability from the write side: product streams and the guarded stock.
import { type Product, type ProductState, product } from '#backend/domain/product/product.ts'
import type { StockState } from '#backend/domain/stock/stock.ts'
import { type Loaded, loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { ShopStore } from '#backend/shop-store.ts'

/** `version`: of the product's stream. */
export type AvailableProduct = Product & { available: number; version: number }

export type SeenProduct = { loaded: Loaded<ProductState, 'product'>; onHand: number; available: number }

/** Loads streams and stock as of one moment, in one round trip with the other reads. */
export async function seeProducts(store: ShopStore, productIds: readonly number[]): Promise<Map<number, SeenProduct>> {
  const [streams, guarded] = await Promise.all([loadStates(store, product, productIds), store.readGuarded(productIds)])
  return new Map(
    streams.map((loaded, index) => {
      const id = productIds[index] as number
      const { total, taken } = guarded.get(id) ?? { total: 0, taken: 0 }
      return [id, { loaded, onHand: total, available: total - taken }]
    }),
  )
}

export function known(seen: ReadonlyMap<number, SeenProduct>): Map<number, AvailableProduct> {
  return new Map(
    [...seen].flatMap(([id, { loaded, available }]) =>
      loaded.state ? [[id, { ...loaded.state, available, version: loaded.version }]] : [],
    ),
  )
}

/** Includes products no longer sold; unknown ids are absent. */
export async function loadAvailability(
  store: ShopStore,
  productIds: readonly number[],
): Promise<Map<number, AvailableProduct>> {
  return known(await seeProducts(store, productIds))
}

export async function readStock(store: ShopStore, productIds: readonly number[]): Promise<Map<number, StockState>> {
  const guarded = await store.readGuarded(productIds)
  return new Map([...guarded].map(([id, { total, taken }]) => [id, { onHand: total, reserved: taken }]))
}
