import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { totalOf } from '#backend/domain/order/order.ts'
import { amountText, echoedCents, maxCents, netOf, toCents, toDecimal } from './money.ts'

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

describe('the price without national taxes', () => {
  for (const [gross, vatRate, internalTaxRate, net] of [
    [12_100, 2100, 0, 10_000],
    [11_050, 1050, 0, 10_000],
    [13_050, 2100, 950, 10_000],
    [100, 2100, 0, 83], // 82.64
    [1, 2100, 0, 1], // 0.83
    [0, 2100, 0, 0],
    [1050, 1050, 0, 950], // 950.23
    [3, 10_000, 0, 2], // 1.5, up
    [5, 10_000, 0, 3], // 2.5, up
    [99_999, 0, 0, 99_999],
    [114_999_900, 2100, 0, 95_041_240], // 95,041,239.67
    [100_000_000_000, 1050, 0, 90_497_737_557],
  ] as const)
    test(`of ${gross} cents with ${vatRate} and ${internalTaxRate} basis points is ${net}`, () =>
      expect(netOf(gross, { vatRate, internalTaxRate })).toBe(net))

  test('is the nearest cent, whatever the price and the rates', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000_000 }),
        fc.constantFrom(0, 1050, 2100, 2700),
        fc.integer({ min: 0, max: 5000 }),
        (gross, vatRate, internalTaxRate) => {
          const net = BigInt(netOf(gross, { vatRate, internalTaxRate }))
          const miss = net * BigInt(10_000 + vatRate + internalTaxRate) - BigInt(gross) * 10_000n
          expect(2n * (miss < 0n ? -miss : miss) <= BigInt(10_000 + vatRate + internalTaxRate)).toBe(true)
        },
      ),
    ))

  test.each([
    [-1, 2100],
    [0.5, 2100],
    [Number.NaN, 2100],
    [2 ** 50, 2100],
    [100, -20_000],
    [100, 0.5],
  ])('is refused of %s cents with %s basis points', (gross, vatRate) =>
    expect(() => netOf(gross, { vatRate, internalTaxRate: 0 })).toThrow(RangeError),
  )
})
