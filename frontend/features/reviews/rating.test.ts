// Averages and distributions of scores.
import { expect, test } from 'vitest'
import { averageScore, distribution } from './rating.ts'

test('[REV-02 partial] the average is the mean of all scores; whoever draws it rounds', () => {
  expect(averageScore([4, 5])).toBe(4.5)
  expect(averageScore([3, 3, 4])).toBeCloseTo(10 / 3)
})

test('[REV-03 partial] no scores make no average', () => {
  expect(averageScore([])).toBeNull()
  expect(distribution([]).every(({ count }) => count === 0)).toBe(true)
})

test('each score is counted once, best first', () => {
  expect(distribution([5, 5, 2]).map(({ count }) => count)).toEqual([2, 0, 0, 1, 0])
})
