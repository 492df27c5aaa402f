// Addresses that the shop does not have.
import { expect, test } from '#frontend/testing/browser-test.ts'
import { expectRotation } from '#frontend/testing/hero.ts'

test('[PAGE-06] an unknown path says so, and leads to the landing and to the catalogue', async ({ page }) => {
  for (const target of ['/', '/home']) {
    await page.goto('/no/such/page')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Lo sentimos! Esta página no existe')
    await main.locator(`a[href="${target}"]`).click()
    await expect(page).toHavePath(target)
  }
})

test('[PAGE-07] the pages for unknown paths and for suspended accounts change their picture every 10 seconds', async ({
  visit,
}) => {
  for (const path of ['/no/such/page', '/banned-user']) {
    const page = await visit({ motion: true })
    await page.clock.install()
    await page.goto(path)
    await expectRotation(page)
  }
})
