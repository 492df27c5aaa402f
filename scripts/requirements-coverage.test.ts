// What counts as a test of a row, on a small list and small test files.
import { describe, expect, test } from 'vitest'
import { claimsOf } from '#scripts/requirements/test-titles.ts'
import { coverageOf, rowsOf, tableOf, totalOf } from '#scripts/requirements-coverage.ts'

const markdown = `# Requirements
- [AAA-01] Press this → see that. (browser)
- [AAA-02] Call this → get that. (api) (decision T1)
- [AAA-03] Run this (browser) → read that. (db) (decision T2, C3)
- [AAA-04] withdrawn
# Beyond the specification
- [BBB-01] Do more → see more. (api)
`
const rows = rowsOf(markdown)

/** What stands of each row when test files of these paths hold these sources. */
function standing(files: Record<string, string>) {
  const coverage = coverageOf(
    rows,
    Object.entries(files).flatMap(([path, source]) => claimsOf(path, source)),
  )
  const is = Object.fromEntries(coverage.rows.map(({ row, is: found }) => [row.id, found]))
  return { ...coverage, is }
}

describe('the list', () => {
  test('rows have a kind and a part of the list; withdrawn ones are left out', () => {
    expect(rows.map(({ id, kind, isBeyond }) => [id, kind, isBeyond])).toEqual([
      ['AAA-01', 'browser', false],
      ['AAA-02', 'api', false],
      ['AAA-03', 'db', false],
      ['BBB-01', 'api', true],
    ])
  })

  test('a row without a kind and an id used twice are refused', () => {
    expect(() => rowsOf('- [AAA-01] Press this → see that.')).toThrow('[AAA-01] does not end with')
    expect(() => rowsOf('- [AAA-01] a. (api)\n- [AAA-01] b. (db)')).toThrow('[AAA-01] is the id of two rows')
  })
})

describe('a row counts by its kind', () => {
  const source = (id: string) => `test('[${id}] works', () => {})`

  test.for([
    ['AAA-01', 'browser', true],
    ['AAA-01', 'http', false],
    ['AAA-01', 'db', false],
    ['AAA-02', 'browser', true],
    ['AAA-02', 'http', true],
    ['AAA-02', 'db', true],
    ['AAA-03', 'http', true],
    ['AAA-03', 'db', true],
  ] as const)('%s from a %s test: %s', ([id, suffix, isShown]) => {
    const { is, problems } = standing({ [`a.${suffix}.test.ts`]: source(id) })
    expect(is[id]).toBe(isShown ? 'shown' : 'partial')
    expect(problems).toHaveLength(isShown ? 0 : 1)
  })

  test('a pure test shows no row, and must not say so', () => {
    const { is, problems } = standing({ 'a.test.ts': ['AAA-01', 'AAA-02', 'AAA-03'].map(source).join('\n') })
    expect(Object.values(is)).toEqual(['partial', 'partial', 'partial', 'missing'])
    expect(problems).toEqual([
      'a.test.ts cannot show all of [AAA-01], a (browser) row: its title may say [AAA-01 partial]',
      expect.stringContaining('[AAA-02], a (api) row'),
      expect.stringContaining('[AAA-03], a (db) row'),
    ])
  })

  test('a part is no whole, until another test shows the whole', () => {
    const part = { 'a.test.ts': `test('[AAA-02 partial] [AAA-01 partial] half', () => {})` }
    expect(standing(part)).toMatchObject({ is: { 'AAA-01': 'partial', 'AAA-02': 'partial' }, problems: [] })
    const both = standing({ ...part, 'b.http.test.ts': source('AAA-02'), 'c.db.test.ts': source('AAA-02') })
    expect(both).toMatchObject({ is: { 'AAA-02': 'shown' }, problems: [] })
  })
})

describe('only titles of tests that run count', () => {
  const isOf = (source: string) => standing({ 'a.http.test.ts': source }).is['AAA-02']

  test.for([
    `test('[AAA-02] x', () => {})`,
    `it('x [AAA-02]', async () => {})`,
    `const plain = test.extend('a', 1)\nplain('[BBB-01] [AAA-02] x', { timeout: 5 }, async ({ a }) => {})`,
    `test.for([1, 2])('[AAA-02] %s', (n) => {})`,
    `describe('a shop', () => { test.each([1])(\n  '[AAA-02] over two ' + 'lines',\n  () => {},\n) })`,
    `test(\`[AAA-02] \${name}\`, { skip: false }, function () {})`,
  ])('shown: %s', (source) => expect(isOf(source)).toBe('shown'))

  test.for([
    `// test('[AAA-02] x', () => {})`,
    `/* test('[AAA-02] x', () => {}) */`,
    `expect(message).toBe('[AAA-02] x')`,
    `describe('[AAA-02] a shop', () => { test('x', () => {}) })`,
    `test.skip('[AAA-02] x', () => {})`,
    `test.todo('[AAA-02] x')`,
    `test.fails('[AAA-02] x', () => {})`,
    `test.skipIf(slow)('[AAA-02] x', () => {})`,
    `test.skip.for([1])('[AAA-02] x', () => {})`,
    `test('[AAA-02] x', { skip: true }, () => {})`,
    `test('[AAA-02] x', { todo: isLater }, () => {})`,
    `describe.skip('later', () => { describe('a', () => { test('[AAA-02] x', () => {}) }) })`,
  ])('missing: %s', (source) => expect(isOf(source)).toBe('missing'))

  test('what follows a skipped test counts again', () => {
    expect(isOf(`describe.skip('a', () => { test('b', () => {}) })\ntest('[AAA-02] x', () => {})`)).toBe('shown')
  })
})

test('an id that no row has is a problem, also in a skipped test, on a withdrawn row and with another word beside it', () => {
  const sources = [
    `test('[ZZZ-09] x', () => {})`,
    `test.todo('[ZZZ-08] x')`,
    `test('[AAA-04] x', () => {})`,
    `test('[AAA-02 mostly] x', () => {})`,
  ]
  const { problems, is } = standing({ 'a.http.test.ts': sources.join('\n') })
  expect(problems.map((problem) => /\[[^\]]*\]/.exec(problem)?.[0])).toEqual([
    '[ZZZ-09]',
    '[ZZZ-08]',
    '[AAA-04]',
    '[AAA-02 mostly]',
  ])
  expect(is['AAA-02']).toBe('missing')
})

test('the table counts by section, the total keeps what goes beyond the specification apart', () => {
  const coverage = standing({
    'a.http.test.ts': `test('[AAA-02] [BBB-01] [AAA-03] x', () => {})\ntest('[AAA-01 partial] y', () => {})`,
  })
  expect(
    tableOf(coverage)
      .split('\n')
      .map((line) => line.trim().split(/ +/)),
  ).toEqual([
    ['shown', 'partial', 'missing'],
    ['AAA', '2', '1', '0'],
    ['BBB', '1', '0', '0'],
  ])
  expect(totalOf(coverage)).toBe(
    'Requirements: 2 of 3 shown, 1 partial, 0 missing; beyond the specification: 1 of 1 shown, 0 partial, 0 missing',
  )
})
