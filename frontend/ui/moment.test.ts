// Dates near midnight and countdowns near zero.
import { expect, test } from 'vitest'
import { formatCountdown, formatDay, formatMoment } from './moment.ts'

test('a moment after midnight in UTC still belongs to the evening in Buenos Aires', () => {
  expect(formatDay('2026-01-03T02:30:00Z')).toBe('2 ene 2026')
  expect(formatMoment('2026-01-03T02:30:00Z')).toBe('2 ene 2026, 23:30')
})

test('a countdown rounds up and stops at zero', () => {
  expect(formatCountdown(249_001)).toBe('4:10')
  expect(formatCountdown(900_000)).toBe('15:00')
  expect(formatCountdown(-5)).toBe('0:00')
})
