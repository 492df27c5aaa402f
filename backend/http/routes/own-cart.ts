// The caller's own cart. Falls back to its stream while the read model is late or locked, so nobody waits.
import type { Context } from 'hono'
import { isContention } from '#backend/db/transient-errors.ts'
import type { CartView } from '#backend/domain/cart/cart.contract.ts'
import { type CartLine, cart } from '#backend/domain/cart/cart.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import { lastWritePosition } from '#backend/http/middleware/read-your-writes.ts'
import { cartView, findCartLines } from '#backend/readmodels/carts/carts.queries.ts'

/** Milliseconds; rows usually follow within a few, and beyond this the stream is faster. */
const maxRowsMs = 100

/** Includes the caller's last change from any process. */
export async function findOwnCart(c: Context, userId: number): Promise<CartView> {
  const { shop } = c.var
  const position = lastWritePosition(c)
  const areShown = position === undefined || (await shop.positions.waitFor(['carts', 'catalogue'], position, maxRowsMs))
  return cartView(shop, userId, (areShown && (await linesOfRow(shop, userId))) || (await linesOfStream(shop, userId)))
}

async function linesOfRow({ db }: ApiShop, userId: number): Promise<readonly CartLine[] | null> {
  try {
    return await findCartLines(db, userId)
  } catch (error) {
    if (isContention(error) || error instanceof Overloaded) return null
    throw error
  }
}

async function linesOfStream({ store }: ApiShop, userId: number): Promise<readonly CartLine[]> {
  return (await loadState(store, cart, userId)).state.lines
}
