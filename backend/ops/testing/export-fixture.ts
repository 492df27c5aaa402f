// For tests: a shop's exported log and keys, and fresh databases to take them in.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { openCore } from '#backend/shop.ts'
import { openPurchaseShop } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase, startedTest as databaseTest } from '#scripts/testing/database.ts'
import { sellInAllWays } from './busy-shop-fixture.ts'
import { openOwnerPool, opsOn } from './ops-fixture.ts'

export const readModels = projections.map(({ name }) => name)

/** A shop where orders came to every end, exported with its keys. */
export const test = databaseTest
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-export-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openPurchaseShop(databaseUrl)
    onCleanup(() => shop.stop())
    return shop
  })
  .extend('source', { scope: 'file' }, async ({ shop, databaseUrl, folder }, { onCleanup }) => {
    const { open } = await sellInAllWays(shop)
    const gone = await signedIn(shop)
    const parts = { pool: shop.core.pool, store: shop.core.store, db: shop.core.db, accounts: shop.core.accounts }
    const pool = openOwnerPool(databaseUrl, onCleanup)
    const run = opsOn({ core: shop.core, ownerPool: pool })
    const [log, keys, oldKeys] = ['log', 'keys', 'old-keys'].map((name) => join(folder, `${name}.ndjson`)) as [
      string,
      string,
      string,
    ]
    await run('export', '-', '--with-keys', oldKeys)
    const { position } = await erasePerson(parts, { actor: 'operator', correlation: 'test' }, gone.id)
    await shop.core.positions.waitFor(readModels, position)
    const exported = await run('export', log, '--with-keys', keys)
    return { pool, run, log, keys, oldKeys, gone: gone.id, exported, open, text: await readFile(log, 'utf8') }
  })
  .extend('empty', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await emptyDatabase()
    onCleanup(() => database[Symbol.asyncDispose]())
    return database
  })

/** A fresh database for one import. */
export async function emptyDatabase() {
  const { databaseUrl, drop } = await createDatabase()
  const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 7), sessionSecret: 's'.repeat(40) })
  let end: () => Promise<void> = async () => undefined
  const pool = openOwnerPool(databaseUrl, (ends) => {
    end = ends
  })
  const close = async () => {
    await core.close()
    await end()
    await drop()
  }
  return { databaseUrl, pool, run: opsOn({ core, ownerPool: pool }), [Symbol.asyncDispose]: close }
}

/** Number and hash of all rows of a table or a query in brackets. */
export async function rowHash(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ hash: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text)), '') as hash from ${table} t`,
  )
  return rows[0]?.hash ?? ''
}
