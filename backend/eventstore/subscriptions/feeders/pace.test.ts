import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Of a pump that was answered so, one statement after the other. */
function paceOf(...answers: number[]): Pace {
  let now = 0
  const pace = new Pace(() => now)
  for (const ms of answers) {
    now += ms
    pace.note(ms)
  }
  return pace
}

test('a pump is as slow as the quickest of its last three round trips, and of fewer nothing is said', () => {
  expect(paceOf(100, 100).ms).toBe(0)
  expect(paceOf(100, 2, 100).ms).toBe(2)
  expect(paceOf(2, 100, 30, 100).ms).toBe(30)
})

test('it is slow if no answer came in less than twenty milliseconds for a quarter of a second, and of the last three', () => {
  expect(paceOf(60, 60, 60, 60).isSlow).toBe(false)
  expect(paceOf(60, 60, 60, 60, 60).isSlow).toBe(true)
  expect(paceOf(1, 200, 200).isSlow).toBe(false)
  expect(paceOf(1, 200, 200, 200).isSlow).toBe(true)
  expect(paceOf(1, 500, 500, 500, 3).isSlow).toBe(false)
})

test('it makes way if it is slow and another is four times as quick, not to one that is a little quicker, and never below twenty milliseconds', () => {
  const makesWay = (ms: number, other: number | null) => {
    const pace = paceOf(...Array.from({ length: 20 }, () => ms))
    pace.learn(other)
    return pace.shouldMakeWay
  }
  expect(makesWay(64, 16)).toBe(true)
  expect(makesWay(63, 16)).toBe(false)
  expect(makesWay(20, 4)).toBe(true)
  expect(makesWay(19, 4)).toBe(false)
  expect(makesWay(500, null)).toBe(false)
})

test('what nobody feeds is left to a quicker pump for three seconds, and taken then', () => {
  let now = 0
  const pace = new Pace(() => now)
  for (let nth = 0; nth < 3; nth++) pace.note(250)
  expect(pace.leaves(1, false)).toBe(false)
  pace.learn(4)
  const leavesAt = (time: number, isHeld = false) => {
    now = time
    return pace.leaves(1, isHeld)
  }
  expect([leavesAt(0), leavesAt(2999), leavesAt(3000)]).toEqual([true, true, false])
  expect([leavesAt(4000, true), leavesAt(9000), leavesAt(11_999), leavesAt(12_000)]).toEqual([true, true, true, false])
})
