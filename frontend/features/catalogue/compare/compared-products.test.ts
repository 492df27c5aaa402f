import { expect, test } from 'vitest'
import { readCompared } from '#backend/domain/product/schema/compared.limits.ts'
import { readChosen } from './compared-products.ts'

test('an address tells up to four ids, and nonsense is left out', () => {
  expect(['3,5,8', '3,3,x,5', '1,2,3,4,5', '', '-1,0,2', 7, null].map(readCompared)).toEqual([
    ...[[3, 5, 8], [3, 5], [1, 2, 3, 4], [], [2], [7], []],
  ])
})

test('what a browser kept is read, and nonsense is not', () => {
  const one = { id: 3, name: 'Monitor', category: 'Monitores' }
  expect(readChosen(JSON.stringify([one, { id: 'x' }, null]))).toEqual([one])
  expect([null, 'x', '{}'].map(readChosen)).toEqual([[], [], []])
})
