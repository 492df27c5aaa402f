// The notation of prices.
import { expect, test } from 'vitest'
import { formatPrice, priceParts } from './price.ts'

test('[PROD-01 partial] a price is "$ " and the number in Argentine notation', () => {
  expect(formatPrice(1234567.5)).toBe('$\u00a01.234.567,50')
  expect(formatPrice(21.3)).toBe('$\u00a021,30')
  expect(formatPrice(0)).toBe('$\u00a00,00')
})

test('the cents are told apart from the whole without losing a character', () => {
  expect(priceParts(189999.9)).toEqual({ whole: '$\u00a0189.999', cents: ',90' })
})
