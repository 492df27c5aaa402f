// The section Auditoría: what happened to an order, a product and an account, filtered lists, and personal data that stays covered.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

const events = (page: Page) => page.getByRole('region', { name: 'Hechos' }).locator('ol > li')
const slider = (page: Page) => page.getByRole('slider', { name: 'Momento' })
const priceChange = /pasó a U\$S\s12,00/

async function openStory(page: Page, of: string): Promise<void> {
  await page.goto(`/controlPanel?tab=auditoria&of=${of}`)
  await expect(slider(page)).toBeVisible()
}

/** Suspends an account or takes it back, as the panel does. */
async function switchActivity(shop: TestShop, admin: Person, { id }: Person, isActive: boolean, reason?: string) {
  const { body } = await admin.get(`/api/users/${id}`)
  const answer = await admin.post('/api/users/modifyuser', { ...body, isActive, ...(reason && { reason }) })
  expect(answer.status).toBe(200)
  await shop.settled()
}

/** The row of one fact, at a moment that is not now. */
const factOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Cómo estaba entonces' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name}`) })

async function expectFact(page: Page, name: string, was: string, now: string): Promise<void> {
  await expect(factOf(page, name).getByRole('cell')).toHaveText([`${name}Distinto`, was, now])
}

/** A product with two prices, a paid order, one that expired, and their buyer, suspended twice. */
const test = browserTest.extend('told', { scope: 'file' }, async ({ shop }) => {
  const admin = await shop.newAdmin()
  const buyer = await shop.newShopper('Dana Luz')
  const product = await shop.addProduct({ price: 10 })
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer)
  await shop.payUnseen(order)
  await shop.addToCart(buyer, product.id)
  const late = await shop.placeOrder(buyer)
  await shop.expire(late)
  const { body } = await admin.get(`/api/product/${product.id}`)
  await admin.post('/api/product/modifyproduct', { ...body, price: 12 })
  await switchActivity(shop, admin, buyer, false, 'Compras con tarjetas ajenas')
  await switchActivity(shop, admin, buyer, true)
  await switchActivity(shop, admin, buyer, false, 'Otra vez')
  return { admin, buyer, product, order, late }
})

