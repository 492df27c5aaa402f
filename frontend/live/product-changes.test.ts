// What is said of a product that changes under a shopper's eyes, and what is not worth saying.
import { expect, test } from 'vitest'
import { changeSentence, less, type Sale } from './product-changes.ts'

const sale = (rest: Partial<Sale> = {}): Sale => ({ id: 1, price: 10, stock: 20, isActive: true, ...rest })
const said = (before: Partial<Sale>, now: Partial<Sale>) =>
  changeSentence(sale(before), sale(now)).replaceAll('\u00a0', ' ')

test('a price is told with the one before', () => {
  expect(said({}, { price: 12.5 })).toBe('El precio cambió: antes $ 10, ahora $ 12,50.')
  expect(said({}, { price: 12.5, stock: 1 })).toBe('El precio cambió: antes $ 10, ahora $ 12,50. Queda 1.')
})

test('stock is told when it ends, comes back or is little, and not with each sale', () => {
  expect(said({}, { stock: 19 })).toBe('')
  expect(said({}, { stock: 5 })).toBe('Quedan 5.')
  expect(said({ stock: 2 }, { stock: 1 })).toBe('Queda 1.')
  expect(said({ stock: 1 }, { stock: 0 })).toBe('Sin stock: se agotó recién.')
  expect(said({ stock: 0 }, { stock: 1 })).toBe('Volvió a haber: queda 1.')
  expect(said({ stock: 0 }, { stock: 40 })).toBe('Volvió a haber: quedan 40.')
})

test('units in the shopper’s own cart are not told as left', () => {
  const sale = { id: 1, price: 10, stock: 3, isActive: true }
  expect(changeSentence(less(sale, 1), less({ ...sale, stock: 2 }, 1))).toBe('Queda 1.')
  expect(changeSentence(less(sale, 3), less({ ...sale, stock: 2 }, 3))).toBe('')
})

test('that it is not sold any more is told alone, once', () => {
  expect(said({}, { isActive: false, stock: 0 })).toBe('Este producto ya no está a la venta.')
  expect(said({ isActive: false, stock: 0 }, { isActive: false, stock: 0, price: 3 })).toBe('')
  expect(said({ isActive: false, stock: 0 }, {})).toBe('Volvió a haber: quedan 20.')
})
