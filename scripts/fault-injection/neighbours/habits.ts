// People's errands in the shops under test.
import type { Errand } from '#scripts/load/crowd.ts'

/** `product`: goes into everyone's cart again and again. */
export function errandsWith(product: number): Record<'add' | 'cart' | 'product', Errand> {
  return {
    add: { kind: 'add', ask: (person) => person.addToCart(product) },
    cart: { kind: 'cart', ask: (person) => person.readCart() },
    product: { kind: 'product', ask: (person) => person.get(`/api/product/${product}`) },
  }
}
