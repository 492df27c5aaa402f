import { expect, test } from 'vitest'
import { graphOf } from './price-graph.ts'

const day = (nth: number) => new Date(nth * 86_400_000).toISOString()
const now = 10 * 86_400_000

test('prices are steps from the first one up to now; time out of sale is a gap', () => {
  const points = [
    { at: day(0), price: 100 },
    { at: day(5), price: 80 },
    { at: day(6), price: null },
    { at: day(8), price: 90 },
  ]
  expect(graphOf(points, now)).toEqual({ highest: 100, lowest: 80, lines: ['M0 2H50V38H60', 'M80 20H100'] })
})

test('one price is a level line; a product that was never on sale has none', () => {
  expect(graphOf([{ at: day(0), price: 5 }], now)).toEqual({ highest: 5, lowest: 5, lines: ['M0 20H100'] })
  expect(graphOf([{ at: day(0), price: null }], now)).toBeUndefined()
  expect(graphOf([], now)).toBeUndefined()
})
