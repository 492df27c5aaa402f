// The sums of the last line: failures that belong to no test must not be lost.
import { execFileSync } from 'node:child_process'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { countsOf, retriedLines } from '#scripts/test.ts'

const report = (values: Record<string, unknown>) =>
  JSON.stringify({ numTotalTests: 5, numFailedTestSuites: 0, ...values })

test('passed and failed tests are counted as reported', () => {
  expect(countsOf(report({ numPassedTests: 5, numFailedTests: 0, success: true }))).toEqual({ passed: 5, failed: 0 })
  expect(countsOf(report({ numPassedTests: 3, numFailedTests: 2, success: false }))).toEqual({ passed: 3, failed: 2 })
})

test('files that could not be loaded, and a run without tests, count as failures', () => {
  const unloaded = { numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 2, success: false }
  expect(countsOf(report(unloaded))).toEqual({ passed: 5, failed: 2 })
  const empty = { numTotalTests: 0, numPassedTests: 0, numFailedTests: 0, success: true }
  expect(countsOf(report(empty))).toEqual({ passed: 0, failed: 1 })
  expect(countsOf('null')).toBeUndefined()
})

test('tests that needed a second try are named, and more than five of them fail the run', () => {
  const tests = Array.from({ length: 6 }, (_, nth) => ({
    ...{ path: 'a.db.test.ts', title: `test ${nth}`, isPassed: true, isSkipped: false, note: undefined },
    retries: 1,
  }))
  const calm = { ...tests[0], title: 'calm', retries: 0 } as (typeof tests)[number]
  const five = retriedLines([calm, ...tests.slice(1)])
  expect([five.failed, five.lines.length]).toEqual([0, 5])
  const six = retriedLines([calm, ...tests])
  expect([six.failed, six.lines.at(0)]).toEqual([1, 'second try  a.db.test.ts: test 0'])
  expect(six.lines.at(-1)).toBe('6 tests needed a second try: at most 5 may.')
})

test('[OPS-12 partial] every test file that git has or would take belongs to one project, and so runs with npm test', async () => {
  const root = join(import.meta.dirname, '..')
  type Project = { test: { name: string; include: string[]; exclude?: string[] } }
  const { default: config } = await import(pathToFileURL(join(root, 'vitest.config.ts')).href)
  const projects: Project[] = config.test.projects
  const isIn = (path: string, globs: readonly string[] = []) => globs.some((glob) => matchesGlob(path, glob))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').filter((path) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(path))
  expect(files.length).toBeGreaterThan(300)
  const projectsOf = (path: string) =>
    projects.filter(({ test: { include, exclude } }) => isIn(path, include) && !isIn(path, exclude))
  expect(files.filter((path) => projectsOf(path).length !== 1)).toEqual([])
  const nameOf = (path: string) => projectsOf(path)[0]?.test.name
  expect(new Set(files.map(nameOf))).toEqual(new Set(['unit', 'db', 'browser']))
})
