// The section Operaciones of the control panel: what it shows, what it does, and what it says of how that went.
import type { Page } from 'playwright'
import { plantFailedJob } from '#backend/jobs/testing/failed-job.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { additions, openOwnerPool } from '#backend/testing/core-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { address, askedBy, liveTable, operate, rowsOf, shownRow, tableOf, task } from './testing/operations-page.ts'

type Owner = ReturnType<typeof openOwnerPool>

// The worker looks every ten seconds whether the log needs a partition, also while one is detached.
allowErrors(/events__10.* already exists/)

/** The table follows without a reload: what is in the log is soon what the carts have read. */
async function buys(shop: TestShop, buyer: Person, productId: number, page: Page): Promise<void> {
  await shop.addToCart(buyer, productId)
  await shop.pay(buyer, await shop.placeOrder(buyer))
  const head = await shop.core.store.head()
  const position = shownRow(page, 'Carritos').getByRole('cell').nth(2)
  await expect.poll(async () => Number((await position.innerText()).replace('.', ''))).toBeGreaterThanOrEqual(head)
}

async function showsEverything(page: Page): Promise<void> {
  await page.goto(address)
  const heads = ['Nombre', 'Estado', 'Posición', 'Atraso y ritmo', 'Versión', 'La alimenta', 'Acciones']
  await expect(tableOf(page, 'Proyecciones y reactores').getByRole('columnheader')).toHaveText(heads)
  const names = ['Catálogo', 'Carritos', 'Órdenes', 'Compras', 'Reseñas', 'Clientes', 'Sinónimos', 'Precios de envío']
  const figures = [
    'Quién vende',
    'Ajustes de precios',
    'Propiedades de categorías',
    'Transferencia bancaria',
    'Cifras por día',
    'Ventas por producto',
    'Pagos apartados',
    'Reseñas eliminadas',
  ]
  for (const name of [...names, ...figures, 'Trabajos']) {
    const cells = shownRow(page, name).getByRole('cell')
    await expect(cells.nth(2)).toHaveText(/^[\d.]+$/)
    await expect(cells.nth(3)).toHaveText(/^(al día|[\d.]+ eventos?.*)$/)
    await expect(cells.nth(4)).toHaveText(/^\d+$/)
    await expect(cells.nth(5)).toHaveText(/^conexión \d+señal hace [\d,]+ s$/)
  }
  await expect(tableOf(page, 'Proyecciones y reactores').getByRole('button')).toHaveCount(
    names.length + figures.length + 1,
  )
}

/** What is paused falls behind, by events and by their age, and catches up when it goes on. */
async function fallsBehind(page: Page, { post, id: userId }: Person, productId: number): Promise<void> {
  const lag = shownRow(page, 'Carritos').getByRole('cell').nth(3)
  await operate(page, 'Carritos', 'Pausar')
  await post('/api/cart/addproducttocart', { userId, productId: { id: productId, quantity: 1 } })
  await expect(lag).toHaveText(/^\d+ eventos?\s*[\d,]+ s · [\d.]+\/s$/)
  await operate(page, 'Carritos', 'Reanudar', false)
  await expect(lag).toHaveText('al día')
}

async function comparesDamage(page: Page, shop: TestShop, owner: Owner, { id }: Person): Promise<void> {
  await owner.query(`update ${await liveTable(shop, 'carts')} set last_order_id = 77 where user_id = $1`, [id])
  await operate(page, 'Carritos', 'Comparar con el registro', false)
  await task(page, 'Comparar con el registro: Carritos')
    .getByRole('button', { name: /^Ver resultado/ })
    .click()
  await expect(page.getByRole('list', { name: 'Lo que no coincide' })).toContainText(`${id}hay {"last_order_id":77}`)
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
}

const inLastStep = async (page: Page) =>
  expect(task(page, 'Reconstruir: Carritos')).toContainText('cambia lo que se muestra')

async function cancels(page: Page): Promise<void> {
  await operate(page, 'Carritos', 'Reconstruir')
  await inLastStep(page)
  const progress = task(page, 'Reconstruir: Carritos').getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuenow', '100')
  await page.getByRole('button', { name: 'Cancelar: Reconstruir: Carritos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar la reconstrucción' }).click()
  await expect(task(page, 'Reconstruir: Carritos')).toContainText('Cancelada')
}

