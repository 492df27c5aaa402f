import { expect, test } from 'vitest'
import { namePattern } from './name-pattern.ts'

test('a letter stands for itself with and without its accent, and every other sign for itself alone', () => {
  expect(namePattern('Lucía Ñ')).toBe('L[uúüUÚÜ]c[iíIÍ][aáAÁ] [nñNÑ]')
  expect(namePattern('Luci\u0301')).toBe(namePattern('Lucí'))
  expect(namePattern('%_.*(7')).toBe('\\%\\_\\.\\*\\(7')
})
