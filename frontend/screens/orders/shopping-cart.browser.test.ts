// The cart in a real browser.
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
