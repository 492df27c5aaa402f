import { expect, test } from 'vitest'
import { shortDuration, tableLines } from './table.ts'

test('columns are as wide as their widest cell', () => {
  const rows = [
    ['NOMBRE', 'ATRASO', 'ESTADO'],
    ['jobs', '1504481', 'en uso'],
  ]
  expect(tableLines(rows, new Set([1]))).toEqual(['NOMBRE   ATRASO  ESTADO', 'jobs    1504481  en uso'])
  expect(tableLines([])).toEqual([])
})

test.each([
  [0, '0.0 s'],
  [9.94, '9.9 s'],
  [75, '75 s'],
  [120, '2 min'],
  [7199, '119 min'],
  [7200, '2 h'],
  [7_862_784, '91 d'],
])('%s seconds are %s', (seconds, text) => {
  expect(shortDuration(seconds)).toBe(text)
})
