// Cart arithmetic and the words for lines that cannot be bought.
import { expect, test } from 'vitest'
import type { Cart, CartLine } from '#frontend/api.ts'
import { lineTrouble, withQuantity } from './cart-edits.ts'

function line(id: number, price: number, quantity: number, rest: Partial<CartLine> = {}): CartLine {
  const prices = { price, netPrice: price / 2 }
  return {
    id,
    name: `P${id}`,
    description: '',
    imageUrl: '',
    ...prices,
    quantity,
    available: 10,
    isActive: true,
    ...rest,
  }
}
const lines = [line(1, 10.5, 2), line(2, 0.1, 3)]
const cart: Cart = { userId: 1, productsId: [], lines, subtotal: 21.3, currency: 'ARS' }

test('edits carry the subtotal and the entries with them', () => {
  expect(withQuantity(cart, 2, 10)).toMatchObject({
    subtotal: 22,
    productsId: [
      { id: 1, quantity: 2 },
      { id: 2, quantity: 10 },
    ],
  })
})

test('a line says why it cannot be bought', () => {
  expect(lineTrouble(line(1, 1, 10))).toBeNull()
  expect(lineTrouble(line(1, 1, 11))).toBe('Pediste 11 y quedan 10.')
  expect(lineTrouble(line(1, 1, 2, { available: 0 }))).toContain('agotó')
  expect(lineTrouble(line(1, 1, 1, { isActive: false }))).toContain('ya no está')
})
