// A round of fuzzing as the command runs it: in a process of its own, which is looked at and judged.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Held } from './fuzz.ts'
import { fuzzRound, growthOf } from './fuzz-round.ts'

test('a round runs on a server and in a process of its own, and tells what that held meanwhile', {
  timeout: 120_000,
}, async () => {
  const { problems, sent, held } = await fuzzRound({ seed: randomInt(2 ** 31), requests: 1500 })
  expect([problems, sent]).toEqual([[], 1500])
  expect(held).toEqual([{ sent: 1000, heapBytes: expect.any(Number) }])
  expect(held[0]?.heapBytes).toBeGreaterThan(10 * 1024 ** 2)
})

/** Looks at a shop that holds 150 MB, some of each request, and now and then 8 MB more for a moment. */
const looks = (bytesOfRequest: number): Held[] =>
  Array.from({ length: 20 }, (_, nth) => {
    const sent = (nth + 1) * 5000
    return { sent, heapBytes: 150 * 1024 ** 2 + sent * bytesOfRequest + (nth % 3) * 4 * 1024 ** 2 }
  })

test('a kilobyte that is kept of each request is a leak; what goes up and down is not', () => {
  expect(growthOf(looks(1024))).toEqual(['the shop holds on to 1024 bytes of each request'])
  expect(growthOf(looks(0))).toEqual([])
  expect(growthOf(looks(1024).slice(0, 4))).toEqual([])
})