test('[OPN-01] [OPN-02] [OPN-04] [PAN-28] a projection is compared, rebuilt, cancelled, rebuilt again and gone back from, while the shop sells', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 50 })
  const [buyer, admin] = [await shop.newShopper(), await shop.newAdmin()]
  await using owner = openOwner(shop)
  const page = await visit({ as: admin })
  await showsEverything(page)
  await fallsBehind(page, buyer, product.id)
  await buys(shop, buyer, product.id, page)
  await comparesDamage(page, shop, owner.pool, buyer)
  // A reader that does not let go of the view keeps a rebuild in its last step for as long as the test wants.
  const reader = await owner.pool.connect()
  await reader.query('begin; select from rm.carts limit 1')
  await cancels(page)
  await buys(shop, buyer, product.id, page)
  await operate(page, 'Carritos', 'Reconstruir')
  await inLastStep(page)
  await page.close()
  const elsewhere = await visit({ as: admin, width: 390 })
  await elsewhere.goto(address)
  await expect(task(elsewhere, 'Reconstruir: Carritos').getByRole('progressbar')).toBeVisible()
  await reader.query('rollback')
  reader.release()
  await expect(task(elsewhere, 'Reconstruir: Carritos')).toContainText('Terminada')
  await shop.addToCart(buyer, product.id)
  const rebuilt = await liveTable(shop, 'carts')
  await operate(elsewhere, 'Carritos', 'Volver a las filas de antes')
  await expect(elsewhere.getByRole('status').filter({ hasText: 'Se muestra la generación' })).toBeVisible()
  expect(await liveTable(shop, 'carts')).not.toBe(rebuilt)
  await operate(elsewhere, 'Carritos', 'Volver a las filas de antes')
  await expect.poll(() => liveTable(shop, 'carts')).toBe(rebuilt)
  await shop.addToCart(buyer, product.id)
  const rebuilding = ['dry-run', 'rebuild', 'cancel', 'rebuild', 'rollback', 'rollback']
  expect(await askedBy(shop, admin)).toEqual(['pause', 'resume', ...rebuilding])
  expect(callsOf(elsewhere, '/api').filter(({ status }) => status !== 200)).toEqual([])
  expect(await axeFaults(elsewhere)).toEqual([])
})

function openOwner({ databaseUrl }: TestShop) {
  const pool = openOwnerPool(databaseUrl)
  return { pool, [Symbol.asyncDispose]: () => pool.end() }
}

/** From now on the table refuses the rows of these accounts, and of no other. */
async function refuse(owner: Owner, table: string, ids: readonly number[]): Promise<void> {
  await owner.query(`alter table ${table} drop constraint if exists planted`)
  const rule = `add constraint planted check (user_id not in (${ids.join(', ')})) not valid`
  if (ids.length > 0) await owner.query(`alter table ${table} ${rule}`)
}

const letter = (page: Page, { id }: Person) => rowsOf(page, 'Apartados', `fila ${id}`)

