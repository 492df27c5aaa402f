// Three kinds of tests, told apart by suffix: pure, with PostgreSQL, with a real browser.
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'

const everywhere = '{backend,frontend,scripts}/**/*'
const withDatabase = [`${everywhere}.db.test.ts`, `${everywhere}.http.test.ts`]
const withBrowser = [`${everywhere}.browser.test.ts`]
// On a busy machine a process or a browser is late now and then; what fails twice is a fault. The report names what needed a second try.
const retry = 1
const globalSetup = ['scripts/testing/global-setup.ts']
/** An error line of the log that a test does not expect fails it. */
const setupFiles = ['scripts/testing/watch-error-lines.ts']
/** All kinds are one queue, so that no processor idles while the last file of a kind ends. Most files wait now and then, for a page, a lock or a process, and leave room for others on two cores. */
const maxWorkers = 5
/** A worker loads the shop, or opens its browser, once for all its files. A file leaves nothing changed that others of its process see. */
const isolate = false
/** Five workers share two cores: a collector with threads of its own would only compete with them. */
const execArgv = ['--single-threaded-gc', '--max-semi-space-size=64']
/** What is waited for is waited for patiently: only a failure takes so long. In milliseconds. */
const poll = { timeout: 20_000 }
const common = { execArgv, setupFiles, maxWorkers, isolate, expect: { poll } }
/** What asserts nothing shows nothing. Pure specs assert by the package of the deciders, which vitest does not see. */
const asserting = { ...common, expect: { poll, requireAssertions: true }, retry }
const kinds = {
  unit: {
    ...common,
    include: [`${everywhere}.test.ts`],
    exclude: [...configDefaults.exclude, ...withDatabase, ...withBrowser],
    // Only a failure takes so long: the machine may be busy.
    testTimeout: 30_000,
  },
  db: { ...asserting, include: withDatabase, globalSetup, testTimeout: 60_000, hookTimeout: 120_000 },
  browser: {
    ...asserting,
    include: withBrowser,
    globalSetup: [...globalSetup, 'frontend/testing/build-pages.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: Object.entries(kinds).map(([name, test]) => ({ test: { ...test, name } })),
  },
})
