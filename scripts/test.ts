// The whole suite: checks, tests, skipped and retried ones, requirements, then one line of sums.
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { type ReportedTest, readReport, reportFile, shownBy, skippedLines } from './requirements/reported-tests.ts'
import { coverageOf, readRows, totalOf } from './requirements-coverage.ts'

const root = join(import.meta.dirname, '..')

interface Counts {
  passed: number
  failed: number
}

export function countsOf(report: string): Counts | undefined {
  const parsed: unknown = JSON.parse(report)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { numPassedTests, numFailedTests, numTotalTests, numFailedTestSuites, success } = parsed as Record<
    string,
    unknown
  >
  if (typeof numPassedTests !== 'number' || typeof numFailedTests !== 'number') return undefined
  // A file that failed to load, or an error outside tests, fails the run without a failed test.
  const hidden = success === false && numFailedTests === 0 ? Math.max(1, Number(numFailedTestSuites) || 0) : 0
  const nothingRan = numTotalTests === 0 ? 1 : 0
  return { passed: numPassedTests, failed: numFailedTests + Math.max(hidden, nothingRan) }
}

/** Tolerates a busy machine; more retries are faults. */
const mostRetried = 5

/** Lists retried tests; counts one failure if there are too many. */
export function retriedLines(tests: readonly ReportedTest[]): { lines: string[]; failed: number } {
  const retried = tests.filter(({ retries }) => retries > 0)
  const lines = retried.map(({ path, title }) => `second try  ${path}: ${title}`)
  if (retried.length <= mostRetried) return { lines, failed: 0 }
  return { lines: [...lines, `${retried.length} tests needed a second try: at most ${mostRetried} may.`], failed: 1 }
}

async function runTests(): Promise<Counts> {
  await rm(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/test-report.ts']
  const out = `--outputFile.json=${reportFile}`
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, out, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const counts = countsOf(await readFile(reportFile, 'utf8').catch(() => 'null')) ?? { passed: 0, failed: 1 }
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

if (import.meta.main) {
  const checks = await runChecks()
  const counts = await runTests()
  const tests = (await readReport()) ?? []
  const retried = retriedLines(tests)
  const failed = checks.failed + counts.failed + retried.failed
  for (const line of [...skippedLines(tests), ...retried.lines]) console.log(line)
  console.log(await readRows().then((rows) => totalOf(coverageOf(rows, shownBy(tests))), String))
  console.log(`${checks.passed + counts.passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
