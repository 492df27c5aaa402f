// The restore drill: a shop's log and keys taken into a fresh database give the same shop.
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { shopLog } from '#backend/domain/shop-log.ts'
import { plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { schedules } from '#backend/jobs/queue.ts'
import { emptyDatabase, readModels, rowHash, test } from '#backend/ops/testing/export-fixture.ts'
import type { Core } from '#backend/shop.ts'
import { buyerWith, openPurchaseShop, placed } from '#backend/testing/purchase-fixture.ts'
import { checkExport } from './export-check.ts'

describe('a restored shop', () => {
  // It opens two shops, rebuilds and verifies: a busy machine takes a minute.
  test('[F21] is the same, row by row, and sells on', { timeout: 120_000 }, async ({ shop, source }) => {
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

    const restored = await openPurchaseShop(target.databaseUrl, {
      wallet: { url: shop.fakeWalletUrl, control: shop.control },
    })
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
      expect(faultsIn(await target.run('verify'))).toEqual([])
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
  await target.pool.query("update es.subscriptions set state = 'building', pos = 0 where state = 'ready'")
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
  // A minute that begins meanwhile adds the rounds on schedule.
  const underWay = "select name, data from job.job where name not like '\\_\\_%' and name <> all($1) order by name"
  const jobs = await target.pool.query(underWay, [Object.keys(schedules)])
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

const cart = { userId: 1, productId: 1, quantity: 1 }
const unreadable = [
  { stream: 'cart-900', type: 'OfTomorrow', data: {} },
  { stream: 'review-900:900', type: 'ReviewPosted', version: 99, data: {} },
  { stream: 'cart-901', type: 'ItemAddedToCart', data: { ...cart, quantity: 'two' } },
] as const

/** Appends events that nobody can read, and waits until their streams are parked. */
async function plantUnreadable(core: Core, pool: pg.Pool): Promise<void> {
  for (const event of unreadable) {
    const position = await plantEvent(pool, event, shopLog)
    await pool.query('insert into es.commands (id, pos) values (gen_random_uuid(), $1)', [position])
  }
  const head = await core.store.head()
  const behind = () => pool.query("select from es.subscriptions where state = 'live' and pos < $1", [head])
  await expect.poll(async () => (await behind()).rowCount).toBe(0)
}

type Letter = { projection: string; key: string; position: number }

test('events that nobody can read, and those that were left out on purpose, come along as they are and are no fault', async ({
  shop,
  source,
  folder,
}) => {
  await plantUnreadable(shop.core, source.pool)
  const parked = JSON.parse((await source.run('dead-letters', 'list', '--json')).text) as Letter[]
  expect(new Set(parked.map(({ key }) => key))).toEqual(new Set(unreadable.map(({ stream }) => stream)))
  expect((await source.run('verify')).text).toMatch(/^evento \d+ \(ReviewPosted de review-900:900\): /m)
  for (const { projection, key, position } of parked)
    expect(
      await source.run('dead-letters', 'skip', projection, key, String(position), '--reason', 'prueba'),
    ).toMatchObject({ code: 0 })
  expect(faultsIn(await source.run('verify'))).toEqual([])

  const file = join(folder, 'unreadable.ndjson')
  expect(await source.run('export', file, '--with-keys', source.keys)).toMatchObject({ code: 0 })
  const { head: noted } = JSON.parse((await source.run('verify', '--json')).text) as {
    head: { position: number; hash: string }
  }
  expect((await checkExport(createReadStream(file), null)).head).toEqual(noted)
  await using target = await emptyDatabase()
  const imported = await target.run('import', file, '--with-keys', source.keys)
  expect(imported).toMatchObject({ code: 0, err: '' })
  expect(imported.text).toMatch(
    /^3 eventos que este programa no puede leer quedan como están \(el primero, en la posición \d+\)\.$/m,
  )
  expect(await target.run('rebuild', 'all')).toMatchObject({ code: 0 })
  expect(faultsIn(await target.run('verify', '--expect-hash', `${noted.position}:${noted.hash}`))).toEqual([])
})

/** Of what verify printed, the lines that say more than that all is well. */
function faultsIn({ lines }: { lines: readonly string[] }): string[] {
  return lines.slice(0, -4).filter((line) => !/: bien \(/.test(line))
}
