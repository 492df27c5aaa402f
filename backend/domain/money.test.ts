import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '#backend/domain/order/order.ts'
import { maxCents, toCents, toDecimal } from './money.ts'

test('every amount in minor units comes back from the wire as it went', () => {
  fc.assert(fc.property(fc.integer({ min: -maxCents, max: maxCents }), (cents) => toCents(toDecimal(cents)) === cents))
  expect(toDecimal(123456)).toBe(1234.56)
})

test('what has more than two decimals, or is no amount, is refused', () => {
  for (const decimal of [0.001, 1.005, 1234.5678, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, maxCents, 2 ** 60])
    expect(toCents(decimal)).toBeNull()
  for (const [decimal, cents] of [
    [0.1 + 0.2, 30],
    [1.15, 115],
    [8.29, 829],
    [0, 0],
  ] as const)
    expect(toCents(decimal)).toBe(cents)
})

test('a total does not depend on the order of its lines nor on how they are split', () => {
  const line = fc.record({
    priceCents: fc.integer({ min: 0, max: 10 ** 9 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const total = totalOf(lines)
      expect(totalOf(lines.toReversed())).toBe(total)
      expect(totalOf(lines.flatMap((one) => [one, { ...one, quantity: 0 }]))).toBe(total)
      const singles = lines.flatMap(({ priceCents, quantity }) => [
        { priceCents, quantity: 1 },
        { priceCents, quantity: quantity - 1 },
      ])
      expect(totalOf(singles)).toBe(total)
    }),
  )
})
