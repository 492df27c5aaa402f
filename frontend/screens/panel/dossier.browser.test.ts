// The dossiers of orders, products and people in the control panel.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'

const factOf = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.='${name}']`) })

test('an order has one page: its facts, what can be done, the provider’s payment, its events up to the press on Pagar; printed it is the order alone', async ({
  shop,
  visit,
}) => {
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, (await shop.addProduct({ name: 'Cable de legajo' })).id, 2)
  const order = await shop.placeOrder(buyer, 'shipping')
  await shop.pay(buyer, order)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=ordenes')
  await page.getByRole('link', { name: `Legajo de la orden Nº ${order.id}` }).press('Enter')
  await expect(page.getByRole('heading', { name: `Orden Nº ${order.id}` })).toBeFocused()
  await expect(page.getByText('Cable de legajo').first()).toBeVisible()
  await page.getByText(/^Pago Nº \d+: approved$/).click()
  await expect(page.getByText('"email": "c•••"')).toBeVisible()
  await page.getByRole('button', { name: 'Marcar como preparada' }).press('Enter')
  await expect(factOf(page, 'Estado').first()).toHaveText('Preparada')
  const paid = page.getByRole('listitem').filter({ hasText: 'OrderPaid' }).last()
  await paid.getByRole('button', { name: /^Causas/ }).click()
  const tree = page.getByRole('region', { name: /^Causas del hecho/ })
  await expect(tree).toContainText("Pulsar 'Pagar'")
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Total Abonado')).toBeVisible()
  for (const hidden of [page.getByRole('tablist'), page.getByRole('button', { name: 'Imprimir' }), tree])
    await expect(hidden).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1000)
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Órdenes de compra' })).toBeVisible()
})

test('a person’s page says what a suspension ends, and keeps its reason and note', async ({ shop, visit }) => {
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, (await shop.addProduct({ price: 10 })).id)
  const order = await shop.placeOrder(buyer)
  const page = await visit({ as: await shop.newAdmin(), width: 390 })
  await page.goto(`/controlPanel?tab=clientes&dossier=user-${buyer.id}`)
  await expect(factOf(page, 'Sesiones abiertas')).toHaveText('1')
  await expect(factOf(page, 'Orden sin pagar')).toHaveText(`Nº ${order.id}`)
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Qué tiene abierto' })).toContainText('Termina su sesión abierta.')
  await expect(dialog.getByText(`Su orden Nº ${order.id} por U$S 10,00 sigue en pie`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cuenta repetida' }).press('Space')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Cuenta repetida')
  await dialog.getByLabel('Motivo').fill('Tarjeta ajena')
  await expect(dialog.getByRole('button', { pressed: true })).toHaveCount(0)
  await dialog.getByLabel('Nota interna').fill('Avisó el banco')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expect(factOf(page, 'Estado').first()).toHaveText('Suspendida')
  await expect(factOf(page, 'Sesiones abiertas')).toHaveText('0')
  await expect(page.getByRole('region', { name: 'Historial de suspensiones' })).toContainText(
    'Tarjeta ajena. Nota: Avisó el banco',
  )
  await page
    .getByRole('link', { name: `Legajo de la orden Nº ${order.id}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: `Orden Nº ${order.id}` })).toBeVisible()
})

test('a product’s page shows what it is and was, and an editor without the audit sees it without its events', async ({
  shop,
  visit,
}) => {
  const specs = [{ name: 'Formato', value: '60 %' }]
  const { id } = await shop.addProduct({ name: 'Teclado de legajo', specs })
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?tab=productos&dossier=product-${id}`)
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await expect(factOf(page, 'Estado').first()).toHaveText('Inactivo')
  await expect(factOf(page, 'Formato').first()).toHaveText('60 %')
  await expect(page.getByText(`El producto Nº ${id} dejó de ofrecerse.`, { exact: true })).toBeVisible()
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  const editor = await visit({ as: await shop.newStaff('editor') })
  await editor.goto(`/controlPanel?tab=productos&dossier=product-${id}`)
  await expect(editor.getByRole('button', { name: 'Activar' })).toBeVisible()
  await expect(editor.getByRole('heading', { name: 'Historia' })).toHaveCount(0)
  await expect(factOf(editor, 'Stock').getByRole('link')).toHaveText(/^\d+, ver movimientos$/)
  const support = await visit({ as: await shop.newStaff('support') })
  await support.goto(`/controlPanel?tab=productos&dossier=product-${id}`)
  await expect(factOf(support, 'Stock')).toHaveText(/^\d+$/)
  await editor.goto('/controlPanel?tab=productos&dossier=product-999999')
  await expect(editor.getByText('Este producto no existe')).toBeVisible()
})
