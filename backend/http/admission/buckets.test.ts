import { expect, test } from 'vitest'
import { Buckets } from './buckets.ts'

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
