// Addresses that a sign-in may and may not lead to.
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test('a path of the shop is kept with its query', () => {
  expect(safeRedirect('/payment/success?order=3')).toBe('/payment/success?order=3')
})

test('other sites, broken values and the sign-in itself are refused', () => {
  const refused = [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/a\nb',
    '/login?x=1',
    '/register',
    '/./login',
    '/..//evil.test',
    '//',
    '//evil.test:99999',
    7,
    undefined,
  ]
  expect(refused.map(safeRedirect)).toEqual(refused.map(() => undefined))
})
