// The lists of the control panel as tables: their order, their filters, what is done with many rows, and the menu of commands.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, refuseField } from '#frontend/testing/network.ts'
import { formatMoment } from '#frontend/ui/figures/moment.ts'

const firstCells = (page: Page) => page.getByRole('row').locator('td:first-child')
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })
const bar = (page: Page) => page.getByRole('region', { name: 'Con lo elegido' })
const result = (page: Page) => page.getByRole('region', { name: 'Resultado' })

test('a column orders the whole list and says so, a filter leaves some of it; the address carries both', async ({
  shop,
  visit,
}) => {
  const name = `Orden de filas ${process.pid}`
  const products: { id: number }[] = []
  for (const price of [30, 10, 20]) products.push(await shop.addProduct({ name: `${name} ${price}`, price, stock: 4 }))
  const ids = (...order: number[]) => order.map((at) => String(products[at]?.id))
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(name)}`)
  await expect(heading(page, 'ID')).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Precio', exact: true }).click()
  await expect(firstCells(page)).toHaveText(ids(1, 2, 0))
  await page.getByRole('button', { name: 'Precio', exact: true }).press('Enter')
  await expect(firstCells(page)).toHaveText(ids(0, 2, 1))
  await expect(heading(page, 'Precio')).toHaveAttribute('aria-sort', 'descending')
  await expect(heading(page, 'ID')).toHaveAttribute('aria-sort', 'none')
  await shop.changeProduct(products[2]?.id ?? 0, { isActive: false })
  await page.getByLabel('Filtrar').selectOption('Activos')
  await expect(firstCells(page)).toHaveText(ids(0, 1))
  const carried = { tab: 'productos', q: name, sort: '-price', state: 'active' }
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(carried)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toBe('productos-gamertech.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(';')[0])).toEqual(['\uFEFFID', ...ids(0, 1)])
  await page.reload()
  await expect(firstCells(page)).toHaveText(ids(0, 1))
  await page.goBack()
  await expect(firstCells(page)).toHaveText(ids(0, 2, 1))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByLabel('Ordenar').selectOption('Precio, de menor a mayor')
  await expect(firstCells(page)).toHaveText(ids(1, 2, 0))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('ten products are deactivated at once: how far it is, which one was refused and why, and back again', async ({
  shop,
  visit,
}) => {
  const name = `De a muchos ${process.pid}`
  const ids: number[] = []
  for (let nth = 0; nth < 10; nth++) ids.push((await shop.addProduct({ name: `${name} ${nth}` })).id)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(name)}`)
  await page.getByLabel('Elegir toda la página').check()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(firstCells(page).first()).toHaveText(String(ids[5]))
  // Over cards, whose names of columns are not seen, it stands by itself.
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByText('Elegir toda la página')).toBeVisible()
  await page.getByLabel('Elegir toda la página').check()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(bar(page)).toContainText('10 productos')
  await page.route('**/api/product/modifyproduct', async (route) => {
    if (route.request().postDataJSON().id !== ids[3]) return route.continue()
    const problem = {
      type: '/problems/unavailable',
      title: 'No',
      status: 503,
      code: 'unavailable',
      detail: 'Probá más tarde.',
    }
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem })
  })
  await bar(page).getByRole('button', { name: 'Desactivar (10)' }).click()
  await expect(page.getByRole('progressbar', { name: 'Desactivar' })).toBeVisible()
  await expect(result(page)).toContainText('Desactivados: 9 de 10 productos')
  await expect(result(page).getByRole('listitem')).toHaveText(`${name} 3: Probá más tarde.`)
  await expect(page.getByRole('row').getByRole('button', { name: 'Activar', exact: true })).toHaveCount(5)
  expect(await axeFaults(page)).toEqual([])
  await page.unrouteAll()
  await result(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(result(page)).toContainText('Como antes: 9 de 9 productos')
  await expect(page.getByRole('row').getByRole('button', { name: 'Desactivar', exact: true })).toHaveCount(5)
})

test('paid orders are marked as prepared at once, and those that are not paid are left out', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 9 })
  const place = async (isPaid: boolean) => {
    const buyer = await shop.newShopper()
    await shop.addToCart(buyer, product.id)
    const order = await shop.placeOrder(buyer)
    if (isPaid) await shop.pay(buyer, order)
    return order.id
  }
  const ids = [await place(true), await place(true), await place(false)]
  const page = await visit({ as: await shop.newStaff('support') })
  await page.goto('/controlPanel?tab=ordenes')
  for (const id of ids) await page.getByLabel(`Elegir la orden Nº ${id}`, { exact: true }).check()
  await bar(page).getByRole('button', { name: 'Marcar como preparadas (2)' }).click()
  await expect(result(page)).toContainText('Preparadas: 2 de 2 órdenes')
  await expect(result(page).getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  await page.getByLabel('Filtrar').selectOption('Preparadas o en preparación')
  // Other files may have prepared orders of the same shop before.
  await expect(firstCells(page).nth(0)).toHaveText(String(ids[1]))
  await expect(firstCells(page).nth(1)).toHaveText(String(ids[0]))
  await expect(firstCells(page).getByText(String(ids[2]), { exact: true })).toHaveCount(0)
  const auditor = await visit({ as: await shop.newStaff('auditor') })
  await auditor.goto('/controlPanel?tab=ordenes')
  await expect(auditor.getByRole('table')).toBeVisible()
  await expect(auditor.getByRole('checkbox')).toHaveCount(0)
})

