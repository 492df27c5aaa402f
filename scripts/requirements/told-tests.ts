// What vitest's own report says of each test of a run.
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Claim, claimsIn } from './test-titles.ts'

const root = join(import.meta.dirname, '../..')
/** Where `npm test` leaves the report of its last run. */
export const reportFile = join(root, 'node_modules/.cache/test-report.json')

export interface ToldTest {
  /** Below the root. */
  readonly path: string
  readonly title: string
  readonly isPassed: boolean
  readonly isSkipped: boolean
  /** Why it was skipped, as it says itself. */
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

/** A test that has to fail shows nothing by doing so. */
export function testsOf({ testResults }: Report): ToldTest[] {
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

/** The tests of the last `npm test`; undefined before the first one. */
export async function readTold(): Promise<ToldTest[] | undefined> {
  const text = await readFile(reportFile, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : testsOf(JSON.parse(text))
}

/** The requirements that passed tests say they show. */
export const shownBy = (tests: readonly ToldTest[]): Claim[] =>
  tests.filter(({ isPassed }) => isPassed).flatMap(({ title, path }) => claimsIn(title, path))

/** A line for each skipped test, with its reason. */
export const skippedLines = (tests: readonly ToldTest[]): string[] =>
  tests
    .filter(({ isSkipped }) => isSkipped)
    .map(({ path, title, note }) => `skipped  ${path}: ${title}${note ? ` (${note})` : ''}`)
