import { expect, test } from 'vitest'
import { changesBetween } from '#backend/audit/changes-between.ts'
import { changeLine, treeLines } from './state-tree.ts'

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

test('amounts are decimals, with their currency where the state tells it', () => {
  const state = { priceCents: 1050, currency: 'ARS', lines: [{ priceCents: 99 }], textCents: 'x' }
  expect(treeLines(state)).toEqual([
    'price: ARS 10.50',
    'currency: ARS',
    'lines:',
    '  0:',
    '    price: 0.99',
    'textCents: x',
  ])
  const changes = changesBetween({ totalCents: 1000 }, { totalCents: 205, lines: [{ priceCents: 5 }] })
  expect(changes[0]).toEqual({ path: 'totalCents', before: 1000, after: 205 })
  expect(changes.map(changeLine)).toEqual(['~ total: 10.00 → 2.05', '+ lines.0.price: 0.05'])
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
