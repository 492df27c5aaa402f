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

test('a bad page, sort or direction in the address shows the catalogue as if it were not there', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  for (let made = 0; made < 7; made++) await shop.addProduct()
  const page = await visit({ shop })
  const names = page.getByRole('main').getByRole('article').getByRole('heading')
  await page.goto('/home')
  await expect(names).toHaveCount(6)
  const plain = await names.allTextContents()
  const bad = ['page=abc', 'page=-1', 'page=1.5', 'page=99999999', 'sort=evil', 'direction=arriba', 'category=%20']
  for (const search of [...bad, 'sort=evil&direction=descendente&page=0']) {
    await page.goto(`/home?${search}`)
    await expect(names).toHaveText(plain)
    await expect(page.getByLabel('Ordenar por')).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Página siguiente' }).first().click()
  await expect(page).toHaveURL('/home?page=2')
})
