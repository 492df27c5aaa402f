// The seller and the mode that payments must name are read from the token's form.
import { expect, test } from 'vitest'
import { accountOfToken } from './wallet-credentials.ts'

test('production and test tokens tell seller and mode, other forms tell nothing', () => {
  const production = 'APP_USR-1234567890123456-112109-0123456789abcdef0123456789abcdef-445566'
  expect(accountOfToken(production)).toEqual({ sellerId: '445566', liveMode: true })
  expect(accountOfToken('TEST-1234-112109-abc-99')).toEqual({ sellerId: '99', liveMode: false })
  const nothing = { sellerId: undefined, liveMode: undefined }
  expect(['', 'APP_USR-', 'APP_USR-1-2-abc', 'Bearer x-12'].map(accountOfToken)).toEqual(Array(4).fill(nothing))
})
