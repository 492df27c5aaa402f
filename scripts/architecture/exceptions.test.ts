import { expect, test } from 'vitest'
import { withoutKnown } from './exceptions.ts'
import type { Violation } from './source-file.ts'

const tables = (path: string, line: number): Violation => ({ rule: 'tables', path, line, problem: `line ${line}` })
const known = (count: number) => [{ rule: 'tables', path: 'a.ts', count } as const]

test('as many violations as are known pass, one more brings all of them back', () => {
  const two = [tables('a.ts', 1), tables('a.ts', 2)]
  expect(withoutKnown(two, known(2))).toEqual([])
  expect(withoutKnown(two, known(1))).toEqual(two)
})

test('another path and another rule are not excused', () => {
  const others: Violation[] = [tables('b.ts', 1), { ...tables('a.ts', 1), rule: 'names' }]
  expect(withoutKnown([tables('a.ts', 1), ...others], known(1))).toEqual(others)
})

test('an exception that is no longer needed, or not in full, is a violation itself', () => {
  expect(withoutKnown([], known(1))).toMatchObject([{ rule: 'known exceptions', path: 'a.ts' }])
  expect(withoutKnown([tables('a.ts', 1)], known(2))).toMatchObject([{ rule: 'known exceptions', path: 'a.ts' }])
})
