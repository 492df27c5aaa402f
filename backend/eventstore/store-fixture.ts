// For tests: `core`, a store on a fresh database of the file's own.
import { test as databaseTest } from '#scripts/testing/database.ts'
import { openStore } from './store.examples.ts'

export const test = databaseTest.extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const core = await openStore(databaseUrl)
  onCleanup(() => core.close())
  return core
})
