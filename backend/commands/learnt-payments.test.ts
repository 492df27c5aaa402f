import { expect, test } from 'vitest'
import { LearntPayments } from './learnt-payments.ts'

test('a payment that was fetched after its notice was in the log is learnt for that notice, and for no later one', () => {
  const learnt = new LearntPayments()
  const early = learnt.begin('7')
  learnt.notified('7', 41)
  early()
  expect(learnt.has('7', 41)).toBe(false)
  const late = learnt.begin('7')
  expect(learnt.has('7', 41)).toBe(false)
  late()
  expect(learnt.has('7', 41)).toBe(true)
  expect(learnt.has('8', 41)).toBe(false)
  learnt.notified('7', 44)
  expect([learnt.has('7', 41), learnt.has('7', 44)]).toEqual([true, false])
})

test('of very many notices the oldest are forgotten, which are then fetched for', () => {
  const learnt = new LearntPayments()
  for (let id = 1; id <= 5000; id++) {
    learnt.notified(String(id), id)
    learnt.begin(String(id))()
  }
  expect([learnt.has('1', 1), learnt.has('5000', 5000)]).toEqual([false, true])
})