test('[AUD-01] a paid order is told from its first event on, and its payment leads to the notice and to the press on Pagar', async ({
  told: { admin, buyer, order },
  visit,
}) => {
  const page = await visit({ as: admin })
  await page.goto('/controlPanel?tab=ordenes')
  await page.getByRole('link', { name: `Historial de la orden Nº ${order.id}`, exact: true }).click()
  await expect(events(page)).toHaveText([/hizo la orden/, /abrió el pago/, /Se aprobó el pago/, /quedó pagada/])
  await expect(events(page).first()).toContainText(`Dana Luz (cuenta Nº ${buyer.id}) · Pulsar 'Pagar'`)
  await expect(events(page).last()).toContainText('Estado:antes pendiente de pagodespués pagada')
  await expect(events(page).last().locator('time')).toHaveText(/\d{2}:\d{2}$/)
  await events(page)
    .filter({ hasText: 'Se aprobó el pago' })
    .getByRole('button', { name: /^Causas/ })
    .click()
  const tree = page.getByRole('region', { name: /^Causas del hecho/ })
  await expect(tree.getByRole('heading')).toBeFocused()
  for (const part of ["Pulsar 'Pagar'", 'Recibir el aviso del pago', 'Tarea: consultar un pago'])
    await expect(tree).toContainText(part)
  const notice = tree.getByRole('listitem').filter({ hasText: /^El proveedor avisó/ })
  await expect(notice.locator('[aria-current=true]')).toContainText('Se aprobó el pago')
  await page.keyboard.press('Tab')
  expect(await axeFaults(page)).toEqual([])
  await tree
    .getByRole('button', { name: `Carrito de la cuenta Nº ${buyer.id}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: `Carrito de la cuenta Nº ${buyer.id}` })).toBeVisible()
})

test('[AUD-02] [PAN-27] product, order and account show as they were at any moment, and what is otherwise now', async ({
  told: { admin, buyer, order, product },
  visit,
}) => {
  const page = await visit({ as: admin })
  await openStory(page, `order-${order.id}`)
  await slider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expectFact(page, 'Estado', 'pendiente de pago', 'pagada')
  await openStory(page, `product-${product.id}`)
  await page.getByRole('button', { name: 'Hecho anterior' }).click()
  await expectFact(page, 'Precio', 'U$S 10,00', 'U$S 12,00')
  await expect(events(page).last()).toContainText('todavía no')
  await openStory(page, `user-${buyer.id}`)
  await slider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expectFact(page, 'Activo', 'sí', 'no')
})

test('[PAN-26] a suspension, an edit and an order that expired tell who or which job, what, when and why', async ({
  told: { admin, buyer, late, product },
  shop,
  visit,
}) => {
  const page = await visit({ as: admin })
  /** Every row shows what its event holds: its name, who or which job acted, and by which command. */
  const expectWhole = async (row: Locator) => {
    const { rows } = await shop.core.pool.query<{ type: string; actor: string }>(
      "select name as type, meta->>'actor' as actor from es.events e join es.event_types t on t.id = e.type where pos = $1",
      [await row.getAttribute('data-position')],
    )
    const { type = '', actor = '' } = rows[0] ?? {}
    await expect(row).toContainText(type)
    await expect(row.locator('time')).toHaveText(/\d{2}:\d{2}$/)
    const [kind, id] = actor.split(':')
    const who = kind === 'user' ? `\\(cuenta Nº ${id}\\)` : kind === 'job' ? 'Tarea: \\S.*' : '\\S.*'
    await expect(row).toContainText(new RegExp(`${who} · [^ ·]`))
  }
  const stories = {
    [`order-${late.id}`]: ['OrderExpired', 'Tarea: vencer una orden · Vencer la orden', 'Motivo: Pasó el tiempo'],
    [`product-${product.id}`]: ['ProductPriceChanged', `(cuenta Nº ${admin.id}) · Modificar el producto`],
    [`user-${buyer.id}`]: ['UserBanned', `(cuenta Nº ${admin.id}) · Modificar la cuenta`, 'Motivo: Otra vez'],
  }
  for (const [of, parts] of Object.entries(stories)) {
    await openStory(page, of)
    const last = events(page).last()
    for (const part of parts) await expect(last).toContainText(part)
    for (const row of await events(page).all()) await expectWhole(row)
    const positions = await events(page).evaluateAll((rows) => rows.map((row) => Number(row.dataset.position)))
    expect(positions.length).toBeGreaterThan(1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  }
})

test('[AUD-03] every suspension of an account tells its admin, its reason and what it ended, and none can be deleted', async ({
  told: { admin, buyer },
  shop,
  visit,
}) => {
  const page = await visit({ as: admin })
  await page.goto(`/controlPanel?tab=clientes&q=${encodeURIComponent('Dana Luz')}`)
  await page
    .getByRole('row')
    .filter({ hasText: buyer.email })
    .getByRole('link', { name: 'Historial de Dana Luz' })
    .click()
  const bans = page.getByRole('table', { name: 'Historial de suspensiones' }).getByRole('row')
  const steps = [
    ['Suspensión', 'Compras con tarjetas ajenas', 'Todas sus sesiones'],
    ['Reactivación', 'sin motivo', 'La suspensión del'],
    ['Suspensión', 'Otra vez', 'Todas sus sesiones'],
  ]
  await expect(bans).toHaveCount(1 + steps.length)
  for (const [at, parts] of steps.entries())
    for (const part of [...parts, `(cuenta Nº ${admin.id})`]) await expect(bans.nth(at + 1)).toContainText(part)
  await expect(bans.locator('time')).toHaveText([/\d{2}:\d{2}$/, /\d{2}:\d{2}$/, /\d{2}:\d{2}$/])
  await expect(page.getByRole('tabpanel').getByRole('button', { name: /eliminar|borrar/i })).toHaveCount(0)
  const deleting = shop.core.pool.query("delete from es.events where meta->>'actor' = $1", [`user:${admin.id}`])
  await expect(deleting).rejects.toThrow(/permission denied|append-only/)
})

test('[AUD-04] a filtered list is the same after a reload, for another admin and as a file', async ({
  told: { admin, product },
  shop,
  visit,
}) => {
  const page = await visit({ as: admin, width: 390 })
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('tab', { name: 'Auditoría' }).click()
  const list = page.getByRole('list', { name: 'Hechos' }).locator('> li')
  await expect(list.first()).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const form = page.getByRole('form', { name: 'Filtros' })
  await form.getByLabel('Quién').selectOption('user')
  await form.getByLabel('Nº de cuenta').fill(String(admin.id))
  await form.getByLabel('Qué').selectOption('Precios')
  await form.getByLabel('Sobre').selectOption('Producto')
  await form.getByLabel('Número').fill(String(product.id))
  await form.getByLabel('Desde').fill('2026-01-01')
  await form.getByLabel('Hasta').fill('2099-12-31')
  await page.keyboard.press('Enter')
  await expect(list).toHaveText([priceChange])
  await page.reload()
  await expect(list).toHaveText([priceChange])
  await expect(form.getByLabel('Nº de cuenta')).toHaveValue(String(admin.id))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toEqual([expect.stringContaining('Posición;'), expect.stringMatching(priceChange)])
  const other = await visit({ as: await shop.newAdmin() })
  await other.goto(page.url())
  await expect(other.getByRole('list', { name: 'Hechos' }).locator('> li')).toHaveText([priceChange])
  await form.getByLabel('Hasta').fill('2026-01-02')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ningún hecho es así')).toBeVisible()
})

test('[AUD-05] a covered e-mail shows when it is asked for, and who asked is an event', async ({
  told: { admin, buyer },
  visit,
}) => {
  const page = await visit({ as: admin })
  await openStory(page, `user-${buyer.id}`)
  const born = events(page).first()
  await expect(born).toContainText('•••@…')
  await expect(born).not.toContainText(buyer.email)
  await born.getByRole('button', { name: 'Descubrir nombre, correo' }).click()
  await expect(born).toContainText(buyer.email)
  const looked = events(page).last()
  await expect(looked).toContainText(/Se descubrieron datos de la cuenta.*: nombre, correo\./)
  await expect(looked).toContainText(`(cuenta Nº ${admin.id}) · Descubrir datos personales`)
  await expect(looked.locator('time')).toHaveText(/\d{2}:\d{2}$/)
})