test('Ctrl K, «producto» and its number, Enter leads to it; the shortcuts rest while somebody types', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Qué buscás' })).toBeFocused()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.type(`producto ${product.id}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).searchParams.get('dossier')).toBe(`product-${product.id}`)
  await expect(page.getByRole('main')).toContainText(product.name)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('clie')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Clientes' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  expect(callsOf(page, '/api/panel').filter(({ status }) => status !== 200)).toEqual([])
})

const views = (page: Page) => page.getByRole('button', { name: /^Vista/ })
const viewItem = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

/** By keyboard alone. */
async function keepView(page: Page, name: string): Promise<void> {
  await views(page).press('Enter')
  await viewItem(page, 'Guardar lo que se ve').press('Enter')
  await expect(page.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

test('what a list shows is kept as a view by a name: another tab and another machine lead to it, with its search, filter and order', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ name: `Vista guardada ${process.pid}`, price: 7 })
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  const address = `/controlPanel?tab=productos&q=${encodeURIComponent(product.name)}&state=active&sort=-price`
  await page.goto(address)
  await keepView(page, 'A la venta')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(views(page)).toHaveText('Vista: A la venta')
  await page.goto('/controlPanel?tab=clientes&state=suspended')
  await keepView(page, ' a la VENTA ')
  await expect(page.getByRole('dialog')).toContainText('Ya hay una vista con ese nombre.')
  await page.getByLabel('Nombre').fill('Suspendidas')
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveText('Vista: Suspendidas')
  const elsewhere = await visit({ as: admin })
  await elsewhere.goto('/controlPanel')
  await views(elsewhere).click()
  expect(await axeFaults(elsewhere, { within: '[role=menu]' })).toEqual([])
  await viewItem(elsewhere, /^A la venta/).click()
  await expect(firstCells(elsewhere)).toHaveText([String(product.id)])
  await expect(elsewhere).toHaveURL((url) => url.pathname + url.search === address.replaceAll('%20', '+'))
  await expect(views(elsewhere)).toHaveText('Vista: A la venta')
  // Of another one of the staff there is nothing, and where there is no list nothing can be kept.
  const other = await visit({ as: await shop.newStaff('editor') })
  await other.goto('/controlPanel?tab=inicio')
  await views(other).click()
  await expect(other.getByRole('menu')).toContainText('Todavía no guardaste ninguna.')
  await expect(viewItem(other, 'Guardar lo que se ve')).toBeDisabled()
})

test('a view gets another name and goes; what another tab changed meanwhile is told, and not lost', async ({
  shop,
  visit,
}) => {
  const editor = await shop.newStaff('editor')
  const page = await visit({ as: editor })
  await page.goto('/controlPanel?tab=productos&state=soldOut')
  await keepView(page, 'Agotados')
  await expect(views(page)).toHaveText('Vista: Agotados')
  const tab = await page.context().newPage()
  await tab.goto('/controlPanel?tab=productos&state=soldOut')
  await expect(views(tab)).toHaveText('Vista: Agotados')
  await tab.getByLabel('Filtrar').selectOption('Inactivos')
  await keepView(page, 'La misma')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // This tab does not know of the second one.
  await keepView(tab, 'Inactivos')
  await expect(tab.getByRole('alert')).toHaveText(
    'Cambiaste tus vistas en otra pestaña mientras tanto. Probá de nuevo.',
  )
  await tab.keyboard.press('Enter')
  await expect(views(tab)).toHaveText('Vista: Inactivos')
  await views(tab).press('Enter')
  await viewItem(tab, 'Cambiar o quitar vistas').press('Enter')
  const window = tab.getByRole('dialog', { name: 'Tus vistas' })
  await expect(window.getByRole('listitem')).toHaveCount(3)
  expect(await axeFaults(tab, { within: '[role=dialog]' })).toEqual([])
  const row = (name: string) => window.getByRole('form', { name: `Vista ${name}` })
  await row('Inactivos').getByLabel('Nombre').fill('Fuera de venta')
  await tab.keyboard.press('Enter')
  await expect(row('Fuera de venta')).toBeVisible()
  await row('La misma').getByRole('button', { name: 'Quitar la vista La misma' }).press('Enter')
  await expect(window.getByRole('listitem')).toHaveCount(2)
  await tab.keyboard.press('Escape')
  await tab.reload()
  await expect(views(tab)).toHaveText('Vista: Fuera de venta')
})

