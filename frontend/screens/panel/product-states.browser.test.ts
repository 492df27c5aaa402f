// Everything that the panel does with a product works in every state of the product; a change that the shop refuses is said where it was made.
import type { Locator, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { failCalls, refuseField } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const sectionOf = (tab: string, q: string) => `/controlPanel?${new URLSearchParams({ tab, q })}`
const button = (page: Page, text: string, name: string) =>
  page.getByRole('row').filter({ hasText: text }).getByRole('button', { name, exact: true })

let unique = 0

/** What brings a product into each state that has a way of its own through panel, contract or stock. */
const states: Record<string, (shop: TestShop, id: number) => Promise<unknown>> = {
  'price fallen': (shop, id) => shop.changeProduct(id, { price: 80 }),
  'sold out': (shop, id) => shop.changeProduct(id, { stock: 0 }),
  inactive: (shop, id) => shop.changeProduct(id, { isActive: false }),
  'without a picture': (shop, id) => shop.changeProduct(id, { imageUrl: '/img/no-such-picture.webp' }),
  'one unit held': async (shop, id) => {
    const buyer = await shop.newShopper()
    await shop.addToCart(buyer, id)
    await shop.placeOrder(buyer)
  },
}

/** Presses 'Editar', changes text, price, stock and picture, and confirms. */
async function edit(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Editar' }).click()
  const modal = page.getByRole('dialog')
  for (const [label, text] of Object.entries(edited)) await modal.getByLabel(label).fill(text)
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal).toBeHidden()
  await expect(row.getByRole('cell').nth(2)).toHaveText('U$S 1.234,50')
  await expect(row.getByRole('cell').nth(3)).toHaveText('8')
}
const edited = {
  Descripción: 'Otra descripción.',
  'Precio (U$S)': '1.234,50',
  Stock: '8',
  'URL de la imagen': '/img/products/teclado-kyntra-forge-tkl.webp',
}

/** Presses the switch of a row twice: it ends in the state in which it was. */
async function switchTwice(row: Locator): Promise<void> {
  const isActive = await row.getByRole('button', { name: 'Desactivar' }).isVisible()
  for (const [press, next] of isActive ? onAndOff.toReversed() : onAndOff) {
    await row.getByRole('button', { name: press, exact: true }).click()
    await expect(row.getByRole('button', { name: next, exact: true })).toBeEnabled()
  }
}
const onAndOff = [
  ['Activar', 'Desactivar'],
  ['Desactivar', 'Activar'],
] as const

/** What is done with one row of the list. */
const rowActs: Record<string, (page: Page, row: Locator) => Promise<void>> = {
  edit,
  switch: (_, row) => switchTwice(row),
  ledger: async (page, row) => {
    await row.getByRole('button', { name: /^Movimientos de stock/ }).click()
    const ledger = page.getByRole('table', { name: 'Movimientos de stock' })
    await expect(ledger.getByRole('row').nth(1)).toBeVisible()
  },
}

/** Runs a part of the test and returns its failure in one line, so that one test names every state and act that fails. */
const failureOf = (what: string, run: Promise<unknown>): Promise<string[]> =>
  run.then(
    () => [],
    (error: Error) => [`${what}: ${error.message.split('\n')[0]}`],
  )

async function chooseAll(page: Page): Promise<void> {
  await page.getByLabel('Elegir toda la página').check()
}

/** What is done with all five rows at once, and taken back. */
const bulkActs: Record<string, (page: Page, ids: readonly number[]) => Promise<void>> = {
  deactivate: (page) => inBulk(page, 'Desactivar (4)', 'Desactivados: 4 de 4', 'Como antes: 4 de 4'),
  activate: (page) => inBulk(page, 'Activar (1)', 'Activados: 1 de 1', 'Como antes: 1 de 1'),
  'price rule': async (page) => {
    await chooseAll(page)
    await page.getByRole('button', { name: 'Cambiar precios (5)' }).click()
    await page.getByLabel('Cuánto').fill('-10')
    await page.getByRole('button', { name: 'Ver los precios nuevos' }).click()
    await throughBatch(page)
  },
  file: async (page, ids) => {
    await page.getByRole('button', { name: 'Importar CSV' }).click()
    const buffer = Buffer.from(`ID;Descripción;Stock\n${ids.map((id) => `${id};Por archivo;30\n`).join('')}`)
    await page.getByLabel('Archivo CSV').setInputFiles({ name: 'todos.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Ver qué cambiaría' }).click()
    await throughBatch(page)
  },
}

async function inBulk(page: Page, press: string, done: string, undone: string): Promise<void> {
  await chooseAll(page)
  await page.getByRole('region', { name: 'Con lo elegido' }).getByRole('button', { name: press, exact: true }).click()
  const result = page.getByRole('region', { name: 'Resultado' })
  await expect(result).toContainText(done)
  await result.getByRole('button', { name: 'Deshacer' }).click()
  await expect(result).toContainText(undone)
}

