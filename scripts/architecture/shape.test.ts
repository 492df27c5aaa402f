import { describe, expect, test } from 'vitest'
import { printed, tree } from '#scripts/architecture/testing/tree.ts'
import { folderProblems, shapeProblems } from './shape.ts'

const problemsIn = (files: Record<string, string[]>) => printed(tree(files).flatMap(shapeProblems))
const lines = (count: number) => Array.from({ length: count }, (_, at) => `// ${at}`)

describe('names and files', () => {
  test('drawer names and index files are refused', () => {
    for (const path of ['backend/utils/date.ts', 'frontend/ui/helpers.tsx', 'backend/domain/index.ts']) {
      expect(problemsIn({ [path]: ['// Caption'] })).toEqual([expect.stringContaining('does not say what is inside')])
    }
  })

  test('[ENV-12 partial] a second reader of the environment is refused', () => {
    const read = `const port = process${'.env'}.PORT`
    expect(problemsIn({ 'backend/http/api.ts': ['', read], 'backend/config/process-environment.mjs': [read] })).toEqual(
      ['backend/http/api.ts:2 only backend/config/process-environment.mjs reads the environment'],
    )
  })

  test('a long file is refused, a long test and a generated file are not', () => {
    const files = {
      'backend/a.ts': lines(251),
      'backend/b.test.ts': lines(251),
      'backend/testing/b.ts': lines(251),
      'frontend/c.gen.ts': lines(251),
      'backend/d.ts': lines(250),
    }
    expect(problemsIn(files)).toEqual(['backend/a.ts:251 251 lines: split it (at most 250)'])
  })
})

describe('functions', () => {
  /** `count` lines in all. */
  const long = (opening: string, count: number, closing = '}') => [opening, ...lines(count - 2), closing]

  test('have at most 40 lines, those inside them included, in tests too', () => {
    const inner = ['function outer() {', ...long('  const inner = () => {', 39), '}']
    expect(problemsIn({ 'backend/a.ts': inner, 'backend/b.ts': long('const b = () => {', 40) })).toEqual([
      'backend/a.ts:1 outer has 41 lines: split it by meaning (at most 40)',
    ])
    expect(problemsIn({ 'backend/a.test.ts': long("test('x', () => {", 41, '})') })).toEqual([
      'backend/a.test.ts:1 test() has 41 lines: split it by meaning (at most 40)',
    ])
  })

  test('that describe tests are chapters of any length, but only in a test', () => {
    const chapter = long("describe('x', () => {", 200, '})')
    expect(problemsIn({ 'backend/a.test.ts': chapter })).toEqual([])
    expect(problemsIn({ 'backend/a.ts': chapter })).toHaveLength(1)
  })

  test('that lay out a screen have at most 80 lines', () => {
    const screen = (name: string, count: number) => long(`export function ${name}() {`, count)
    expect(problemsIn({ 'frontend/screens/cart.tsx': screen('CartScreen', 80) })).toEqual([])
    expect(problemsIn({ 'frontend/screens/cart.tsx': screen('CartScreen', 81) })).toHaveLength(1)
    expect(problemsIn({ 'frontend/screens/cart.tsx': screen('readCart', 41) })).toHaveLength(1)
    expect(problemsIn({ 'frontend/features/cart/cart.tsx': screen('CartTable', 41) })).toHaveLength(1)
  })
})

describe('folders', () => {
  const folder = (place: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${place}file-${at}.ts`, ['']]))

  test('hold at most 15 sources; tests, test machinery and folders inside are not counted', () => {
    const uncounted = { 'backend/a/x.test.ts': [''], 'backend/a/testing/y.ts': [''], 'backend/a/b/z.ts': [''] }
    expect(folderProblems(tree({ ...folder('backend/a/', 15), ...uncounted }))).toEqual([])
    expect(printed(folderProblems(tree(folder('backend/a/', 16))))).toEqual([
      'backend/a/:1 16 source files: give some of them a folder (at most 15)',
    ])
  })
})
