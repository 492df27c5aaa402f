import { expect, test } from 'vitest'
import { QueryBudget } from './query-budget.ts'

test('[T40 partial] a network’s new questions take a fifth of the process’s time, and two seconds that were saved up; others are not waited for', () => {
  const time = new QueryBudget()
  let taken = 0
  for (let now = 0; now < 10_000; now += 10)
    if (time.waitMs('ana', now) === 0) {
      time.spend('ana', 8, now)
      taken += 8
    }
  expect(taken).toBeGreaterThan(2000 + 0.2 * 10_000 - 20)
  expect(taken).toBeLessThan(2000 + 0.2 * 10_000 + 20)
  expect(time.waitMs('beto', 10_000)).toBe(0)
  time.spend('beto', 2100, 10_000)
  expect(time.waitMs('beto', 10_000)).toBe(500)
  expect(time.waitMs('beto', 10_400)).toBe(100)
  expect(time.waitMs('beto', 10_500)).toBe(0)
  time.spend('beto', 1, 3_600_000)
  expect(time.waitMs('beto', 3_600_000)).toBe(0)
  time.spend('beto', 2000, 3_600_000)
  expect(time.waitMs('beto', 3_600_000)).toBe(5)
})
