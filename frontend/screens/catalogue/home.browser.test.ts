// The catalogue in a real browser.
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[CONST-01] 13 products stand on pages of 6, 6 and 1', async ({ ownShop, visit }) => {
  const shop = await ownShop()
  for (let made = 0; made < 13; made++) await shop.addProduct()
  const page = await visit({ shop })
  await page.goto('/home')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(6)
  const next = page.getByRole('button', { name: 'Página siguiente' }).first()
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await expect(cards).toHaveCount(6)
  await next.click()
  await expect(cards).toHaveCount(1)
  await expect(next).toBeDisabled()
})