/** Goes to the form for a file, and sends this one. */
async function sendFile(page: Page, csv: string): Promise<void> {
  await page.getByRole('button', { name: 'Importar CSV' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Importar productos' })).toBeFocused()
  await page.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(page.getByLabel('Archivo CSV')).toHaveAccessibleDescription('Elegí un archivo CSV.')
  await page
    .getByLabel('Archivo CSV')
    .setInputFiles({ name: 'precios.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Ver qué cambiaría' }).press('Enter')
  await expect(page.getByText('Importación: precios.csv')).toBeVisible()
}

/** Begins what is shown, and says why. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Aplicar a 1 producto' }).click()
  await expect(page.getByLabel('Motivo')).toHaveAccessibleDescription('Escribí el motivo: queda en el registro.')
  await page.getByLabel('Motivo').fill('Lista de junio')
  await page.getByLabel('Motivo').press('Enter')
  await expect(page.getByText('En espera').or(page.getByText('En curso')).or(page.getByText('Aplicado'))).toBeVisible()
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deshacer todo' }).click()
  await page.getByLabel('Motivo').fill('Era de mayo')
  await page.getByLabel('Motivo').press('Enter')
  await expect(page.getByText('1 producto como antes.')).toBeVisible()
}

test('a file changes products: what it would do is seen first, it goes on without the page, and goes back as a whole', async ({
  shop,
  visit,
}) => {
  const name = `Por archivo ${process.pid}`
  const one = await shop.addProduct({ name: `${name} A`, price: 10 })
  const other = await shop.addProduct({ name: `${name} B` })
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  await page.goto('/controlPanel?tab=productos')
  await sendFile(page, `Clave;Precio;Nombre\n${one.id};1.234,50;\n${other.id};;\n;2;${name} C`)
  await expect(page.getByText('2 de 3 reconocidas')).toBeVisible()
  await page.getByLabel('ID', { exact: true }).selectOption({ label: `Clave (${one.id})` })
  await expect(
    page.getByText('1 producto por cambiar · 1 sin cambios · 1 con errores, que quedan afuera.'),
  ).toBeVisible()
  const rows = page.getByRole('region', { name: 'Filas' })
  await expect(rows.getByRole('cell')).toHaveText([
    '2',
    String(one.id),
    `${name} A`,
    /Precio: antes U\$S\s10,00 +después U\$S\s1\.234,50/,
  ])
  await rows.getByRole('button', { name: 'Con errores (1)' }).press('Enter')
  await expect(rows.getByRole('cell').last()).toContainText('Categoría: Falta este dato')
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await begin(page)
  await page.close()

  const later = await visit({ as: admin })
  await later.goto('/controlPanel?tab=productos&batch=lista')
  await later.getByRole('row', { name: 'Lista de junio' }).getByRole('button', { name: 'Ver precios.csv' }).click()
  await expect(later.getByText('Hecho en 1 producto.')).toBeVisible()
  await later.setViewportSize({ width: 390, height: 800 })
  expect(await later.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await undo(later)
  await later.goBack()
  await expect(later.getByRole('row', { name: 'Lista de junio' })).toContainText('Deshecho')
})

test('prices of the chosen products change by a rule at a moment ahead by the shop’s clock, wherever the browser is; another admin can cancel it', async ({
  shop,
  visit,
}) => {
  const name = `Por regla ${process.pid}`
  for (const price of [100, 3]) await shop.addProduct({ name: `${name} ${price}`, price })
  const page = await visit({ as: await shop.newAdmin(), timeZone: 'Asia/Tokyo' })
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(name)}`)
  await page.getByLabel('Elegir toda la página').check()
  await page.getByRole('button', { name: 'Cambiar precios (2)' }).press('Enter')
  await expect(page.getByText('Para 2 productos elegidos.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Para 2 productos elegidos.')).toBeVisible()
  await expect(page.getByLabel('Categoría')).toHaveCount(0)
  await page.getByLabel('Cambiar por').selectOption('Monto (U$S)')
  const amount = page.getByLabel('Cuánto')
  await amount.press('Enter')
  await expect(amount).toHaveAccessibleDescription('Escribí un número, con dos decimales como mucho.')
  await amount.fill('-5,5')
  await amount.press('Enter')
  await expect(page.getByText('1 producto por cambiar · 1 con errores, que quedan afuera.')).toBeVisible()
  await expect(page.getByRole('cell').last()).toHaveText(/Precio: antes U\$S\s100,00 +después U\$S\s94,50/)
  await page.getByLabel('Motivo').fill('Oferta')
  await page.getByLabel('Cuándo').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Aplicar a 1 producto' }).click()
  await expect(page.getByLabel('Cuándo')).toHaveAccessibleDescription(/^Elegí un momento que todavía no pasó/)
  await expect(page.getByText('En hora de Buenos Aires')).toBeVisible()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Cuándo').fill(`${tomorrow}T10:05`)
  await refuseField(page, '**/begin', 'batchId', 'Ya no está.')
  await page.getByRole('button', { name: 'Aplicar a 1 producto' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Hay datos que corregir.' })).toBeVisible()
  await page.getByRole('button', { name: 'Aplicar a 1 producto' }).click()
  await expect(page.getByText('Programado', { exact: true })).toBeVisible()
  await expect(page.getByText(`Empieza el ${formatMoment(`${tomorrow}T13:05:00Z`)}`)).toBeVisible()
  const other = await visit({ as: await shop.newAdmin() })
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Cancelado', { exact: true })).toBeVisible()
})
