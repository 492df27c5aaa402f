// Amounts survive the way to the provider and back to the cent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, decimalToCents } from './decimal-amount.ts'

test('every amount up to ten thousand million comes back through JSON to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (cents) => {
      const onTheWire = JSON.stringify(centsToDecimal(cents))
      expect(onTheWire).toMatch(/^\d+(\.\d{1,2})?$/)
      expect(decimalToCents(JSON.parse(onTheWire))).toBe(cents)
    }),
  )
})

test('the decimals that floating point is known to spoil stay exact', () => {
  expect([0.29, 1.15, 4.35, 1.1, 8.2, 1234567.89].map(decimalToCents)).toEqual([29, 115, 435, 110, 820, 123456789])
})

test('fractions of a cent and what is no number are refused, not rounded', () => {
  expect([10.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY].map(decimalToCents)).toEqual(Array(4).fill(undefined))
  expect(() => centsToDecimal(10.5)).toThrow(RangeError)
})
