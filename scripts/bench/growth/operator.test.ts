import { expect, test } from 'vitest'
import { endingOf } from '#scripts/bench/measure.ts'
import { tellMeasured } from './operator.ts'

test.each([
  [500e6, 0],
  [501e6, 1],
])('a command that takes %d bytes ends the benchmark with %d, however slow the machine is', (memory, code) => {
  const findings = tellMeasured('verify', { code: 0, out: '', err: '', seconds: 1000, memory }, 60)
  expect(findings.map(({ aim, isReached }) => [aim, isReached])).toEqual([
    ['<= 500 MB', code === 0],
    ['<= 60 s', false],
  ])
  expect(endingOf(findings)).toBe(code)
})
