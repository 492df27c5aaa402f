import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Claim, claimsIn } from './test-titles.ts'

const root = join(import.meta.dirname, '../..')
export const reportFile = join(root, 'node_modules/.cache/test-report.json')

export interface ReportedTest {
  readonly path: string
  readonly title: string
  readonly isPassed: boolean
  readonly isSkipped: boolean
  readonly note: string | undefined
  readonly retries: number
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly meta: { readonly note?: string; readonly retries?: number; readonly fails?: boolean }
    }[]
  }[]
}

/** Excludes tests that are expected to fail. */
export function testsOf({ testResults }: Report): ReportedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, meta: { note, retries = 0, fails = false } }) => ({
      path: relative(root, name),
      title,
      isPassed: status === 'passed' && !fails,
      isSkipped: status !== 'passed' && status !== 'failed',
      note,
      retries,
    })),
  )
}

/** Undefined before the first `npm test`. */
export async function readReport(): Promise<ReportedTest[] | undefined> {
  const text = await readFile(reportFile, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : testsOf(JSON.parse(text))
}

export const shownBy = (tests: readonly ReportedTest[]): Claim[] =>
  tests.filter(({ isPassed }) => isPassed).flatMap(({ title, path }) => claimsIn(title, path))

export const skippedLines = (tests: readonly ReportedTest[]): string[] =>
  tests
    .filter(({ isSkipped }) => isSkipped)
    .map(({ path, title, note }) => `skipped  ${path}: ${title}${note ? ` (${note})` : ''}`)
