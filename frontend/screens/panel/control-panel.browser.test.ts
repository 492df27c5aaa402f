// The frame of the control panel: who gets in, what is loaded for whom, and what the address carries.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls, quiet } from '#frontend/testing/network.ts'

/** Scripts of the page that hold a text of the panel. */
async function panelScripts(page: Page): Promise<string[]> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts).not.toEqual([])
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  return scripts.filter(
    (_, at) =>
      texts[at]?.includes('Secciones del panel') ||
      texts[at]?.includes('Buscar producto.') ||
      texts[at]?.includes('visx-'),
  )
}

test('[ROLE-02] the panel leads visitors to /login and shoppers to /home, and shows and loads nothing for them', async ({
  shop,
  visit,
}) => {
  await shop.addProduct()
  const callers = [
    { page: await visit(), path: '/login' },
    { page: await visit({ as: await shop.newShopper() }), path: '/home' },
  ]
  for (const { page, path } of callers) {
    await page.goto('/controlPanel?tab=productos')
    await expect(page).toHavePath(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet(page)
    await expect(page.getByRole('tab')).toHaveCount(0)
    expect(callsOf(page, '/api/panel')).toEqual([])
    expect(await panelScripts(page)).toEqual([])
    expect((await page.request.get('/api/panel/products')).status()).toBe(path === '/login' ? 401 : 403)
  }
  const admin = await visit({ as: await shop.newAdmin() })
  await admin.goto('/controlPanel?tab=productos')
  await expect(admin.getByRole('table')).toBeVisible()
  expect((await panelScripts(admin)).length).toBeGreaterThan(1)
})

test('[PAN-01] nothing of the panel shows until the list of products is there', async ({ shop, visit }) => {
  await shop.addProduct()
  const page = await visit({ as: await shop.newAdmin() })
  const release = await holdCalls(page, '/api/panel/products*')
  await page.goto('/controlPanel')
  await expect(page.getByRole('status', { name: 'Cargando el panel' })).toBeVisible()
  for (const role of ['tab', 'table', 'search', 'button'] as const)
    await expect(page.getByRole('main').getByRole(role)).toHaveCount(0)
  await expect(page.getByText('Panel de Control')).toHaveCount(0)
  await release()
  await expect(page.getByRole('tab', { name: 'Productos' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
})

test('[PAN-02] the sections are tabs, by keyboard too; each is without a fault for those who hear it', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.postReview(buyer, product.id, 4, 'Bien.')
  await shop.addToCart(buyer, product.id)
  await shop.placeOrder(buyer)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel')
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  const names = ['Productos', 'Clientes', 'Reseñas', 'Órdenes de compra']
  await expect(tabs).toHaveText(['Inicio', ...names, 'Auditoría', 'Ajustes', 'Operaciones'])
  await tabs.first().focus()
  for (const name of names) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible()
    expect(await axeFaults(page), name).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('button', { name: 'Editar' }).first().click()
  await page.getByRole('dialog').getByLabel('Precio').fill('x')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  expect(await axeFaults(page)).toEqual([])
})
