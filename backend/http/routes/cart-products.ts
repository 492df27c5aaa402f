// What a cart shows of its products: from the catalogue; from the write side while the catalogue cannot be read, since a cart is no list.
import { loadAvailability } from '#backend/commands/availability.ts'
import { isContention } from '#backend/db/transient-errors.ts'
import { toDecimal } from '#backend/domain/money.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { CartProducts } from '#backend/readmodels/carts/carts.queries.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'

export function cartProducts({ db, store }: { db: Database; store: EventStore<ShopLog> }): CartProducts {
  return async (ids) => {
    try {
      return await findProducts(db, ids)
    } catch (error) {
      if (!isContention(error) && !(error instanceof Overloaded)) throw error
      const known = await loadAvailability(store, ids)
      return [...known].map(([id, { priceCents, available: stock, ...product }]) => ({
        ...product,
        id,
        price: toDecimal(priceCents),
        stock,
      }))
    }
  }
}
