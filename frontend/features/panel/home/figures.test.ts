import { expect, test } from 'vitest'
import { changeText, counted, dayText, periodOf } from './figures.ts'

const day = (income: number) => ({ day: '2026-11-22', placed: 1, paid: 1, units: 2, income, refunded: 0.1 })

test('a period is the last days, exact to the cent, and beside it those before; what is not there is zero', () => {
  const days = [0.1, 0.2, 0.1, 0.2].map(day)
  const sum = { paid: 2, units: 4, income: 0.3, refunded: 0.2 }
  expect(periodOf(days, 2)).toEqual({ now: sum, before: sum })
  expect(periodOf(days, 4).before).toEqual({ paid: 0, units: 0, income: 0, refunded: 0 })
})

test('a change is told in percent, and not beside nothing', () => {
  expect(changeText(150, 100, 'ayer')).toBe('50 % más que ayer')
  expect(changeText(1, 100, 'ayer')).toBe('99 % menos que ayer')
  expect(changeText(100, 100, 'ayer')).toBe('igual que ayer')
  expect(changeText(100, 0, 'ayer')).toBeUndefined()
})

test('days and numbers are written as people say them', () => {
  expect(dayText('2026-11-02')).toBe('02/11')
  expect(counted(1, 'orden', 'órdenes')).toBe('1 orden')
  expect(counted(1234, 'orden', 'órdenes')).toBe('1.234 órdenes')
})
