// The stock ledger of a product in the control panel.
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[LIFE-07] the ledger of a product tells every movement with cause, actor, time and balance, the last one the guard’s', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const buyer = await shop.newShopper('Dana Luz')
  await shop.addToCart(buyer, product.id, 2)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=productos')
  await page.getByPlaceholder('Buscar producto...').fill(product.name)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('button', { name: `Movimientos de stock de ${product.name}: 3`, exact: true }).press('Enter')
  const ledger = page.getByRole('table', { name: 'Movimientos de stock' })
  const rows = ledger.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(3)
  const sold = `2 unidades del producto Nº ${product.id} para la orden Nº ${order.id}.`
  const time = /^\d+ \S+ \d{4}, \d{2}:\d{2}$/
  await expect(rows.nth(0).getByRole('cell')).toHaveText([
    ...[time, new RegExp(`^Se vendieron ${sold}`), 'Mercado Pago', '3 (−2)', '0 (−2)', '3'],
  ])
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    ...[time, new RegExp(`^Se reservaron ${sold}`), 'Dana Luz', '5', '2 (+2)', '3'],
  ])
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    ...[time, /^Entraron 5 unidades/, 'Persona de Prueba', '5 (+5)', '0', '5'],
  ])
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 3, available: 3 })
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
})
