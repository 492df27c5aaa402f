// Several admins at once: who loses the role leaves the panel, and the last one keeps it.
import type { Page } from 'playwright'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { Person } from '#frontend/testing/shop.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Takes the role from the account in the list that `page` shows. */
async function demote(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: 'Admin' }).click()
  await dialog(page).getByLabel('Clave superAdmin').fill(superAdminKey)
  await page.keyboard.press('Enter')
}

test('[PAN-19] the last active admin keeps the role; who loses it, or gives it up, is led out of the panel', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  const [ana, eva] = [await shop.newAdmin(), await shop.newAdmin()]
  const { body: accounts } = await ana.get('/api/users')
  const page = await visit({ shop, as: ana })
  const evas = [await visit({ shop, as: eva }), await visit({ shop, as: eva })] as const
  for (const each of [page, ...evas]) {
    await each.goto('/controlPanel?tab=clientes')
    await expect(each.getByRole('table', { name: 'Clientes' })).toBeVisible()
  }
  // The one that every test shop begins with.
  await demote(page, accounts[0])
  await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(2)
  await demote(page, eva)
  await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(1)
  // One tab asks for something, the other is only looked at.
  await evas[0].getByPlaceholder('Buscar usuario...').fill('nadie')
  await evas[0].keyboard.press('Enter')
  await evas[1].evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  for (const tab of evas) {
    await expect(tab).toHavePath('/home')
    await expect(tab.getByText(ana.email)).toHaveCount(0)
  }

  await demote(page, ana)
  await expect(dialog(page).getByRole('alert')).toContainText('La tienda quedaría sin administración')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(1)
  expect((await ana.get('/api/session')).body.user.isAdmin).toBe(true)
  await shop.makeAdmin(eva)
  await demote(page, ana)
  await expect(page).toHavePath('/home')
})
