// What the operator's clock shows, in zones before and behind UTC, and back.
import { afterEach, expect, test, vi } from 'vitest'
import { localTime } from './local-time.ts'
import { readTime } from './values.ts'

afterEach(() => vi.unstubAllEnvs())

test.for([
  ['America/Argentina/Buenos_Aires', '2026-11-21T05:24:48.798-03:00', '2026-11-21T03:00:00.000Z'],
  ['UTC', '2026-11-21T08:24:48.798+00:00', '2026-11-21T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21T14:09:48.798+05:45', '2026-11-20T18:15:00.000Z'],
] as const)('in %s', ([zone, shown, midnight]) => {
  vi.stubEnv('TZ', zone)
  const at = new Date('2026-11-21T08:24:48.798Z')
  expect(localTime(at)).toBe(shown)
  expect(readTime('--since', shown)).toEqual(at)
  expect(readTime('--since', '2026-11-21')).toEqual(new Date(midnight))
  expect(readTime('--since', '2026-11-21T00:00')).toEqual(new Date(midnight))
  expect(readTime('--since', '2026-11-21T08:24Z')).toEqual(new Date('2026-11-21T08:24:00Z'))
})
