// What the shop does for those without an account.
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, quiet } from '#frontend/testing/network.ts'

test('[ROLE-01] a visitor browses, searches, opens a product and keeps a cart, and no call is refused', async ({
  shop,
  page,
}) => {
  const products = [await shop.addProduct(), await shop.addProduct()]
  await page.goto('/')
  await page.getByRole('link', { name: 'Ver productos' }).click()
  const cards = page.getByRole('article')
  await expect(cards).not.toHaveCount(0)
  for (const { name } of products) {
    await page.getByRole('combobox', { name: 'Buscar productos' }).fill(name)
    await page.getByRole('combobox', { name: 'Buscar productos' }).press('Enter')
    await expect(cards.getByRole('heading')).toHaveText([name.toUpperCase()])
    await cards.getByRole('link', { name: 'Detalle' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Volver' }).click()
  }
  await page.reload()
  await expect(page.getByRole('link', { name: 'Carrito, 2 unidades' })).toBeVisible()
  await quiet(page)
  expect([...new Set(callsOf(page).map(({ status }) => status))]).toEqual([200])
})
