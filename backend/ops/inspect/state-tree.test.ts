import { expect, test } from 'vitest'
import { changeLine, changesBetween, treeLines } from './state-tree.ts'

test('a state is an indented tree', () => {
  const state = { id: 9, name: 'a: b', lines: [{ q: 1 }, 'x'], none: null, empty: [], deep: { er: { on: true } } }
  expect(treeLines(state)).toEqual([
    'id: 9',
    'name: a: b',
    'lines:',
    '  0:',
    '    q: 1',
    '  1: x',
    'none: nada',
    'empty: []',
    'deep:',
    '  er:',
    '    on: true',
  ])
  expect(treeLines(null, '  ')).toEqual(['  nada'])
})

test('what changed is named by its path: new, gone or other', () => {
  const lines = (before: unknown, after: unknown) => changesBetween(before, after).map(changeLine)
  expect(lines({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 4 }, e: [5] })).toEqual([
    '~ b.c: 2 → 4',
    '- d: 3',
    '+ e.0: 5',
  ])
  expect(lines(null, { a: 1 })).toEqual(['- nada', '+ a: 1'])
  expect(lines({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([])
})
