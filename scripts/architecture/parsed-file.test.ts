import { describe, expect, test } from 'vitest'
import { parseFile } from './parsed-file.ts'

const parsed = (lines: string[], path = 'a.ts') => parseFile({ path, text: lines.join('\n') })

describe('a parsed file', () => {
  test('has imports with line and kind, from one line and from several, and strings are no imports', () => {
    const { imports } = parsed([
      "import a, { b } from 'x'",
      "import type { C } from './c.ts'",
      "import { type D, type E } from './d.ts'",
      "import {\n  f,\n  type G,\n} from './f.ts'",
      "import './side-effect.css'",
      "export * from './h.ts'",
      "export const text = 'import this'",
      "const lazy = () => import('./lazy.ts')",
      "import type from './i.ts'",
      "export type { J } from './j.ts'",
      "let k: typeof import('./k.ts')",
      'export { a, lazy }',
    ])
    expect(imports.map(({ line, target, isTypeOnly }) => [line, target, isTypeOnly])).toEqual([
      [1, 'x', false],
      [2, './c.ts', true],
      [3, './d.ts', true],
      [7, './f.ts', false],
      [8, './side-effect.css', false],
      [9, './h.ts', false],
      [11, './lazy.ts', false],
      [12, './i.ts', false],
      [13, './j.ts', true],
      [14, './k.ts', true],
    ])
  })

  test('has functions with the name of what holds them, their line and how many lines they have', () => {
    const { functions } = parsed([
      'function declared() {',
      '  return 1',
      '}',
      'const arrow = () => 1',
      'class Thing {',
      '  method() {}',
      '  #own() {',
      '  }',
      '  field = () => 1',
      '}',
      "const held = { 'by key': () => 1 }",
      "describe.for([1])('title', () => {",
      "  test('inner', async () => {})",
      '})',
    ])
    expect(functions.map(({ name, line, lines }) => [name, line, lines])).toEqual([
      ['declared', 1, 3],
      ['arrow', 4, 1],
      ['method', 6, 1],
      ['own', 7, 2],
      ['field', 9, 1],
      ['by key', 11, 1],
      ['describe()', 12, 3],
      ['test()', 13, 1],
    ])
  })

  test('has the lines of its strings and templates, and no comments', () => {
    const { strings } = parsed([
      '// from es.comment',
      "query('select 1')",
      'query(`with a as (',
      `  select \${column} from es.events`,
      ')`)',
    ])
    expect(strings).toEqual([
      { line: 2, text: 'select 1' },
      { line: 3, text: 'with a as (' },
      { line: 4, text: '  select ' },
      { line: 4, text: ' from es.events' },
      { line: 5, text: ')' },
    ])
  })

  test('may hold the elements of a page, and must be TypeScript', () => {
    expect(parsed(['const Page = () => (', '  <main>x</main>', ')'], 'page.tsx').functions).toEqual([
      { name: 'Page', line: 1, lines: 3 },
    ])
    expect(() => parsed(['const = 1'])).toThrow(/^a\.ts: /)
  })
})
