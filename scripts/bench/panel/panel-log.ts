// A panel's years of history: many products, people and orders, carts filled and emptied, and one long stream.

import { manyProducts } from '#scripts/bench/catalogue/many-products.ts'
import { type Happening, purchase, registered } from '#scripts/bench/growth/history.ts'

/** `products`: at least 1,000. */
export type Sizes = { orders: number; products: number; users: number; events: number }

/** Products that sell, the minimum; the others only lie on their shelves. */
export const sold = 1000
export const longStory = 1000
export const longProduct = 2

/** `events` is a minimum: orders, products and people may need more. */
export function* panelLog({ orders, products, users, events }: Sizes): Generator<Happening> {
  let count = 0
  for (const happening of base(orders, products, users)) {
    count++
    yield happening
  }
  for (let nth = 0; count < events; nth++, count += 2) {
    const userId = 1 + ((nth * 7919) % users)
    const productId = 1 + ((nth * 31) % products)
    const cart = `cart-${userId}` as const
    yield { stream: cart, event: { type: 'ItemAddedToCart', data: { userId, productId, quantity: 1 } } }
    yield { stream: cart, event: { type: 'ItemRemovedFromCart', data: { userId, productId } } }
  }
}

function* base(orders: number, products: number, users: number): Generator<Happening> {
  yield* manyProducts(Math.max(sold, products))
  for (let productId = 1; productId <= sold; productId++)
    yield { stream: `stock-${productId}`, event: { type: 'StockAdjusted', data: { productId, delta: 10_000_000 } } }
  for (let nth = 1; nth < longStory; nth++) {
    const data = { productId: longProduct, priceCents: 100_000 + nth * 100, currency: 'ARS' }
    yield { stream: `product-${longProduct}`, event: { type: 'ProductPriceChanged', data } }
  }
  for (let userId = 1; userId <= users; userId++) yield registered(userId)
  for (let orderId = 1; orderId <= orders; orderId++)
    yield* purchase(orderId, 1 + ((orderId * 7919) % users), orderId > orders - 100)
}
