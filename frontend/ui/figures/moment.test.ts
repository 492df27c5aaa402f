// Dates near midnight and countdowns near zero.
import { expect, test } from 'vitest'
import { formatCountdown, formatDay, formatMoment, momentOf } from './moment.ts'

test('a moment after midnight in UTC still belongs to the evening in Buenos Aires', () => {
  expect(formatDay('2026-01-03T02:30:00Z')).toBe('2 ene 2026')
  expect(formatMoment('2026-01-03T02:30:00Z')).toBe('2 ene 2026, 23:30')
})

test('a day and a time that are typed are of the clock in Buenos Aires', () => {
  expect(momentOf('2026-11-24T10:00')).toBe('2026-11-24T13:00:00.000Z')
  expect(momentOf('2026-12-31T23:30')).toBe('2027-01-01T02:30:00.000Z')
  // Of a year in which Argentina turned its clocks.
  expect(momentOf('2008-10-19T01:00')).toBe('2008-10-19T03:00:00.000Z')
  expect(formatMoment(momentOf('2026-11-24T00:05'))).toBe('24 nov 2026, 00:05')
})

test('a countdown rounds up and stops at zero', () => {
  expect(formatCountdown(249_001)).toBe('4:10')
  expect(formatCountdown(900_000)).toBe('15:00')
  expect(formatCountdown(-5)).toBe('0:00')
})
