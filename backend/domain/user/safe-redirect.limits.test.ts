// Addresses that a sign-in may and may not lead to.
import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.limits.ts'

test('a path of the shop is kept with its query', () => {
  for (const own of [
    '/payment/success?order=3',
    '/home',
    '/',
    '/order/3?a=//b#c',
    '/loginfo',
    '/product/1?x=https://a.test',
  ])
    expect(safeRedirect(own)).toBe(own)
})

const foreign = [
  ...[
    '//evil.test',
    '///evil.test',
    '////evil.test',
    '//',
    '//evil.test:99999',
    '//evil.test/%2e%2e',
    '//shop@evil.test',
  ],
  ...['/\\evil.test', '\\/evil.test', '\\\\evil.test', '/\\/evil.test', '/a\\..\\..\\evil.test'],
  ...[
    'https://evil.test',
    'http:evil.test',
    'https:/evil.test',
    'ftp://evil.test',
    'evil.test',
    '@evil.test',
    '.evil.test',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'blob:x',
  ],
  ...[
    '/\t/evil.test',
    '/\n/evil.test',
    '/a\r\nLocation: //evil.test',
    '\u0000//evil.test',
    '/a\u0000',
    ' //evil.test',
    '\u2028/x',
  ],
  ...[
    '/..//evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
    '?x=//evil.test',
    '#//evil.test',
    '',
  ],
]

test('[T32 partial] no spelling of another site is a page of the shop, in none that browsers put right', () => {
  expect(foreign.length).toBeGreaterThan(30)
  for (const address of foreign) expect([address, safeRedirect(address)]).toEqual([address, undefined])
})

test('the sign-in does not lead to itself, and what is no text leads nowhere', () => {
  const refused = [
    '/login?x=1',
    '/login/google?code=x',
    '/register',
    '/./login',
    '/a/../register',
    7,
    undefined,
    null,
    {},
  ]
  expect(refused.map(safeRedirect)).toEqual(refused.map(() => undefined))
})
