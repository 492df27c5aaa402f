// What counts as shown of a row: on a small list, by the report of vitest, and in a run of it that tries to fool the count.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reportFile, shownBy, skippedLines, testsOf } from '#scripts/requirements/reported-tests.ts'
import { claimsOf } from '#scripts/requirements/test-titles.ts'
import { coverageOf, problemsOf, rowsOf, tableOf, totalOf } from '#scripts/requirements-coverage.ts'

const markdown = `# Requirements
- [AAA-01] Press this → see that. (browser)
- [AAA-02] Call this → get that. (api) (decision T1)
- [AAA-03] Run this (browser) → read that. (db) (decision T2, C3)
- [AAA-04] withdrawn
# Beyond the specification
- [BBB-01] Do more → see more. (api)
# Planned
- [CCC-01] Do later → see later. (db)
`
const rows = rowsOf(markdown)

/** What stands of each row when these tests passed, by the paths of their files. */
function standing(titles: Record<string, string>) {
  const claims = Object.entries(titles).flatMap(([path, title]) => claimsOf(path, `test('${title}', () => {})`))
  const coverage = coverageOf(rows, claims)
  return {
    coverage,
    problems: problemsOf(rows, claims),
    is: Object.fromEntries(coverage.map(({ row, is }) => [row.id, is])),
  }
}

describe('the list', () => {
  test('rows have a kind and a part of the list; withdrawn ones are left out', () => {
    expect(rows.map(({ id, kind, part }) => [id, kind, part])).toEqual([
      ['AAA-01', 'browser', 'specification'],
      ['AAA-02', 'api', 'specification'],
      ['AAA-03', 'db', 'specification'],
      ['BBB-01', 'api', 'beyond'],
      ['CCC-01', 'db', 'planned'],
    ])
  })

  test('a row without a kind and an id used twice are refused', () => {
    expect(() => rowsOf('- [AAA-01] Press this → see that.')).toThrow('[AAA-01] does not end with')
    expect(() => rowsOf('- [AAA-01] a. (api)\n- [AAA-01] b. (db)')).toThrow('[AAA-01] is the id of two rows')
  })
})

describe('a row counts by its kind', () => {
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
    const { is, problems } = standing({ [`a.${suffix}.test.ts`]: `[${id}] works` })
    expect(is[id]).toBe(isShown ? 'shown' : 'partial')
    expect(problems).toHaveLength(isShown ? 0 : 1)
  })

  test('a pure test shows no row, and must not say so', () => {
    const { is, problems } = standing({ 'a.test.ts': '[AAA-01] [AAA-02] [AAA-03] works' })
    expect(Object.values(is)).toEqual(['partial', 'partial', 'partial', 'missing', 'missing'])
    expect(problems).toEqual([
      'a.test.ts cannot show all of [AAA-01], a (browser) row: its title may say [AAA-01 partial]',
      expect.stringContaining('[AAA-02], a (api) row'),
      expect.stringContaining('[AAA-03], a (db) row'),
    ])
  })

  test('a part is no whole, until another test shows the whole', () => {
    const part = { 'a.test.ts': '[AAA-02 partial] [AAA-01 partial] half' }
    expect(standing(part)).toMatchObject({ is: { 'AAA-01': 'partial', 'AAA-02': 'partial' }, problems: [] })
    const both = standing({ ...part, 'b.http.test.ts': '[AAA-02] whole', 'c.db.test.ts': '[AAA-02] whole' })
    expect(both).toMatchObject({ is: { 'AAA-02': 'shown' }, problems: [] })
  })
})

test('an id that no row has is a problem, also in a skipped test, on a withdrawn row and with another word beside it', () => {
  const source = [
    `test('[ZZZ-09] x', () => {})`,
    `test.todo('[ZZZ-08] x')`,
    `describe.skip('later', () => { test.for([1])('[AAA-04] ' + 'x', () => {}) })`,
    `const plain = test.extend('a', 1)\nplain(\`[AAA-02 mostly] \${x}\`, { timeout: 5 }, async ({ a }) => {})`,
    `// test('[ZZZ-07] x', () => {})`,
    `describe('[ZZZ-06] a shop', () => {})`,
  ].join('\n')
  const problems = problemsOf(rows, claimsOf('a.http.test.ts', source))
  expect(problems.map((problem) => /\[[^\]]*\]/.exec(problem)?.[0])).toEqual([
    '[ZZZ-09]',
    '[ZZZ-08]',
    '[AAA-04]',
    '[AAA-02 mostly]',
  ])
})

