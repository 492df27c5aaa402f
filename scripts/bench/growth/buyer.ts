import { addItemToCart } from '#backend/commands/cart.ts'
import { changeCart } from '#backend/commands/changes.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { postReview } from '#backend/commands/reviews.ts'
import { findProductView } from '#backend/http/routes/product/product-views.ts'
import { findCartLines } from '#backend/readmodels/carts/carts.queries.ts'
import { findOpenOrder, listOrdersOf } from '#backend/readmodels/orders/orders.queries.ts'
import type { Core } from '#backend/shop.ts'
import { servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import { fillLog } from './fill-log.ts'
import { paid, placed } from './history.ts'
import { context } from './long-lives.ts'

const currency = 'ARS'
const priceCents = 100
export const shownOrders = 20

export async function fillOrders(core: Core, userId: number, productId: number, orders: number): Promise<void> {
  const first = await core.store.nextId('order')
  const bought = Array.from({ length: orders }, (_, nth) => ({ orderId: first + nth, userId, productIds: [productId] }))
  await fillLog(
    core,
    bought.flatMap((one) => [...placed(one), ...paid(one)]),
  )
}

export type BuyersCall = keyof ReturnType<typeof callsOf>

export function callsOf(core: Core, userId: number, productId: number) {
  const { db, store } = core
  const services = { ...servicesOf(core), currency }
  const line = { userId, productId, quantity: 1 }
  let nth = 0
  return {
    'their orders': () => listOrdersOf(db, userId, 1, shownOrders),
    'their cart': () => findCartLines(db, userId),
    'their waiting order': () => findOpenOrder(db, userId, new Date()),
    page: () => findProductView(db, productId),
    review: () => postReview(store, context, { productId, userId, text: `Opinión ${++nth}.`, score: 5 }),
    // Changes the cart each time, so the unpaid order is replaced.
    "'Pagar'": async () => {
      const quantity = 1 + (++nth % 2)
      await changeCart(store, context, { type: 'ChangeItemQuantity', ...line, quantity })
      const shown = [{ id: productId, quantity, priceCents }]
      return placeOrder(services, context, userId, { totalCents: quantity * priceCents, lines: shown })
    },
    'add to cart': () => addItemToCart(store, context, line),
  }
}
