// /api/cart: the session's own cart.

import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { loadOffer, loadOffers } from '#backend/commands/availability.ts'
import type { Database } from '#backend/db/database.ts'
import { browserCart, cartOwner, itemToAdd, itemToRemove } from '#backend/domain/cart/cart.contract.ts'
import { type CartCommand, cart } from '#backend/domain/cart/cart.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { transact } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow, commandContext, requireOwn, type UserEnv } from '#backend/http/middleware/allow.ts'
import { fresh, wrote } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { type CartView, cartView, findCart } from '#backend/readmodels/carts/carts.queries.ts'

export function cartRoutes(shop: { db: Database; store: EventStore<ShopLog>; positions: Positions; currency: string }) {
  const { db, store, positions, currency } = shop

  /** Runs a command on the caller's own cart and answers the cart after it. */
  async function change(
    c: Context<UserEnv>,
    userId: number,
    cause: CartCommand['type'],
    commandFor: (inCart: number[]) => Promise<CartCommand>,
  ): Promise<CartView> {
    requireOwn(c, userId)
    const { result, position } = await transact(store, commandContext(c), cause, async (unit) => {
      const own = await unit.load(cart, userId)
      return unit.decide(cart, own, await commandFor(own.state.lines.map((line) => line.productId)))
    })
    wrote(c, position)
    return cartView(db, userId, result.lines, currency)
  }

  return new Hono<ApiEnv>()
    .get('/:id', allow('user'), validate('param', idParam), async (c) => {
      const userId = Number(c.req.valid('param').id)
      requireOwn(c, userId)
      await fresh(c, positions, ['carts', 'catalogue'])
      return c.json(await findCart(db, userId, currency), 200)
    })
    .post('/addproducttocart', allow('user'), validate('json', itemToAdd), async (c) => {
      const { userId, productId: item } = c.req.valid('json')
      const view = await change(c, userId, 'AddItemToCart', async () => {
        const offer = await loadOffer(store, item.id)
        return { type: 'AddItemToCart', userId, productId: item.id, quantity: item.quantity, offer }
      })
      return c.json(view, 200)
    })
    .post('/setquantity', allow('user'), validate('json', itemToAdd), async (c) => {
      const { userId, productId: item } = c.req.valid('json')
      const view = await change(c, userId, 'ChangeItemQuantity', async () => {
        return { type: 'ChangeItemQuantity', userId, productId: item.id, quantity: item.quantity }
      })
      return c.json(view, 200)
    })
    .post('/deleteitem', allow('user'), validate('json', itemToRemove), async (c) => {
      const { userId, itemId } = c.req.valid('json')
      const view = await change(c, userId, 'RemoveItemFromCart', async () => ({
        type: 'RemoveItemFromCart',
        userId,
        productId: itemId,
      }))
      return c.json(view, 200)
    })
    .post('/correct', allow('user'), validate('json', cartOwner), async (c) => {
      const { userId } = c.req.valid('json')
      const view = await change(c, userId, 'CorrectCart', async (ids) => ({
        type: 'CorrectCart',
        userId,
        offers: await loadOffers(store, ids),
      }))
      return c.json(view, 200)
    })
    .post('/addcartfromlocalstorage', allow('user'), validate('json', browserCart), async (c) => {
      const { userId, productsId, mergeId } = c.req.valid('json')
      const lines = productsId.map(({ id, quantity }) => ({ productId: id, quantity }))
      const ids = [...new Set(lines.map((line) => line.productId))]
      const offers = await loadOffers(store, ids)
      const view = await change(c, userId, 'MergeCart', async () => {
        return { type: 'MergeCart', userId, mergeId: mergeId ?? contentId(lines), lines, offers }
      })
      const dropped = ids
        .filter((id) => !offers.get(id)?.isActive)
        .map((id) => ({ id, reason: offers.has(id) ? ('inactive' as const) : ('unknown' as const) }))
      return c.json({ ...view, dropped }, 200)
    })
}

/** A browser cart without a name is known by its content, so that the very same one is not merged twice. */
function contentId(lines: readonly { productId: number; quantity: number }[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, 32)
}
