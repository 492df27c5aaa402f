// What a failed call says.
import { expect, test } from 'vitest'
import { ApiError, hasCode, messageOf } from './api-error.ts'
import { NO_CONNECTION, NO_REASON } from './messages.es.ts'

test('a refusal says what the API said', () => {
  const error = new ApiError(409, { code: 'email_in_use', detail: 'Ya existe una cuenta con ese correo.' })
  expect(messageOf(error)).toBe('Ya existe una cuenta con ese correo.')
  expect(hasCode(error, 'conflict', 'email_in_use')).toBe(true)
})

test('without a problem document the page finds its own words', () => {
  expect(messageOf(new ApiError(0))).toBe(NO_CONNECTION)
  expect(messageOf(new ApiError(502))).toBe(NO_REASON)
  expect(messageOf(new TypeError('x is undefined'))).toBe(NO_REASON)
  expect(hasCode(new ApiError(502), 'unexpected')).toBe(true)
})
