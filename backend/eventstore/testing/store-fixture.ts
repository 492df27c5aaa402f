// For tests: `core`, a store on a fresh database of the file's own, and `owner`, a pool with the rights that rebuilds need.
import { test as databaseTest } from '#scripts/testing/database.ts'
import { openOwnerPool } from './pump-fixture.ts'
import { openStore } from './test-store.ts'

export const test = databaseTest
  .extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const core = await openStore(databaseUrl)
    onCleanup(() => core.close())
    return core
  })
  .extend('owner', { scope: 'file' }, async ({ core }, { onCleanup }) => {
    const owner = openOwnerPool(core)
    onCleanup(() => owner.end())
    return owner
  })
