import { type Context, Hono } from 'hono'
import { addItemToCart, buyAgain, correctCart, mergeCart } from '#backend/commands/cart.ts'
import { changeCart } from '#backend/commands/changes.ts'
import { freeingOverdue } from '#backend/commands/reconciliation/overdue-holds.ts'
import {
  browserCart,
  type CartView,
  cartAnswer,
  cartOwner,
  filledCartAnswer,
  itemToAdd,
  itemToRemove,
  mergedCartAnswer,
  orderToRepeat,
} from '#backend/domain/cart/cart.contract.ts'
import type { CartState } from '#backend/domain/cart/cart.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, requireOwn } from '#backend/http/middleware/allow.ts'
import { namedRequest } from '#backend/http/middleware/idempotency-key.ts'
import { cartView } from '#backend/readmodels/carts/carts.queries.ts'
import { findOwnCart } from './own-cart.ts'

const calls = {
  own: { does: "The caller's cart.", returns: cartAnswer, refuses: ['not_found'] },
  add: { does: 'Adds units of a product.', returns: cartAnswer, refuses: ['not_found', 'out_of_stock', 'cart_full'] },
  setQuantity: { does: 'Sets the units of a line.', returns: cartAnswer, refuses: ['not_found', 'out_of_stock'] },
  deleteItem: { does: 'Takes a line out.', returns: cartAnswer, refuses: ['not_found'] },
  correct: { does: 'Makes the cart what can be bought of it.', returns: cartAnswer, refuses: ['not_found'] },
  buyAgain: {
    does: "Puts what the caller's order held into the cart again, as far as it can be had, once for each mergeId.",
    returns: filledCartAnswer,
    refuses: ['not_found', 'cart_full'],
  },
  merge: { does: "Merges a browser's cart, once for each mergeId.", returns: mergedCartAnswer, refuses: ['not_found'] },
} satisfies Record<string, Call>

/** Changes return the decided cart without waiting for its read model. */
export const cartRoutes = new Hono<ApiEnv>()
  .get('/:id', allow('user', calls.own, { param: idParam }), async (c) => {
    const { userId } = requireOwn(c, { userId: c.req.valid('param').id })
    return c.json(await findOwnCart(c, userId), 200)
  })
  .post('/addproducttocart', allow('user', calls.add, { json: itemToAdd }), async (c) => {
    const body = requireOwn(c, c.req.valid('json'))
    const { userId, productId: item } = body
    const line = { userId, productId: item.id, quantity: item.quantity }
    const context = { ...commandContext(c), ...namedRequest(c, body) }
    const { store, services } = c.var.shop
    const missing = (error: unknown) => (error instanceof Rejection && error.code === 'out_of_stock' ? [item.id] : [])
    const added = await freeingOverdue(services, context, missing, () => addItemToCart(store, context, line))
    return c.json(await view(c, userId, added), 200)
  })
  .post('/setquantity', allow('user', calls.setQuantity, { json: itemToAdd }), async (c) => {
    const { userId, productId: item } = requireOwn(c, c.req.valid('json'))
    const change = { type: 'ChangeItemQuantity', userId, productId: item.id, quantity: item.quantity } as const
    return c.json(await view(c, userId, await changeCart(c.var.shop.store, commandContext(c), change)), 200)
  })
  .post('/deleteitem', allow('user', calls.deleteItem, { json: itemToRemove }), async (c) => {
    const { userId, itemId: productId } = requireOwn(c, c.req.valid('json'))
    const change = { type: 'RemoveItemFromCart', userId, productId } as const
    return c.json(await view(c, userId, await changeCart(c.var.shop.store, commandContext(c), change)), 200)
  })
  .post('/correct', allow('user', calls.correct, { json: cartOwner }), async (c) => {
    const { userId } = requireOwn(c, c.req.valid('json'))
    return c.json(await view(c, userId, await correctCart(c.var.shop.services, commandContext(c), userId)), 200)
  })
  .post('/buyagain', allow('user', calls.buyAgain, { json: orderToRepeat }), async (c) => {
    const { orderId, mergeId } = c.req.valid('json')
    const { userId } = c.get('session')
    const { store, services } = c.var.shop
    const { state: placed } = await loadState(store, order, orderId)
    if (placed?.userId !== userId) throw new Rejection('not_found')
    const wasPaid = isPaidState(placed.status) || placed.status === 'refunded'
    const asked = { userId, bought: placed.lines, wasPaid, mergeId }
    const { differences, ...handled } = await buyAgain(services, commandContext(c), asked)
    return c.json({ cart: await view(c, userId, handled), differences }, 200)
  })
  .post('/addcartfromlocalstorage', allow('user', calls.merge, { json: browserCart }), async (c) => {
    const { userId, productId = [], productsId = productId, mergeId } = requireOwn(c, c.req.valid('json'))
    const lines = productsId.map(({ id, quantity }) => ({ productId: id, quantity }))
    const { dropped, ...handled } = await mergeCart(c.var.shop.store, commandContext(c), { userId, lines, mergeId })
    return c.json({ ...(await view(c, userId, handled)), dropped }, 200)
  })

function view(c: Context, userId: number, { result }: Pick<Handled<CartState>, 'result'>): Promise<CartView> {
  return cartView(c.var.shop, userId, result.lines)
}
