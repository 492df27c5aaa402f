// The notation of scores.
import { expect, test } from 'vitest'
import { formatScore } from './score.ts'

test('a score has at most one decimal, after a comma', () => {
  expect([14 / 3, 5, 4.95, 3.04].map(formatScore)).toEqual(['4,7', '5', '5', '3'])
})
