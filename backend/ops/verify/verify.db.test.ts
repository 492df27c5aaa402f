// What verify finds: one kind of damage after the other, planted with the owner's rights in a shop that stands still.
import { expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { sellInAllWays } from '#backend/ops/testing/busy-shop-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { damages } from '#backend/ops/testing/planted-damage.ts'
import { openCore } from '#backend/shop.ts'
import { openPurchaseShop } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import type { Finding } from './finding.ts'

const kept = [
  'es.events',
  'es.streams',
  'es.guards',
  'es.claims',
  'es.subscriptions',
  'es.dead_letters',
  'keys.subjects',
  'auth.credentials',
]
const projections = ['catalogue', 'carts', 'orders', 'purchases', 'reviews', 'users'] as const

const test = databaseTest
  .extend('core', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openPurchaseShop(databaseUrl)
    await sellInAllWays(shop)
    const gone = await signedIn(shop)
    const parts = { pool: shop.core.pool, store: shop.core.store, db: shop.core.db, accounts: shop.core.accounts }
    const { position } = await erasePerson(parts, { actor: 'operator', correlation: 'test' }, gone.id)
    await shop.core.positions.waitFor(projections, position)
    await shop.stop()
    const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 7), sessionSecret: 's'.repeat(40) })
    onCleanup(() => core.close())
    return core
  })
  .extend('pool', { scope: 'file' }, async ({ core, databaseUrl }, { onCleanup }) => {
    const pool = openOwnerPool(databaseUrl, onCleanup)
    expect(core.databaseUrl).toBe(databaseUrl)
    await pool.query('create schema kept')
    for (const table of kept) await pool.query(`create table kept.${table.replace('.', '_')} as table ${table}`)
    return pool
  })
  .extend('run', ({ core, pool }) => opsOn({ core, ownerPool: pool }))
  /** Runs statements past all triggers. */
  .extend('plant', ({ pool }) => async (...statements: string[]) => {
    await pool.query(`begin; set local session_replication_role = replica; ${statements.join(';')}; commit`)
  })
  .extend(
    'repair',
    ({ plant }) =>
      () =>
        plant(
          ...kept.flatMap((table) => [
            `delete from ${table}`,
            `insert into ${table} overriding system value select * from kept.${table.replace('.', '_')}`,
          ]),
        ),
  )

test('a shop that sold in all ways is in order', async ({ run }) => {
  const { code, lines, err } = await run('verify')
  expect([code, err]).toEqual([0, ''])
  expect(lines.at(-1)).toBe('Todo coincide con el registro de eventos.')
  for (const name of ['posiciones', 'eventos', 'pagos de las órdenes', ...projections])
    expect(lines).toContain(`${name}: bien`)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[^:]+: bien$/)
  expect(await run('verify', '--json')).toMatchObject({ code: 0, text: '[]\n' })
})

test.for(damages)('%s', async ([, check, sentence, statements], { run, plant, repair }) => {
  await plant(...statements)
  const [listed, told] = [await run('verify', '--json'), await run('verify')]
  await repair()
  expect([listed.code, listed.err, told.code]).toEqual([1, '', 1])
  const found = JSON.parse(listed.text) as Finding[]
  const sentences = found.filter((finding) => finding.check === check).map((finding) => finding.message)
  expect(sentences).toContainEqual(expect.stringMatching(sentence))
  expect(told.lines).toContainEqual(expect.stringMatching(sentence))
  expect(told.lines.at(-1)).toBe(`${found.length} problemas.`)
  expect((await run('verify', '--json')).text).toBe('[]\n')
})

test('a counter that would give an id twice', async ({ run, pool }) => {
  const { rows } = await pool.query<{ last: number }>('select last_value as last from es.order_id')
  await pool.query("select setval('es.order_id', 1)")
  const { code, text } = await run('verify')
  await pool.query("select setval('es.order_id', $1)", [rows[0]?.last])
  expect([code, text]).toEqual([1, expect.stringMatching(/^contador order_id: va por 1, pero existe order-5$/m)])
})

test('a shop that sells meanwhile is in order too', async ({ core, run }) => {
  let isDone = false
  let nth = 0
  const adjusted = (productId: number) => ({
    commandId: crypto.randomUUID(),
    meta: { actor: 'operator', cause: 'Test', correlation: 'test' } as const,
    writes: [
      {
        stream: `stock-${productId}` as const,
        expected: null,
        events: [{ type: 'StockAdjusted' as const, data: { productId, delta: 1 } }],
      },
    ],
  })
  const selling = (async () => {
    while (!isDone) {
      await core.store.append(adjusted(1000 + (nth++ % 5)))
    }
  })()
  const answers: Awaited<ReturnType<typeof run>>[] = []
  while (answers.length < 3 || nth <= 10) answers.push(await run('verify', '--json'))
  isDone = true
  await selling
  // Nobody feeds the read models here: what they lack is behind their checkpoint.
  for (const { code, text } of answers) expect([code, text]).toEqual([0, '[]\n'])
})