/** Applies the draft that is shown, and takes it back. */
async function throughBatch(page: Page): Promise<void> {
  await page.getByLabel('Motivo').fill('Prueba')
  await page.getByRole('button', { name: 'Aplicar a 5 productos' }).click()
  await expect(page.getByText('Hecho en 5 productos.')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer todo' }).click()
  await page.getByLabel('Motivo').fill('Prueba')
  await page.getByLabel('Motivo').press('Enter')
  await expect(page.getByText('5 productos como antes.')).toBeVisible()
}

/** Takes back the newest event of a product that can be taken back. */
async function undoNewest(page: Page, id: number): Promise<void> {
  await page.goto(`/controlPanel?tab=auditoria&of=product-${id}`)
  const press = page.getByRole('button', { name: /^Deshacer el hecho/ }).last()
  const label = (await press.getAttribute('aria-label')) ?? ''
  await press.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer', exact: true }).click()
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
}

async function deleteReview(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Ver reseñas de ${name}`, exact: true }).click()
  const reviews = page.getByRole('region', { name: `Reseñas de ${name}` })
  await reviews.getByRole('button', { name: 'Eliminar Reseña' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(reviews.getByText('No se encuentran reseñas')).toBeVisible()
}

test('every act of the panel works with a product whose price fell, that is sold out, inactive, without a picture or held by an order', {
  timeout: 240_000,
}, async ({ shop, visit }) => {
  const name = `En cada estado ${++unique} de ${process.pid}`
  const critic = await shop.newShopper()
  const products: { id: number; state: string; name: string }[] = []
  for (const [state, bring] of Object.entries(states)) {
    const product = await shop.addProduct({ name: `${name} ${state}`, price: 100, stock: 5 })
    await shop.postReview(critic, product.id, 4, 'Cumple.')
    await bring(shop, product.id)
    products.push({ ...product, state })
  }
  const page = await visit({ as: await shop.newAdmin() })
  page.setDefaultTimeout(15_000)
  const list = sectionOf('productos', name)
  const failed: string[] = []
  await page.goto(list)
  for (const { state, name: product } of products) {
    const row = page.getByRole('row').filter({ hasText: product })
    for (const [act, run] of Object.entries(rowActs)) {
      const failure = await failureOf(`${act}, ${state}`, run(page, row))
      failed.push(...failure)
      if (failure.length === 0) continue
      // An act that failed may have left its modal open.
      await page.goto(list)
      break
    }
  }
  for (const [act, run] of Object.entries(bulkActs)) {
    await page.goto(list)
    const ids = products.map(({ id }) => id)
    failed.push(...(await failureOf(act, run(page, ids))))
  }
  for (const { id, state } of products) {
    failed.push(...(await failureOf(`undo, ${state}`, undoNewest(page, id))))
  }
  await page.goto(sectionOf('resenas', name))
  for (const { state, name: product } of products)
    failed.push(...(await failureOf(`delete the review, ${state}`, deleteReview(page, product))))
  expect(failed).toEqual([])
})

test('a field that the shop refuses and for which there is no input is named, by the form, the row and the result of many', async ({
  shop,
  visit,
}) => {
  const { name } = await shop.addProduct({ name: `Campo ajeno ${++unique} de ${process.pid}` })
  const page = await visit({ as: await shop.newAdmin() })
  const said = 'Hay datos que corregir. «seen.warranty»: Este dato no es parte del pedido.'
  const refuse = () =>
    refuseField(page, '/api/product/modifyproduct', 'seen.warranty', 'Este dato no es parte del pedido.')
  await page.goto(sectionOf('productos', name))
  await refuse()
  await button(page, name, 'Editar').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(said)
  await page.keyboard.press('Escape')
  await refuse()
  await button(page, name, 'Desactivar').click()
  await expect(page.getByRole('alert').filter({ hasText: 'no cambió' })).toContainText(said)
  await refuse()
  await page.getByLabel('Elegir toda la página').check()
  await page.getByRole('button', { name: 'Desactivar (1)' }).click()
  await expect(page.getByRole('region', { name: 'Resultado' })).toContainText(said)
})

/** The modal says why, keeps what was typed, and saves it once the shop does. */
async function editInVain(page: Page, name: string, mend: () => Promise<void>): Promise<void> {
  await button(page, name, 'Editar').click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Nombre').fill(`${name} W`)
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal.getByRole('alert')).toHaveText('Algo falló.')
  await expect(modal.getByLabel('Nombre')).toHaveValue(`${name} W`)
  await mend()
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect.poll(() => toastsOf(page)).toEqual(['Producto modificado!'])
  await expect(page.getByRole('row').filter({ hasText: `${name} W` })).toBeVisible()
}

test('[ERR-02] a product and an account that could not be changed say why and stay in the lists as they were', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ name: 'Producto que no cambia' })
  const [ana, eva] = [await shop.newShopper('Perseverancia Sosa'), await shop.newShopper('Perseverancia Luna')]
  await shop.ban(eva)
  const page = await visit({ as: await shop.newAdmin() })
  const mend = await failCalls(page, '/api/product/modifyproduct')
  await failCalls(page, '/api/users/modifyuser')
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(product.name)}`)
  await button(page, product.name, 'Desactivar').click()
  await expect(page.getByRole('alert').filter({ hasText: `«${product.name}» no cambió` })).toContainText('Algo falló.')
  await expect(button(page, product.name, 'Desactivar')).toBeEnabled()
  await editInVain(page, product.name, mend)

  await page.goto('/controlPanel?tab=clientes&q=Perseverancia')
  await button(page, eva.email, 'Activar').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Perseverancia Luna no cambió' })).toContainText('Algo falló.')
  await expect(button(page, eva.email, 'Activar')).toBeEnabled()
  for (const [name, confirm] of [
    ['Desactivar', 'Suspender'],
    ['Normal', 'Cambiar rol'],
  ] as const) {
    await button(page, ana.email, name).click()
    const dialog = page.getByRole('dialog')
    if (name === 'Normal') await dialog.getByLabel('Clave superAdmin').fill('una clave')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Algo falló.')
    await page.keyboard.press('Escape')
    await expect(button(page, ana.email, name)).toBeEnabled()
  }
})
