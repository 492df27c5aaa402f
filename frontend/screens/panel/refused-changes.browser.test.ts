// A change that the shop refuses is said where it was made, and no list shows it as done.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { failCalls } from '#frontend/testing/network.ts'

const button = (page: Page, text: string, name: string) =>
  page.getByRole('row').filter({ hasText: text }).getByRole('button', { name })

test('[ERR-02] a product and an account that could not be changed say why and stay in the lists as they were', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ name: 'Producto que no cambia' })
  const [ana, eva] = [await shop.newShopper('Perseverancia Sosa'), await shop.newShopper('Perseverancia Luna')]
  await shop.ban(eva)
  const page = await visit({ as: await shop.newAdmin() })
  await failCalls(page, '/api/product/modifyproduct')
  await failCalls(page, '/api/users/modifyuser')
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(product.name)}`)
  await button(page, product.name, 'Desactivar').click()
  await expect(page.getByRole('alert').filter({ hasText: 'no cambió' })).toContainText('Algo falló.')
  await expect(button(page, product.name, 'Desactivar')).toBeEnabled()

  await page.goto('/controlPanel?tab=clientes&q=Perseverancia')
  await button(page, eva.email, 'Activar').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Perseverancia Luna no cambió' })).toContainText('Algo falló.')
  await expect(button(page, eva.email, 'Activar')).toBeEnabled()
  for (const [name, confirm] of [
    ['Desactivar', 'Suspender'],
    ['Normal', 'Cambiar rol'],
  ] as const) {
    await button(page, ana.email, name).click()
    const dialog = page.getByRole('dialog')
    if (name === 'Normal') await dialog.getByLabel('Clave superAdmin').fill('una clave')
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Algo falló.')
    await page.keyboard.press('Escape')
    await expect(button(page, ana.email, name)).toBeEnabled()
  }
})
