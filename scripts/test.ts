// The whole suite: the checks of the sources, then every test, then how many requirements have one, then one last line with the sums.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { readCoverage, totalOf } from './requirements-coverage.ts'

const root = join(import.meta.dirname, '..')

interface Counts {
  passed: number
  failed: number
}

/** What the JSON report of vitest says; undefined when there is no usable report. */
export function countsOf(report: string): Counts | undefined {
  const parsed: unknown = JSON.parse(report)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { numPassedTests, numFailedTests, numTotalTests, numFailedTestSuites, success } = parsed as Record<
    string,
    unknown
  >
  if (typeof numPassedTests !== 'number' || typeof numFailedTests !== 'number') return undefined
  // A file that could not be loaded, or an error outside any test, fails the run without failing a test.
  const hidden = success === false && numFailedTests === 0 ? Math.max(1, Number(numFailedTestSuites) || 0) : 0
  const nothingRan = numTotalTests === 0 ? 1 : 0
  return { passed: numPassedTests, failed: numFailedTests + Math.max(hidden, nothingRan) }
}

async function runTests(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const counts = countsOf(await readFile(file, 'utf8').catch(() => 'null')) ?? { passed: 0, failed: 1 }
  await rm(folder, { recursive: true, force: true })
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

if (import.meta.main) {
  const checks = await runChecks()
  const tests = await runTests()
  const failed = checks.failed + tests.failed
  console.log(await readCoverage().then(totalOf, String))
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
