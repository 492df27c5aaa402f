// The restore drill: a shop's log and keys taken into a fresh database give the same shop.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { emptyDatabase, readModels, rowHash, test } from '#backend/ops/testing/export-fixture.ts'
import { buyerWith, openPurchaseShop, placed } from '#backend/testing/purchase-fixture.ts'

describe('a restored shop', () => {
  test('[F21] is the same, row by row, and sells on', async ({ shop, source }) => {
    expect(source.exported).toMatchObject({ code: 0, err: '' })
    await using target = await emptyDatabase()
    const imported = await target.run('import', source.log, '--with-keys', source.keys)
    expect(imported).toMatchObject({ code: 0, err: '' })

    const living = '(select * from keys.subjects where wrapped_key is not null)'
    const stored = ['es.events', 'es.streams', 'es.guards', 'es.claims', living, 'auth.credentials']
    for (const table of stored)
      expect([table, await rowHash(target.pool, table)]).toEqual([table, await rowHash(source.pool, table)])
    for (const kind of ['user', 'product', 'order']) {
      const last = async (pool: pg.Pool) => (await pool.query(`select last_value, is_called from es.${kind}_id`)).rows
      expect(await last(target.pool)).toEqual(await last(source.pool))
    }

    const restored = await openPurchaseShop(target.databaseUrl, { fakeWalletUrl: shop.fakeWalletUrl })
    try {
      expect(await target.run('rebuild', 'all')).toMatchObject({ code: 0 })
      for (const name of readModels) {
        // The restored shop's own admin and nobody else is new.
        const where =
          name === 'users' ? `(select * from rm.users where user_id <= ${source.open.buyer.id})` : `rm.${name}`
        expect([name, await rowHash(target.pool, where)]).toEqual([name, await rowHash(source.pool, where)])
      }
      const again = restored.client()
      const login = { email: source.open.buyer.email, password: 'Clave-segura-1' }
      expect((await again.post('/api/users/verifyuser', login)).status).toBe(200)
      const taken = { ...login, name: 'Otra' }
      expect((await again.post('/api/users/new', taken)).status).toBe(409)
      const buyer = await buyerWith(restored, [{}])
      expect((await placed(buyer)).orderId).toBe(source.open.orderId + 1)
      expect(await target.run('verify')).toMatchObject({ code: 0 })
    } finally {
      await restored.stop()
    }
  })
})

describe('export', () => {
  test('writes whole files for nobody else to read, or to the output', async ({ source, folder }) => {
    for (const file of [source.log, source.keys]) expect((await stat(file)).mode & 0o777).toBe(0o600)
    const head = Number(/"head":(\d+)/.exec(source.text)?.[1])
    const piped = await source.run('export', '-')
    expect([piped.code, piped.lines.length]).toEqual([0, head + 2])
    const unlinked = (lines: string[]) => lines.slice(1).map((line) => line.replace(/,"sum":.*/, ''))
    expect(unlinked(piped.lines)).toEqual(unlinked(source.text.trimEnd().split('\n')))
    expect(piped.err).toMatch(/^Exportados \d+ eventos/)
    expect(await source.run('export', join(folder, 'no', 'such', 'folder'))).toMatchObject({ code: 1 })
    expect(await source.run('export', '-', '--from', '999999')).toMatchObject({ code: 1, text: '' })
    const rest = await source.run('export', '-', '--from', String(head))
    expect(rest.lines.length).toBe(3)
  })

  test('holds no name, no e-mail, no password', async ({ source }) => {
    for (const secret of ['Persona de Prueba', source.open.buyer.email, 'argon2id'])
      expect(source.text).not.toContain(secret)
  })
})

test('status says what a database still lacks: rows, then somebody who feeds them, then the rest of a rebuild', async ({
  source,
}) => {
  await using target = await emptyDatabase()
  expect(await target.run('import', source.log)).toMatchObject({ code: 0 })
  const bare = await target.run('status', '--max-lag', '60')
  expect(bare.code).toBe(1)
  expect(bare.text).toContain('carts: sin filas; se hacen al arrancar la tienda o con rebuild carts\n')
  expect(bare.text).toMatch(/^Fuera de lo admitido: .*carts \(sin filas\)/m)
  expect(await target.run('rebuild', 'all')).toMatchObject({ code: 0 })
  const unfed = await target.run('status', '--max-lag', '60')
  expect(unfed.code).toBe(1)
  expect(unfed.text).toMatch(/^carts .* nadie +en uso$/m)
  expect(unfed.text).toMatch(/^Fuera de lo admitido: .*carts \(sin alimentar\).*jobs \(sin alimentar\)$/m)
  expect(await target.run('rebuild', 'carts', '--hold')).toMatchObject({ code: 0 })
  await target.pool.query(
    "update es.subscriptions set state = 'building', pos = 0, progress = target where state = 'ready'",
  )
  const interrupted = await target.run('status')
  expect(interrupted.text).toMatch(/^carts .* nadie +interrumpida 0 %$/m)
  expect(interrupted.text).toContain('la sigue rebuild carts, la deshace rebuild carts --cancel')
})

test('without keys the shop is there, its people are not; work that was under way goes on', async ({ source }) => {
  await using target = await emptyDatabase()
  const { code, text } = await target.run('import', source.log, '--json')
  expect(code).toBe(0)
  const done = JSON.parse(text)
  expect(done).toMatchObject({ keys: 0, credentials: 0, claims: 0, jobs: 2 })
  expect(done.unclaimed).toBeGreaterThan(5)
  expect(await rowHash(target.pool, 'es.events')).toBe(await rowHash(source.pool, 'es.events'))
  const jobs = await target.pool.query('select name, data from job.job order by name')
  expect(jobs.rows).toMatchObject([
    { name: 'expire-order', data: { orderId: source.open.orderId } },
    { name: 'forget-person', data: { userId: source.gone } },
  ])
  const user = await target.run('events', '--type', 'UserRegistered', '--limit', '1', '--unseal', '--json')
  expect(JSON.parse(user.text).data).toMatchObject({ name: null, email: null })
})

test('who was erased stays erased, whatever older keys hold', async ({ source }) => {
  await using target = await emptyDatabase()
  const has = async (pool: pg.Pool, table: string, column: string) =>
    (await pool.query(`select from ${table} where ${column} = $1`, [source.gone])).rowCount
  expect(await readFile(source.oldKeys, 'utf8')).toContain(`"subject":${source.gone},`)
  expect(await target.run('import', source.log, '--with-keys', source.oldKeys)).toMatchObject({ code: 0 })
  expect(await has(target.pool, 'keys.subjects', 'subject')).toBe(0)
  expect(await has(target.pool, 'auth.credentials', 'user_id')).toBe(0)
  expect(await rowHash(target.pool, 'es.claims')).toBe(await rowHash(source.pool, 'es.claims'))
})
