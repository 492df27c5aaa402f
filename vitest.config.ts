// Three kinds of tests, told apart by suffix: pure, with PostgreSQL, with a real browser.
import { configDefaults, defineConfig } from 'vitest/config'

const everywhere = '{backend,frontend,scripts}/**/*'
const withDatabase = [`${everywhere}.db.test.ts`, `${everywhere}.http.test.ts`]
const withBrowser = [`${everywhere}.browser.test.ts`]
const globalSetup = ['scripts/testing/global-setup.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${everywhere}.test.ts`],
          exclude: [...configDefaults.exclude, ...withDatabase, ...withBrowser],
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'db',
          include: withDatabase,
          globalSetup,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: withBrowser,
          globalSetup: [...globalSetup, 'frontend/testing/build-pages.ts'],
          maxWorkers: 2,
          // A worker keeps its browser and its shop from file to file.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
