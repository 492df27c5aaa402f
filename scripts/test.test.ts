// The sums of the last line: failures that belong to no test must not be lost.
import { expect, test } from 'vitest'
import { countsOf } from '#scripts/test.ts'

const report = (values: Record<string, unknown>) =>
  JSON.stringify({ numTotalTests: 5, numFailedTestSuites: 0, ...values })

test('passed and failed tests are counted as reported', () => {
  expect(countsOf(report({ numPassedTests: 5, numFailedTests: 0, success: true }))).toEqual({ passed: 5, failed: 0 })
  expect(countsOf(report({ numPassedTests: 3, numFailedTests: 2, success: false }))).toEqual({ passed: 3, failed: 2 })
})

test('files that could not be loaded, and a run without tests, count as failures', () => {
  const unloaded = { numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 2, success: false }
  expect(countsOf(report(unloaded))).toEqual({ passed: 5, failed: 2 })
  const empty = { numTotalTests: 0, numPassedTests: 0, numFailedTests: 0, success: true }
  expect(countsOf(report(empty))).toEqual({ passed: 0, failed: 1 })
  expect(countsOf('null')).toBeUndefined()
})