/** Each claims a row and shows nothing of it. */
const tricks = `
import { describe, expect, test } from 'vitest'
test('[AAA-01] is shown', () => expect(1).toBe(1))
test.for([])('[AAA-02] of no rows %s', () => expect(1).toBe(1))
test.each([])('[AAA-02] of none %s', () => expect(1).toBe(1))
export function never() { test('[AAA-02] in a function that nobody calls', () => expect(1).toBe(1)) }
if (process.argv.length < 0) test('[AAA-02] behind a condition', () => expect(1).toBe(1))
for (const n of [] as number[]) test('[AAA-02] in an empty loop ' + n, () => expect(n).toBe(1))
test('[AAA-02] leaves by the context', ({ skip }) => skip('no server here'))
test('[AAA-02] is empty', () => {})
test('[AAA-02] returns before it asserts', () => { if (process.argv.length > 0) return; expect(1).toBe(2) })
test('[AAA-02] asserts in a promise that nobody awaits', () => { setTimeout(() => expect(1).toBe(1), 50) })
test.fails('[AAA-02] has to fail', () => expect(1).toBe(2))
test('[AAA-02] has to fail by an option', { fails: true }, () => expect(1).toBe(2))
test('[AAA-02] fails', () => expect(1).toBe(2))
test('[AAA-02] hides its failure', () => { try { throw new Error('wrong') } catch {} })
test.skip('[AAA-02] is skipped', () => expect(1).toBe(1))
test.todo('[AAA-02] is to do')
test.skipIf(true)('[AAA-02] is skipped if', () => expect(1).toBe(1))
test.runIf(false)('[AAA-02] runs if', () => expect(1).toBe(1))
test('[AAA-02] by an option', { skip: true }, () => expect(1).toBe(1))
test('[AAA-02] to do by an option', { todo: true }, () => expect(1).toBe(1))
test.skip.for([1])('[AAA-02] of one %s', () => expect(1).toBe(1))
describe.skip('a group that is skipped', () => { test('[AAA-02] in it', () => expect(1).toBe(1)) })
describe.todo('a group to do', () => { test('[AAA-02] in it', () => expect(1).toBe(1)) })
describe('[AAA-02] a group of that name', () => { test('and a test of none', () => expect(1).toBe(1)) })
describe('a group whose start fails', () => {
  test.beforeAll(() => { throw new Error('no server') })
  test('[AAA-02] in it', () => expect(1).toBe(1))
})
let tries = 0
test('a second try', { retry: 1 }, () => expect(++tries).toBe(2))
`

test('a run is counted by what it reports: nothing but a test that passed and asserted shows a row', {
  timeout: 120_000,
}, async () => {
  const cache = join(reportFile, '..')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'tricks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'a.http.test.ts'), tricks)
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `export default { test: { expect: { requireAssertions: true }, exclude: [] } }`,
  )
  const report = join(folder, 'report.json')
  const reporter = join(import.meta.dirname, 'testing/test-report.ts')
  const args = ['--root', folder, `--reporter=${reporter}`, `--outputFile.json=${report}`]
  const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  await promisify(execFile)(process.execPath, [vitest, 'run', ...args]).catch(() => undefined)
  const told = testsOf(JSON.parse(await readFile(report, 'utf8')))
  expect(shownBy(told).map(({ id }) => id)).toEqual(['AAA-01'])
  expect(told.filter(({ retries }) => retries > 0).map(({ title }) => title)).toEqual(['a second try'])
  const skipped = skippedLines(told)
  expect(skipped).toHaveLength(11)
  expect(skipped[0]).toMatch(/^skipped {2}.*a\.http\.test\.ts: \[AAA-02\] leaves by the context \(no server here\)$/)
})

test('the table counts by section, the total keeps what goes beyond the specification apart', () => {
  const { coverage } = standing({ 'a.http.test.ts': '[AAA-02] [BBB-01] [AAA-03] x', 'b.test.ts': '[AAA-01 partial] y' })
  expect(
    tableOf(coverage)
      .split('\n')
      .map((line) => line.trim().split(/ +/)),
  ).toEqual([
    ['shown', 'partial', 'missing'],
    ['AAA', '2', '1', '0'],
    ['BBB', '1', '0', '0'],
    ['CCC', '0', '0', '1'],
  ])
  expect(totalOf(coverage)).toBe(
    'Requirements: 2 of 3 shown, 1 partial, 0 missing; beyond the specification: 1 of 1 shown, 0 partial, 0 missing; planned: 0 of 1 shown, 0 partial, 1 missing',
  )
})
