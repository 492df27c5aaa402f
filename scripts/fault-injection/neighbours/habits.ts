// People's errands in the shops under test.
import type { Errand } from '#scripts/load/crowd.ts'

/** `product`: goes into everyone's cart again and again. */
export function errandsWith(product: number) {
  const add: Errand = {
    kind: 'add',
    ask: ({ id: userId }) => [
      'POST',
      '/api/cart/addproducttocart',
      { userId, productId: { id: product, quantity: 1 } },
    ],
  }
  const cart: Errand = { kind: 'cart', ask: ({ id }) => ['GET', `/api/cart/${id}`] }
  const ofProduct: Errand = { kind: 'product', ask: () => ['GET', `/api/product/${product}`] }
  return { add, cart, product: ofProduct }
}
