// The section Órdenes de compra of the control panel.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

/** A paid order, and one of a buyer who was erased; the product has another name and price since. */
async function placeOrders(shop: TestShop) {
  const name = `Pedido de ${process.pid}`
  const one = await shop.addProduct({ name: `${name} A`, price: 1250.5 })
  const two = await shop.addProduct({ name: `${name} B`, price: 0.25 })
  const buyer = await shop.newShopper('Dana Luz')
  await shop.addToCart(buyer, one.id, 2)
  await shop.addToCart(buyer, two.id)
  const paid = await shop.placeOrder(buyer)
  await shop.pay(buyer, paid)
  const other = await shop.newShopper('Elio Rey')
  await shop.addToCart(other, two.id)
  const open = await shop.placeOrder(other)
  await shop.changeProduct(one.id, { name: 'Otro nombre', price: 9 })
  await shop.erase(other)
  return { name, paid, open }
}

test('[PAN-23] all orders are listed with their buyers, and each shows what was bought at the prices of that moment; they are found by number, buyer and day', async ({
  shop,
  visit,
}) => {
  const { name, paid, open } = await placeOrders(shop)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('tab', { name: 'Órdenes de compra' }).click()
  const list = page.getByRole('table', { name: 'Órdenes de compra' })
  const row = (id: number) =>
    list.getByRole('row').filter({ has: page.getByRole('button', { name: new RegExp(`la orden Nº ${id}$`) }) })
  await expect(list.getByRole('columnheader').filter({ hasText: /^(Nº Orden|Comprador)$/ })).toHaveCount(2)
  const cells = [String(paid.id), 'Dana Luz', /\d{2}:\d{2}$/, 'Pagada', 'U$S 2.501,25', 'Ver detalle']
  await expect(row(paid.id).getByRole('cell')).toHaveText(cells)
  await expect(row(open.id).getByRole('cell').nth(1)).toHaveText('Usuario desconocido')
  const shown = await list.getByRole('row').locator('td:first-child').allTextContents()
  expect(shown.map(Number)).toEqual(shown.map(Number).toSorted((a, b) => b - a))

  await row(paid.id).getByRole('button').click()
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  const fact = (label: string) =>
    detail.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.='${label}']`) })
  for (let look = 1; look <= 2; look++) {
    await expect(fact('Comprador')).toHaveText('Dana Luz')
    await expect(fact('Nº Orden')).toHaveText(String(paid.id))
    await expect(fact('Total Abonado')).toHaveText('U$S 2.501,25')
    await expect(detail.getByRole('columnheader')).toHaveText(['Productos', 'Cantidad', 'Precio Unitario'])
    const guarantee = 'Garantía legal de 6 meses desde la entrega, responde el vendedor'
    const lines = [
      [`${name} A${guarantee}`, '2', 'U$S 1.250,50'],
      [`${name} B${guarantee}`, '1', 'U$S 0,25'],
    ]
    await expect(detail.getByRole('cell')).toHaveText(lines.flat())
    await page.reload()
  }
  await findsOrders(page, { paid: paid.id, open: open.id })
})

async function findsOrders(page: Page, { paid, open }: Record<'paid' | 'open', number>): Promise<void> {
  const shownIds = page.getByRole('table', { name: 'Órdenes de compra' }).getByRole('row').locator('td:first-child')
  await expect(shownIds.first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(`nº ${open}`)
  await page.keyboard.press('Enter')
  await expect(shownIds).toHaveText([String(open)])
  await page.getByRole('button', { name: 'Búsqueda' }).click()
  await page.getByLabel('Nº de orden o comprador...').fill('dana l')
  await page.keyboard.press('Enter')
  await page.getByLabel('Hasta').fill('2020-01-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No se encontró «dana l»')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Hasta')).toHaveValue('2020-01-31')
  await page.getByLabel('Hasta').fill('')
  await page.getByLabel('Desde').fill('2020-01-31')
  await page.keyboard.press('Enter')
  await expect(shownIds.first()).toHaveText(String(paid))
  await expect(page).toHaveURL(/q=dana\+l/)
  await expect(page).toHaveURL(/from=2020-01-31/)
}
