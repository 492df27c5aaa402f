// Products from a file by the operator's command, with a shop that runs and without one; and a change of prices that waits while no shop runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { openCore } from '#backend/shop.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, openShop, type Shop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const pool = openOwnerPool(databaseUrl)
    onCleanup(() => pool.end())
    return pool
  })
  .extend('editor', { scope: 'file' }, ({ shop }) => signedIn(shop, { role: 'editor' }))

const header = 'ID;Nombre;Categoría;Precio;Stock;Descripción;Imagen'

/** What was added or changed of products since, by whom and led to by what. */
async function changes({ core }: Shop, since: number) {
  const { rows } = await core.pool.query<{ type: string; actor: string; cause: string }>(
    `select t.name as type, e.meta->>'actor' as actor, e.meta->>'cause' as cause from es.events e
     join es.event_types t on t.id = e.type where e.pos > $1 order by e.pos`,
    [since],
  )
  return rows.map(({ type, actor }) => `${type} ${actor}`)
}

test('import-products says what each row would do, changes nothing, and does with --apply what the panel’s import does', async ({
  shop,
  ownerPool,
  editor,
}) => {
  const id = await makeProduct(editor, { name: 'Mouse viejo', price: 10, stock: 5 })
  const ops = opsOn({ core: shop.core, ownerPool })
  const input = [
    header,
    `${id};;;12,50;;;`,
    ';Mouse nuevo;Mouse;20;3;Nuevo;/img/a.webp',
    ';Otro;Mouse;caro;3;x;/img/a.webp',
  ].join('\n')
  const before = await shop.core.store.head()
  const tried = await ops.call(['import-products', '-'], { input })
  expect(tried.err).toBe('')
  expect(tried.code).toBe(1)
  expect(tried.text).toContain('Se agregan 1, cambian 1, quedan igual 0, con errores 1 (quedan afuera).')
  expect(tried.text).toMatch(/4 +Otro +Precio +No es un precio/)
  expect(tried.text).toMatch(new RegExp(`2 +${id} +Mouse viejo +Precio: 10,00 → 12,50`))
  expect(tried.text).toMatch(/3 +nuevo +Mouse nuevo +se agrega/)
  expect(await changes(shop, before)).toEqual([])

  expect((await ops.call(['import-products', '-', '--apply'], { input })).err).toContain('--reason')
  const done = await ops.call(['import-products', '-', '--apply', '--reason', 'Lista de junio'], { input })
  expect([done.code, done.text]).toEqual([1, expect.stringContaining('Hecho en 2, sin hacer por un error 0.')])
  expect((await changes(shop, before)).sort()).toEqual([
    'BatchApplied job:run-batch',
    'BatchRequested operator',
    ...['ProductAdded', 'ProductPriceChanged', 'StockAdjusted'].map((type) => `${type} operator`),
  ])
  expect((await ops.call(['import-products', '-'], { input: 'x' })).err).toContain('solo la fila de títulos')
  expect((await ops('import-products', '/no/existe.csv')).err).toContain('No se puede leer /no/existe.csv')
})

test('a change of prices that waits for its moment is done by the next process that starts; meanwhile the operator imports', async ({
  shop,
  databaseUrl,
  ownerPool,
  editor,
}) => {
  const id = await makeProduct(editor, { name: 'Teclado por cambiar', price: 100 })
  const draft = await editor.post('/api/panel/batches/prices', {
    rule: { by: 'percent', value: 10, rounding: 'none' },
    ids: [id],
  })
  const at = new Date(Date.now() + 3000).toISOString()
  const path = `/api/panel/batches/${draft.body.id}`
  expect((await editor.post(`${path}/begin`, { reason: 'Suba', at })).body.state).toBe('scheduled')
  await shop.stop()

  const { dataKey, session: sessionSecret } = shop.config.secrets
  const core = await openCore({ databaseUrl, dataKey, sessionSecret })
  const ops = opsOn({ core, ownerPool })
  await sleep(Math.max(0, Date.parse(at) - Date.now()))
  const input = [header, ';Sin tienda;Mouse;20;3;Nuevo;/img/a.webp'].join('\n')
  const imported = await ops.call(['import-products', '-', '--apply', '--reason', 'De noche'], { input })
  expect([imported.err, imported.code]).toEqual(['', 0])
  await core.close()

  const again = await openShop(databaseUrl)
  const admin = await signedIn(again, { admin: true })
  await expect.poll(async () => (await admin.get(path)).body.state).toBe('applied')
  await again.core.positions.waitFor(['catalogue'], await again.core.store.head())
  expect((await admin.get(`/api/product/${id}`)).body.price).toBe(110)
  await again.stop()
})
