// The notation of scores.
import { expect, test } from 'vitest'
import { formatScore, starFills } from './score.ts'

test('a score has at most one decimal, after a comma', () => {
  expect([14 / 3, 5, 4.95, 3.04].map(formatScore)).toEqual(['4,7', '5', '5', '3'])
})

test('stars are filled to the half: 4,5 is not drawn as 5', () => {
  expect(starFills(4.5)).toEqual([1, 1, 1, 1, 0.5])
  expect(starFills(4.7)).toEqual([1, 1, 1, 1, 0.5])
  expect(starFills(4.8)).toEqual([1, 1, 1, 1, 1])
  expect(starFills(0)).toEqual([0, 0, 0, 0, 0])
  expect(starFills(2.2)).toEqual([1, 1, 0, 0, 0])
})
