// How long toasts stay, by the page's clock.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { shownFor, stopTime } from '#frontend/testing/page-time.ts'

/** What may lie between a toast's time and what is seen of it: its way out takes a moment. In milliseconds. */
const tolerance = 300

async function expectShownFor(page: Page, text: string, milliseconds: number): Promise<void> {
  const shown = await shownFor(page, page.getByRole('listitem').filter({ hasText: text }))
  expect(shown).toBeGreaterThanOrEqual(milliseconds - tolerance)
  expect(shown).toBeLessThanOrEqual(milliseconds + tolerance)
}

/** In milliseconds of the page's clock. */
const signedInFor = (page: Page) =>
  page.evaluate(() => Date.now() - Date.parse(localStorage.getItem('marcaTiempoLogin') ?? ''))

test('[CONST-03] success and warning toasts stay 1500 ms, a toast without a duration of its own 5000 ms', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const page = await visit({ as: await shop.newShopper() })
  await page.clock.install()
  await page.goto(`/product/${product.id}`)
  const add = page.getByRole('button', { name: 'Añadir al Carrito' })
  await page.getByRole('textbox', { name: 'Cantidad' }).fill('6')
  await expect(add).toBeEnabled()
  await stopTime(page)
  await add.click()
  await expectShownFor(page, '¡No hay Stock suficiente!', 1500)
  await page.getByRole('textbox', { name: 'Cantidad' }).fill('1')
  await add.click()
  await expectShownFor(page, '¡Agregado correctamente!', 1500)
  await page.clock.runFor(27 * 60_000 + 58_000 - (await signedInFor(page)))
  await expectShownFor(page, 'Tu sesión termina en 2 minutos', 5000)
})

test('where the code of the toasts does not load, their text shows all the same', async ({ shop, visit }) => {
  const product = await shop.addProduct({ stock: 5 })
  const page = await visit({ as: await shop.newShopper() })
  await page.route('/assets/toast-view-*.js', (route) => route.abort())
  await page.goto(`/product/${product.id}`)
  await page.getByRole('textbox', { name: 'Cantidad' }).fill('6')
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page.getByRole('alert')).toHaveText('¡No hay Stock suficiente!')
})
