import { expect, test } from 'vitest'
import { differenceTexts } from './row-difference.ts'

test('only the columns that differ are shown, and a row that is not there is named', () => {
  const row = { id: 1, score: 1, at: '2026-08-29', tags: ['a'] }
  expect(differenceTexts(row, { ...row, score: 3, tags: ['a', 'b'] })).toEqual({
    live: '{"score":1,"tags":["a"]}',
    expected: '{"score":3,"tags":["a","b"]}',
  })
  expect(differenceTexts(null, row)).toEqual({ live: 'nada', expected: JSON.stringify(row) })
  expect(differenceTexts(row, null)).toEqual({ live: JSON.stringify(row), expected: 'nada' })
})
