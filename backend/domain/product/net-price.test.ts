import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netOf } from './net-price.ts'

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
