// The restore drill: a shop's log and keys taken into a fresh database give the same shop, and a damaged file gives nothing.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { buyerWith, openCheckoutShop, placed } from '#backend/checkout-fixture.ts'
import { erasePerson } from '#backend/processes/erase-person.ts'
import { signedIn } from '#backend/shop-fixture.ts'
import { openCore } from '#backend/wiring.ts'
import { createDatabase, test as databaseTest } from '#scripts/testing/database.ts'
import { sellInAllWays } from './busy-shop-fixture.ts'
import { Chain } from './log-file.ts'
import { openOwnerPool, opsOn } from './ops-fixture.ts'

const tables = ['catalogue', 'carts', 'orders', 'purchases', 'reviews', 'users']

/** A shop where orders came to every end, exported with its keys. */
const test = databaseTest
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-export-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openCheckoutShop(databaseUrl)
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
    await shop.core.positions.waitFor(tables, position)
    const exported = await run('export', log, '--with-keys', keys)
    return { pool, run, log, keys, oldKeys, gone: gone.id, exported, open, text: await readFile(log, 'utf8') }
  })
  .extend('empty', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await emptyDatabase()
    onCleanup(() => database[Symbol.asyncDispose]())
    return database
  })

/** A fresh database for one import. */
async function emptyDatabase() {
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

async function rowHash(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ hash: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text)), '') as hash from ${table} t`,
  )
  return rows[0]?.hash ?? ''
}

describe('a restored shop', () => {
  test('is the same, row by row, and sells on', async ({ shop, source }) => {
    expect(source.exported).toMatchObject({ code: 0, err: '' })
    await using target = await emptyDatabase()
    const imported = await target.run('import', source.log, '--with-keys', source.keys)
    expect(imported).toMatchObject({ code: 0, err: '' })

    const living = '(select * from keys.subjects where wrapped_key is not null)'
    const stored = ['es.events', 'es.streams', 'es.stock', 'es.claims', living, 'auth.credentials']
    for (const table of stored)
      expect([table, await rowHash(target.pool, table)]).toEqual([table, await rowHash(source.pool, table)])
    for (const kind of ['user', 'product', 'order']) {
      const last = async (pool: pg.Pool) => (await pool.query(`select last_value, is_called from es.${kind}_id`)).rows
      expect(await last(target.pool)).toEqual(await last(source.pool))
    }

    const restored = await openCheckoutShop(target.databaseUrl, { monederoUrl: shop.monederoUrl })
    try {
      expect(await target.run('rebuild', 'all')).toMatchObject({ code: 0 })
      expect(await target.run('verify')).toMatchObject({ code: 0 })
      for (const name of tables) {
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

describe('a damaged file', () => {
  const change = (lines: string[], number: number, line: (old: string) => string[]) => [
    ...lines.slice(0, number - 1),
    ...line(lines[number - 1] ?? ''),
    ...lines.slice(number),
  ]

  test.for<[string, (lines: string[]) => string[], RegExp]>([
    ['cut off between two lines', (lines) => lines.slice(0, 10), /está cortado: después de la línea 10/],
    [
      'cut off inside a line',
      (lines) => [...lines.slice(0, 10), lines[10]?.slice(0, 90) ?? ''],
      /^Línea 11: está dañada/,
    ],
    ['empty', () => [], /está cortado: después de la línea 0/],
    [
      'with a changed event',
      (lines) => change(lines, 9, (line) => [line.replace('"meta":"{', '"meta":"{ ')]),
      /^Línea 9:/,
    ],
    ['with a line too few', (lines) => change(lines, 7, () => []), /^Línea 7:/],
    ['with a line twice', (lines) => change(lines, 7, (line) => [line, line]), /^Línea 8:/],
    [
      'with another end',
      (lines) => change(lines, lines.length, (line) => [line.replace('true', 'null')]),
      /^Línea \d+:/,
    ],
    ['that goes on', (lines) => [...lines, lines[1] ?? ''], /^Línea \d+:/],
    ['that is no log', () => ['{"hola":1}'], /^Línea 1:/],
    [
      'of another format',
      (lines) => forged([lines[0]?.replace('"version":1', '"version":2') ?? '']),
      /^Línea 1: no es el comienzo/,
    ],
    [
      'that begins later',
      (lines) => forged([lines[0]?.replace('"from":1', '"from":5') ?? '']),
      /^Línea 1: .*posición 5/,
    ],
    ['with a hole', (lines) => forged(lines.toSpliced(4, 1)), /^Línea 5: tiene la posición 5 en lugar de 4/],
    [
      'with a stream out of order',
      (lines) => forged(lines.map((line) => line.replace('"version":3,', '"version":4,'))),
      /^Línea \d+: tiene la versión 4 en lugar de 3/,
    ],
    [
      'with an event nobody knows',
      (lines) => forged(change(lines, 6, (line) => [line.replace(/"type":"[^"]+"/, '"type":"Nada"')])),
      /^Línea 6: tiene el tipo de evento Nada/,
    ],
    [
      'with an event of tomorrow',
      (lines) => forged(change(lines, 6, (line) => [line.replace('"schema":1', '"schema":99')])),
      /^Línea 6: el evento no se puede leer/,
    ],
    [
      'with data that is none',
      (lines) => forged(change(lines, 6, (line) => [line.replace('"data":"{', '"data":"')])),
      /^Línea 6: el evento no se puede leer/,
    ],
    [
      'that counts wrong',
      (lines) => forged(lines.map((line) => line.replace(/"events":\d+/, '"events":3'))),
      /^Línea \d+: cierra 3 eventos/,
    ],
    [
      'that sells what it lacks',
      (lines) => forged(lines.map((line) => line.replace(/delta\\":5/, 'delta\\":1'))),
      /^El stock del producto \d+ no cierra/,
    ],
  ])('%s is refused, and nothing was imported', async ([, damage, sentence], { source, empty }) => {
    const text = damage(source.text.trimEnd().split('\n'))
    expect(text.join('\n')).not.toBe(source.text.trimEnd())
    const {
      code,
      text: out,
      err,
    } = await empty.run.call(['import', '-'], { input: text.map((line) => `${line}\n`).join('') })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
    for (const table of ['es.events', 'es.streams', 'es.stock', 'es.claims', 'keys.subjects', 'auth.credentials'])
      expect(await rowHash(empty.pool, table)).toBe('0 ')
  })

  test('of keys is refused, and keys of another DATA_KEY too', async ({ source, empty, folder }) => {
    const whole = await readFile(source.keys, 'utf8')
    const damaged = join(folder, 'damaged.ndjson')
    for (const text of [whole.replace('argon2id', 'argon3id'), whole.split('\n').slice(0, 4).join('\n'), '']) {
      await writeFile(damaged, text)
      const refused = await empty.run('import', source.log, '--with-keys', damaged)
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^(Claves, línea \d+|El archivo de claves)/),
      })
    }
    const core = await openCore({
      databaseUrl: empty.databaseUrl,
      dataKey: Buffer.alloc(32, 8),
      sessionSecret: 's'.repeat(40),
    })
    const refused = await opsOn({ core, ownerPool: empty.pool })('import', source.log, '--with-keys', source.keys)
    await core.close()
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/otro DATA_KEY/) })
    expect(await rowHash(empty.pool, 'es.events')).toBe('0 ')
    expect(await rowHash(empty.pool, 'keys.subjects')).toBe('0 ')
  })

  test('that is not there, and a log that has events already', async ({ source, empty }) => {
    expect(await empty.run('import', '/nada/de/nada')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No se puede leer/),
    })
    const full = await source.run('import', source.log)
    expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/ya tiene eventos/) })
  })

  test('Ctrl-C leaves nothing behind', async ({ source, empty }) => {
    const stop = new AbortController()
    const lines = source.text.split('\n')
    async function* input() {
      yield `${lines.slice(0, 20).join('\n')}\n`
      stop.abort()
      yield lines.slice(20).join('\n')
    }
    const { code } = await empty.run.call(['import', '-'], { stdin: Readable.from(input()), signal: stop.signal })
    expect(code).toBe(130)
    expect(await rowHash(empty.pool, 'es.events')).toBe('0 ')
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

/** The lines with a chain that fits: what only the contents can give away. */
function forged(lines: readonly string[]): string[] {
  const chain = new Chain()
  return lines.map((line) => chain.link(line.replace(/,"sum":"[0-9a-f]+"\}$/, '}')).trimEnd())
}
