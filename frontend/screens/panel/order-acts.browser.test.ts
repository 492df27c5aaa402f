// What an admin does with one order in the control panel, and what its buyer sees of it.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

async function paidOrder(shop: TestShop) {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  return { buyer, order, product }
}

test('[LIFE-01 partial] an admin prepares, ships and delivers an order by keyboard alone, and its buyer follows it', async ({
  shop,
  visit,
}) => {
  const { buyer, order } = await paidOrder(shop)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  const state = detail.getByRole('definition').filter({ has: page.locator("xpath=preceding-sibling::dt[.='Estado']") })
  await expect(state).toHaveText('Pagada')
  await detail.getByRole('button', { name: 'Marcar como preparada' }).press('Enter')
  await expect(state).toHaveText('Preparada')
  await detail.getByRole('button', { name: 'Despachar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Despachar la orden Nº ${order.id}` })
  await expect(dialog.getByLabel('Transporte')).toBeFocused()
  await page.keyboard.type('Andreani')
  await page.keyboard.press('Tab')
  await page.keyboard.type('AN-0001')
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(state).toHaveText('En camino')
  await expect(detail).toContainText('Andreani, seguimiento AN-0001')
  await detail.getByRole('button', { name: 'Marcar como entregada' }).press('Enter')
  await expect(state).toHaveText('Entregada')
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([])

  const own = await visit({ as: buyer, width: 390 })
  await own.goto(`/order/${order.id}`)
  await expect(own.getByRole('region', { name: 'Historial' }).getByRole('listitem')).toContainText([
    'Pendiente de pago',
    'Pagada',
    'Preparada',
    /En camino.*Andreani, seguimiento AN-0001/,
    'Entregada',
  ])
  expect((await new AxeBuilder({ page: own }).include('main').analyze()).violations).toEqual([])
})

test('[LIFE-02 partial] an admin gives units back to stock and money to their buyer, and cannot give more than is left', async ({
  shop,
  visit,
}) => {
  const { buyer, order, product } = await paidOrder(shop)
  const page = await visit({ as: await shop.newAdmin(), width: 390 })
  await page.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const refunds = page.getByRole('region', { name: 'Devoluciones' })
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(product.name).fill('1')
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: 'Devolver U$S 10,50' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(refunds.getByRole('listitem')).toHaveText(`1 × ${product.name}, de vuelta en el stock−U$S 10,50`)
  await expect.poll(() => shop.stockOf(product.id)).toEqual({ onHand: 4, available: 4 })
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click()
  await dialog.getByLabel('Un monto').fill('10,51')
  await dialog.getByRole('button', { name: 'Devolver U$S 10,51' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Es más de lo que queda por devolver de esta orden.')
  const own = await visit({ as: buyer })
  await own.goto(`/order/${order.id}`)
  await expect(own.getByRole('region', { name: 'Historial' }).getByRole('listitem').last()).toContainText(
    /Devolución parcial.*\$\s10,50/,
  )
})
