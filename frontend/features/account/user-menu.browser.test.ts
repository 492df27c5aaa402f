// The menu behind the user's picture.
import type { Page } from 'playwright'
import { pngOf, uploadAvatar } from '#backend/testing/picture-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { shownFor, stopTime } from '#frontend/testing/page-time.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Menú de usuario' })
const items = (page: Page) => page.getByRole('menu').getByRole('menuitem')

async function openMenu(page: Page): Promise<void> {
  await page.goto('/home')
  await button(page).click()
}

test('[NAV-07] the button shows the picture of a user who has one, and the default one otherwise', async ({
  shop,
  visit,
}) => {
  const [pictured, plain] = [await shop.newShopper('Con Foto'), await shop.newShopper()]
  const { imageUrl } = (await uploadAvatar(shop, pictured, await pngOf('teal'), pictured)).body
  const { status } = await pictured.post('/api/users/modifyuser', { id: pictured.id, name: 'Con Foto', imageUrl })
  expect(status).toBe(200)
  const expected = [
    [await visit({ as: pictured }), imageUrl],
    [await visit({ as: plain }), '/img/avatar-default.svg'],
    [await visit(), '/img/avatar-default.svg'],
  ] as const
  for (const [page, source] of expected) {
    await page.goto('/home')
    const shown = button(page).locator('img')
    await expect(shown).toHaveAttribute('src', source)
    expect(
      await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
  }
})

test('[NAV-10] signed in it offers Perfil and Desloguearse', async ({ shop, visit }) => {
  const page = await visit({ as: await shop.newShopper() })
  await openMenu(page)
  await expect(items(page)).toHaveText(['Perfil', 'Desloguearse'])
  await items(page).filter({ hasText: 'Perfil' }).click()
  await expect(page).toHavePath('/perfil')
})

test('[NAV-11] signed out it offers Perfil and Login', async ({ page }) => {
  await openMenu(page)
  await expect(items(page)).toHaveText(['Perfil', 'Login'])
  await items(page).filter({ hasText: 'Login' }).click()
  await expect(page).toHavePath('/login')
})

test('[NAV-12] Perfil asks a visitor to sign in, for 1500 ms, and leads to /login', async ({ page }) => {
  await page.clock.install()
  await openMenu(page)
  await expect(items(page)).toHaveCount(2)
  await stopTime(page)
  await items(page).filter({ hasText: 'Perfil' }).click()
  // The toast comes where the menu was, and one that is pointed at stays.
  await page.mouse.move(100, 700)
  const shown = await shownFor(page, page.getByText('¡Primero debes iniciar sesión!'))
  expect(shown).toBeGreaterThan(1200)
  expect(shown).toBeLessThan(1800)
  await expect(page).toHavePath('/login')
  expect(toastsOf(page)).toEqual(['¡Primero debes iniciar sesión!'])
})
