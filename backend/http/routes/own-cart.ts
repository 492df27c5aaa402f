// The caller's own cart. Falls back to the write side while a read model is late or locked, so nobody waits.
import type { Context } from 'hono'
import { loadAvailability } from '#backend/commands/availability.ts'
import { isContention } from '#backend/db/transient-errors.ts'
import type { CartView } from '#backend/domain/cart/cart.contract.ts'
import { cart } from '#backend/domain/cart/cart.ts'
import { toDecimal } from '#backend/domain/money.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import { lastWritePosition } from '#backend/http/middleware/read-your-writes.ts'
import { type CartProducts, cartView, findCart } from '#backend/readmodels/carts/carts.queries.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { ShopStore } from '#backend/shop-store.ts'

/** Milliseconds; rows usually follow within a few, and beyond this the streams are faster. */
const maxRowsMs = 100

/** Includes the caller's last change from any process. */
export async function findOwnCart(c: Context, shop: ApiShop, userId: number): Promise<CartView> {
  const { db, positions, currency } = shop
  const position = lastWritePosition(c)
  const areShown = position === undefined || (await positions.waitFor(['carts', 'catalogue'], position, maxRowsMs))
  if (!areShown) return cartOfStreams(shop, userId)
  try {
    return await findCart(db, cartProducts(shop), userId, currency)
  } catch (error) {
    if (!isLate(error)) throw error
    return cartOfStreams(shop, userId)
  }
}

async function cartOfStreams({ store, currency }: ApiShop, userId: number): Promise<CartView> {
  const { state } = await loadState(store, cart, userId)
  return cartView(productsOfStreams(store), userId, state.lines, currency)
}

export function cartProducts({ db, store }: Pick<ApiShop, 'db' | 'store'>): CartProducts {
  return async (ids) => {
    try {
      return await findProducts(db, ids)
    } catch (error) {
      if (!isLate(error)) throw error
      return productsOfStreams(store)(ids)
    }
  }
}

function productsOfStreams(store: ShopStore): CartProducts {
  return async (ids) => {
    const known = await loadAvailability(store, ids)
    return [...known].map(([id, { priceCents, available: stock, ...product }]) => ({
      ...product,
      id,
      price: toDecimal(priceCents),
      stock,
    }))
  }
}

function isLate(error: unknown): boolean {
  return isContention(error) || error instanceof Overloaded
}
