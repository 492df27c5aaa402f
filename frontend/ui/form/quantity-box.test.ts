// What typed quantities become.
import { expect, test } from 'vitest'
import { parseQuantity } from './quantity-box.tsx'

const max = 1_000_000

test('[PROD-07 partial] a quantity is read as an integer without an upper bound', () => {
  expect(parseQuantity('3.9', max)).toBe(3)
  expect(parseQuantity('100000', max)).toBe(100000)
})

test('[PROD-06 partial] a quantity is never below 1', () => {
  expect(['', '0', '-4', 'dos'].map((text) => parseQuantity(text, max))).toEqual([1, 1, 1, 1])
})

test('a quantity beyond what the shop takes stays large, so that it is refused and not bought as 1', () => {
  expect(parseQuantity('9'.repeat(20), max)).toBe(max)
})
