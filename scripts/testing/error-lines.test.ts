import { expect, test } from 'vitest'
import { logError, logWarning } from '#backend/telemetry/log.ts'
import { expectErrors } from './error-lines.ts'

test.fails('an error line that a test does not expect fails it', () => {
  logError('of the watch', new Error('nobody expects this'))
  expect(true).toBe(true)
})

test('a line that it expects does not, nor does a warning', () => {
  expectErrors(/somebody expects this/)
  logError('of the watch', new Error('somebody expects this'))
  logWarning('of the watch')
  expect(true).toBe(true)
})

test.fails('a line that it expects and that never comes fails it', () => {
  expectErrors(/somebody expects this/)
  expect(true).toBe(true)
})
