// The window of page numbers, at its edges.
import { expect, test } from 'vitest'
import { pageWindow } from './pagination.tsx'

test('[CAT-18 partial] the window starts one before the current page and spans at most five', () => {
  expect(pageWindow(1, 12)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(6, 12)).toEqual([5, 6, 7, 8, 9])
  expect(pageWindow(12, 12)).toEqual([11, 12])
})

test('the window never leaves the pages there are', () => {
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(2, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 0)).toEqual([])
})
