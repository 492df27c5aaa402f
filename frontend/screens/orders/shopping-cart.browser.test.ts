// The cart in a real browser.
import type { Locator } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[CART-03] a cart opened with vrfd stored as false signs out, clears the storage and says so', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.goto('/home')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vrfd'))).toBe('true')
  await page.evaluate(() => localStorage.setItem('vrfd', 'false'))
  await page.goto('/shoppingCart')
  await expect(page.getByText('Cerramos tu sesión')).toBeVisible()
  await expect(page).toHavePath('/banned-user')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await shopper.get(`/api/cart/${shopper.id}`)).status).toBe(401)
})

test('[CART-05] lines and subtotal are exact to the cent, in the cart, at the payment and in the order', async ({
  shop,
  visit,
}) => {
  const dear = await shop.addProduct({ price: 10.5 })
  const cheap = await shop.addProduct({ price: 0.1 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, dear.id, 2)
  await shop.addToCart(shopper, cheap.id, 3)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  const amounts = (place: Locator) => place.getByText(/^\$\s\d/)
  const lines = page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem')
  await expect(amounts(lines.filter({ hasText: dear.name })).filter({ visible: true })).toHaveText([/10,50/, /21,00/])
  await expect(amounts(lines.filter({ hasText: cheap.name })).filter({ visible: true })).toHaveText([/0,10/, /0,30/])
  const summary = page.getByRole('region', { name: 'Tu compra' })
  await expect(amounts(summary)).toHaveText([/^\$\s21,30$/])
  await summary.getByRole('button', { name: 'Pagar' }).click()
  const total = [/^\$\s21,00$/, /^\$\s0,30$/, /^\$\s21,30$/]
  await expect(amounts(page.getByRole('region', { name: 'Resumen' }))).toHaveText(total)
  await page.getByRole('link', { name: /Ver la orden/ }).click()
  const unitAndLine = [/10,50/, /^\$\s21,00$/, /0,10/, /^\$\s0,30$/, /^\$\s21,30$/]
  await expect(amounts(page.getByRole('region', { name: 'Productos' }))).toHaveText(unitAndLine)
})
