// Calls of one buyer with many purchases, one per screen or button.
import { addItemToCart, changeItemQuantity } from '#backend/commands/cart.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { postReview } from '#backend/commands/reviews.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import { cartProducts } from '#backend/http/routes/own-cart.ts'
import { findProductView } from '#backend/http/routes/product/product-views.ts'
import { findCart } from '#backend/readmodels/carts/carts.queries.ts'
import { findOpenOrder, listOrdersOf } from '#backend/readmodels/orders/orders.queries.ts'
import type { Core } from '#backend/shop.ts'
import type { Happening } from './fill-log.ts'
import { paid, placed } from './history.ts'
import { append, context } from './long-lives.ts'

const currency = 'ARS'
const priceCents = 100
const chunk = 200
export const shownOrders = 20

export async function fillOrders(core: Core, userId: number, productId: number, orders: number): Promise<void> {
  for (let done = 0; done < orders; done += chunk) {
    const ids = await Promise.all(
      Array.from({ length: Math.min(chunk, orders - done) }, () => core.store.nextId('order')),
    )
    ids.sort((a, b) => a - b)
    const happened = ids.flatMap((orderId) => {
      const bought = { orderId, userId, productIds: [productId] }
      return [...placed(bought), ...paid(bought)]
    })
    const streams = Map.groupBy(happened, ({ stream }) => stream)
    await append(core, ...[...streams].map(([stream, those]) => writeOf(stream, those)))
  }
}

function writeOf(stream: Happening['stream'], happened: readonly Happening[]): NewWrite<ShopLog> {
  return { stream, expected: null, events: happened.map(({ event }) => event) } as NewWrite<ShopLog>
}

export type BuyersCall =
  | 'their orders'
  | 'their cart'
  | 'their waiting order'
  | 'page'
  | 'review'
  | "'Pagar'"
  | 'add to cart'

export function callsOf(core: Core, userId: number, productId: number): Record<BuyersCall, () => Promise<unknown>> {
  const { db, store } = core
  const products = cartProducts(core)
  const line = { userId, productId, quantity: 1 }
  let nth = 0
  return {
    'their orders': () => listOrdersOf(db, userId, 1, shownOrders),
    'their cart': () => findCart(db, products, userId, currency),
    'their waiting order': () => findOpenOrder(db, userId, new Date()),
    page: () => findProductView(db, productId),
    review: () => postReview(store, context, { productId, userId, text: `Opinión ${++nth}.`, score: 5 }),
    // Changes the cart each time, so the unpaid order is replaced.
    "'Pagar'": async () => {
      const quantity = 1 + (++nth % 2)
      await changeItemQuantity(store, context, { ...line, quantity })
      // Disables waiting, however often the call is measured.
      const terms = { currency, holdMinutes: 15, maxUnits: 99, maxUnpaidHolds: Number.POSITIVE_INFINITY }
      const newcomers = { maxUnits: 99, maxProducts: 99, addressUnits: 99, stockPercent: 100 }
      const placing = { store, now: () => new Date(), newcomers, newcomerHolds: core.newcomerHolds, ...terms }
      const shown = [{ id: productId, quantity, priceCents }]
      return placeOrder(placing, context, userId, { totalCents: quantity * priceCents, lines: shown })
    },
    'add to cart': () => addItemToCart(store, context, line),
  }
}
