import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '#backend/domain/order/order.ts'
import { amountText, echoedCents, maxCents, toCents, toDecimal } from './money.ts'

test('every amount in minor units comes back from the wire as it went', () => {
  fc.assert(
    fc.property(fc.integer({ min: -maxCents, max: maxCents }), (cents) => {
      const onTheWire = JSON.stringify(toDecimal(cents))
      expect(onTheWire).toMatch(/^-?\d+(\.\d{1,2})?$/)
      expect(toCents(JSON.parse(onTheWire))).toBe(cents)
    }),
  )
  expect(toDecimal(123456)).toBe(1234.56)
  expect(amountText(-123450, 'ARS')).toBe('ARS -1234.50')
})

test('what has more than two decimals, or is no amount, is refused', () => {
  for (const decimal of [0.001, 1.005, 1234.5678, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, maxCents, 2 ** 60])
    for (const read of [toCents, echoedCents]) expect(read(decimal)).toBeNull()
  expect(() => toDecimal(10.5)).toThrow(RangeError)
})

test('the decimals that floating point is known to spoil stay exact', () => {
  for (const read of [toCents, echoedCents])
    expect([0, 0.29, 1.15, 4.35, 8.2, 8.29, 1234567.89].map(read)).toEqual([0, 29, 115, 435, 820, 829, 123456789])
})

test('a sum of floating point numbers is understood as an echo and nowhere else', () => {
  expect([0.1 + 0.2, 1.1 * 3].map(echoedCents)).toEqual([30, 330])
  expect([0.1 + 0.2, 1.1 * 3].map(toCents)).toEqual([null, null])
  expect([10.005, 10.0000001].map(echoedCents)).toEqual([null, null])
})

test('a total does not depend on the order of its lines nor on how they are split', () => {
  const line = fc.record({
    priceCents: fc.integer({ min: 0, max: 10 ** 9 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
    discountCents: fc.integer({ min: 0, max: 10 ** 8 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const total = totalOf(lines)
      expect(totalOf(lines.toReversed())).toBe(total)
      expect(totalOf(lines.flatMap((one) => [one, { ...one, quantity: 0 }]))).toBe(total)
      const singles = lines.flatMap(({ quantity, ...each }) => [
        { ...each, quantity: 1 },
        { ...each, quantity: quantity - 1 },
      ])
      expect(totalOf(singles)).toBe(total)
    }),
  )
})
