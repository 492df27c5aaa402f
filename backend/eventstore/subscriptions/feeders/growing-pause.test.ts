import { expect, test } from 'vitest'
import { GrowingPause } from './growing-pause.ts'

test('each pause is twice as long as the previous one, up to the longest, and the first again after a calm of the longest', () => {
  let now = 1000
  const pause = new GrowingPause(10, 40, () => now)
  const lengthOfNext = () => {
    pause.begin()
    let length = 0
    for (; !pause.isOver; length++) now++
    return length
  }
  expect(pause.isOver).toBe(true)
  expect([lengthOfNext(), lengthOfNext(), lengthOfNext(), lengthOfNext()]).toEqual([10, 20, 40, 40])
  now += 40
  expect(lengthOfNext()).toBe(40)
  now += 41
  expect(lengthOfNext()).toBe(10)
})
