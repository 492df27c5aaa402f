// Distributions of scores.
import { expect, test } from 'vitest'
import { distribution } from './reviews-panel.tsx'

test('every number of stars has its count, best first', () => {
  expect(distribution({ 2: 1, 5: 2 })).toEqual([
    { stars: 5, count: 2 },
    { stars: 4, count: 0 },
    { stars: 3, count: 0 },
    { stars: 2, count: 1 },
    { stars: 1, count: 0 },
  ])
})

test('[REV-03 partial] no scores are no stars', () => {
  expect(distribution({}).every(({ count }) => count === 0)).toBe(true)
})
