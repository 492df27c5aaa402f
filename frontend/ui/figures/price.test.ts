// The notation of prices.
import { expect, test } from 'vitest'
import { formatPrice, priceParts, totalOf } from './price.ts'

test('[PROD-01 partial] a price is "$ " and the number in Argentine notation', () => {
  expect(formatPrice(1234567.5)).toBe('$\u00a01.234.567,50')
  expect(formatPrice(21.3)).toBe('$\u00a021,30')
  expect(formatPrice(1500)).toBe('$\u00a01.500')
  expect(formatPrice(0)).toBe('$\u00a00')
})

test('the cents are told apart from the whole without losing a character', () => {
  expect(priceParts(189999.9)).toEqual({ whole: '$\u00a0189.999', cents: ',90' })
  expect(priceParts(1500)).toEqual({ whole: '$\u00a01.500', cents: '' })
})

test('[CART-05 partial] totals are exact to the cent', () => {
  const line = (price: number, quantity: number) => ({ price, quantity })
  expect(totalOf([line(10.5, 2), line(0.1, 3)])).toBe(21.3)
  expect(totalOf([line(0.1, 3)])).toBe(0.3)
  expect(totalOf([line(0.1, 3), line(19.99, 1)])).toBe(20.29)
  expect(totalOf([line(1.15, 100), line(8.2, 7)])).toBe(172.4)
  expect(totalOf([])).toBe(0)
})
