import { expect, test } from 'vitest'
import { Buckets, queryTime } from './buckets.ts'

const taken = (buckets: Buckets, caller: string, times: number, now: number) =>
  Array.from({ length: times }, () => buckets.take(caller, now)).filter((ms) => ms === 0).length

test('who takes several at once owes what was not there', () => {
  const buckets = new Buckets({ perSecond: 10, burst: 3 })
  expect(buckets.take('ana', 0, 4)).toBe(0)
  expect(buckets.take('ana', 0)).toBe(200)
  expect(buckets.take('ana', 200, 4)).toBe(0)
  expect(buckets.take('ana', 200, 4)).toBe(400)
})

test('a bucket gives what it holds at once, then what flows in, to each caller for themselves', () => {
  const buckets = new Buckets({ perSecond: 10, burst: 30 })
  expect(taken(buckets, 'ana', 40, 0)).toBe(30)
  expect(buckets.take('ana', 0)).toBe(100)
  expect(buckets.take('ana', 60)).toBeCloseTo(40)
  expect(taken(buckets, 'ana', 40, 500)).toBe(5)
  expect(taken(buckets, 'beto', 40, 500)).toBe(30)
  expect(taken(buckets, 'ana', 40, 3_600_000)).toBe(30)
})

test('[T40 partial] a network’s new questions take a fifth of the process’s time, and two seconds that were saved up; others are not waited for', () => {
  const time = new Buckets(queryTime)
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