/** By keyboard: the reason is asked for, and nothing is done without one. */
async function skipsWithReason(page: Page, person: Person): Promise<void> {
  await letter(page, person)
    .getByRole('button', { name: /^Omitir/ })
    .press('Enter')
  await expect(page.getByLabel('Motivo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('Se cargó dos veces.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(letter(page, person)).toHaveCount(0)
}

test('[OPN-03] a row that stands still is shown, tried again after a mend, and skipped with a reason', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const [mended, skipped, admin] = [await shop.newShopper(), await shop.newShopper(), await shop.newAdmin()]
  await using owner = openOwner(shop)
  const table = await liveTable(shop, 'carts')
  await refuse(owner.pool, table, [mended.id, skipped.id])
  for (const { post, id: userId } of [mended, skipped])
    await post('/api/cart/addproducttocart', { userId, productId: { id: product.id, quantity: 1 } })
  const page = await visit({ as: admin })
  await page.goto(address)
  const again = letter(page, mended).getByRole('button', { name: /^Reintentar/ })
  await expect(letter(page, mended)).toContainText('planted')
  await expect(letter(page, skipped).getByRole('cell').nth(2)).toHaveText(/^[\d.]+$/)
  await again.click()
  await expect(page.getByRole('status').filter({ hasText: 'sigue apartado' })).toBeVisible()
  await refuse(owner.pool, table, [skipped.id])
  await again.click()
  await expect(letter(page, mended)).toHaveCount(0)
  await skipsWithReason(page, skipped)
  await refuse(owner.pool, table, [])
  const { rows } = await shop.core.pool.query<{ data: object; actor: string }>(
    `select data, meta->>'actor' as actor from es.events e join es.event_types t on t.id = e.type
     where t.name in ('DeadLettersRetried', 'DeadLetterSkipped') order by pos desc limit 3`,
  )
  const by = { actor: `user:${admin.id}` }
  expect(rows).toMatchObject([
    { ...by, data: { keys: [String(skipped.id)] } },
    { ...by, data: { key: String(skipped.id), reason: 'Se cargó dos veces.' } },
    { ...by, data: { keys: [String(mended.id)] } },
  ])
})

test('a job that is tried no more is shown, tried again, and dropped with a reason, by keyboard', async ({
  shop,
  visit,
}) => {
  const plant = (orderId: number) => plantFailedJob(shop.core.pool, 'send-receipt', { orderId })
  const ids = [await plant(999_998), await plant(999_999)]
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  await page.goto(address)
  const failed = rowsOf(page, 'Trabajos que fallaron', 'Enviar un recibo')
  // The queue's own counts are a few seconds old.
  await expect(failed).toHaveCount(2, { timeout: 20_000 })
  await expect(failed.first()).toContainText('El servidor no contesta.')
  expect(await axeFaults(page)).toEqual([])
  await failed.first().getByRole('button', { name: 'Reintentar: Enviar un recibo' }).press('Enter')
  await expect(failed).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Se intenta otra vez.' })).toBeVisible()
  await failed.getByRole('button', { name: 'Descartar: Enviar un recibo' }).press('Enter')
  await expect(page.getByLabel('Motivo')).toBeFocused()
  await page.keyboard.type('Se le escribió aparte.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(failed).toHaveCount(0)
  await expect(task(page, 'Descartar: Enviar un recibo')).toContainText('Terminada')
  expect(await askedBy(shop, admin)).toEqual(['retry-job', 'drop-job'])
  const { rows } = await shop.core.pool.query('select state from job.job where id = any($1) order by state', [ids])
  expect(rows).toEqual([{ state: 'completed' }, { state: 'cancelled' }])
})

test('[OPN-05] a verification says what it looked at, and names what is damaged', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  await using owner = openOwner(shop)
  const damage = async (value: number | null) =>
    owner.pool.query(`update ${await liveTable(shop, 'carts')} set last_order_id = $2 where user_id = $1`, [
      buyer.id,
      value,
    ])
  await damage(77)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(address)
  const verify = page.getByRole('button', { name: 'Verificar', exact: true })
  await verify.click()
  await expect(verify).toBeDisabled()
  // The shop starts a process for it, which reads the whole log.
  await expect(verify).toBeEnabled({ timeout: 60_000 })
  await task(page, 'Verificar')
    .getByRole('button', { name: /^Ver resultado/ })
    .click()
  const found = page.getByRole('dialog')
  await expect(found.getByRole('list', { name: 'Lo que no coincide' })).toContainText(`carts, fila ${buyer.id}: hay`)
  await expect(found.getByRole('table', { name: 'Lo que se miró' })).toContainText('eventos encadenados')
  await damage(null)
})

const partitionCells = (page: Page, name: string) =>
  tableOf(page, 'Particiones')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) })
    .getByRole('cell')

test('the partitions of the log are listed with their positions, size and place, and one that is detached is a trouble', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  await using owner = openOwner(shop)
  const page = await visit({ shop, as: await shop.newAdmin() })
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Particiones' })).toContainText('El registro es una sola tabla')
  await opsOn({ core: shop.core, ownerPool: owner.pool })('partitions', 'begin', '--size', '1000')
  // Beyond eight partitions the older ones show when they are asked for.
  for (let cart = 1; cart <= 10; cart++) await shop.core.store.append(additions(cart, 0, 700))
  // As workers do every minute.
  await owner.pool.query('select es.add_partitions()')
  const row = (name: string) => partitionCells(page, name)
  await expect(row('events__8').nth(1)).toHaveText('7.001 a 8.000')
  await expect(row('events__8').nth(5)).toHaveText('En uso')
  const empty = ['events__10', '9.001 a 10.000', '0', /^\d+ kB$/, 'pg_default', 'Vacía, para lo que viene']
  await expect(row('events__10')).toHaveText(empty)
  await expect(row('events__1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Mostrar también las 2 más viejas' }).click()
  const full = ['events__1', '1 a 1.000', '1.000', /^\d+ kB$/, 'pg_default', 'Llena: ya no cambia']
  await expect(row('events__1')).toHaveText(full)
  await owner.pool.query('alter table es.events detach partition es.events__10')
  await expect(row('events__10').nth(5)).toHaveText('Separada: el registro no la lee')
  await expect(page.getByText('hay una partición separada')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})
