// Every page of the panel, looked at in both themes, on a desk and on a tablet; and each row's acts, reached by the keyboard alone.
import type { Locator, Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { pressOn } from '#frontend/testing/keyboard.ts'
import { quiet } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { sections } from './sections.ts'

/** Without a reload: the theme is the browser's, and the page is laid out anew for each width. The other theme changes only colours. */
const looks = [
  { width: 1440, themes: ['dark', 'light'] },
  { width: 768, themes: ['light', 'dark'] },
] as const

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  await page.addStyleTag({ content: '* { transition: none !important; animation: none !important }' })
  for (const { width, themes } of looks) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const faults = await axeFaults(page, { coloursOnly: colorScheme !== themes[0] })
      found.push(...faults.map((fault) => `${path} ${colorScheme} ${width}: ${fault}`))
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) found.push(`${path} ${width}: ${wide} pixels wide`)
    for (const name of await cutOff(page)) found.push(`${path} ${width}: ${name} cannot be seen`)
  }
  return found
}

/** What can be pressed in a table, and lies beyond the edge of the page. */
function cutOff(page: Page): Promise<string[]> {
  return page
    .locator('table :is(a, button)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    )
}

/** A product that was bought and reviewed. */
async function livelyShop(shop: TestShop) {
  const product = await shop.addProduct({ stock: 9, specs: [{ name: 'Marca', value: 'Drakon' }] })
  const buyer = await shop.newShopper('Vera Nieto')
  await shop.postReview(buyer, product.id, 4, 'Muy bueno.')
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  return { product, buyer, order }
}

test('every section, dossier and the editor of products is without a fault in both themes, at 1440 and at 768 pixels', async ({
  shop,
  visit,
}) => {
  const { product, buyer, order } = await livelyShop(shop)
  const page = await visit({ as: await shop.newAdmin() })
  const found: string[] = []
  const look = async (shown: string) => {
    await quiet(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.shimmer')).toHaveCount(0)
    found.push(...(await faultsOf(page, shown)))
  }
  await page.goto('/controlPanel?tab=inicio')
  for (const { title } of sections) {
    const tab = page.getByRole('tab', { name: title })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await look(title)
  }
  for (const dossier of [
    `tab=ordenes&dossier=order-${order.id}`,
    `tab=clientes&dossier=user-${buyer.id}`,
    `tab=productos&dossier=product-${product.id}`,
  ]) {
    await page.goto(`/controlPanel?${dossier}`)
    await look(dossier)
  }
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('dialog').getByLabel('Precio')).toBeVisible()
  found.push(...(await faultsOf(page, 'editor')))
  expect(found).toEqual([])
})

async function pressOnButton(page: Page, name: string | RegExp, root: Page | Locator = page): Promise<void> {
  await pressOn(page, root.getByRole('button', { name, exact: typeof name === 'string' }).first())
}

async function worksOnRows(page: Page, { product, buyer, order }: Awaited<ReturnType<typeof livelyShop>>) {
  const dialog = page.getByRole('dialog')
  await page.goto(`/controlPanel?tab=productos&q=${encodeURIComponent(product.name)}`)
  await pressOnButton(page, /^Editar/)
  await expect(dialog.getByLabel('Precio')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Editar/ }).first()).toBeFocused()
  await pressOnButton(page, /^Desactivar/)
  await expect(page.getByRole('button', { name: /^Activar/ }).first()).toBeVisible()

  await page.goto(`/controlPanel?tab=clientes&q=${encodeURIComponent(buyer.name)}`)
  await pressOnButton(page, /Normal/)
  await expect(dialog.getByLabel('Clave superAdmin')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Normal/ }).first()).toBeFocused()
  await pressOnButton(page, /^Desactivar/)
  await expect(dialog.getByRole('button', { name: 'Suspender' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Desactivar/ }).first()).toBeFocused()

  await page.goto('/controlPanel?tab=ordenes')
  await pressOnButton(page, `Ver detalle de la orden Nº ${order.id}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  await expect(detail.getByRole('heading', { name: 'Detalle de la orden' })).toBeFocused()
  await pressOnButton(page, 'Empezar a preparar', detail)
  await expect(page.getByRole('row').filter({ hasText: buyer.name }).first()).toContainText(/prepar/i)
}

/** What was taken back and what took it back stand in the causes of either, and lead to one another. */
async function takesBack(page: Page, productId: number): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto(`/controlPanel?tab=auditoria&of=product-${productId}`)
  const last = page.getByRole('region', { name: 'Hechos' }).locator('ol > li').nth(1)
  await expect(last).toContainText('dejó de ofrecerse')
  await pressOnButton(page, /^Deshacer el hecho/, last)
  await expect(dialog).toContainText('vuelve a quedar como antes de este hecho:Activo:antes nodespués sí')
  // What cannot be done by a slip: the focus starts on the way out.
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await pressOnButton(page, 'Deshacer', dialog)
  await expect(last.getByRole('status').filter({ hasText: 'Deshecho' })).toBeFocused()
  await expect(page.getByText(`El producto Nº ${productId} volvió a ofrecerse.`, { exact: true })).toBeVisible()
  const bothSides = /dejó de ofrecerse.*Deshecho por el hecho.*volvió a ofrecerse.*Deshace el hecho/s
  await pressOnButton(page, /^Causas del hecho/, last)
  const causes = page.getByRole('region', { name: /^Causas del hecho/ })
  await expect(causes.getByRole('heading').first()).toBeFocused()
  await expect(causes).toContainText(bothSides)
  const taking = await causes.getByRole('button', { name: /^Deshecho por el hecho Nº/ }).textContent()
  await pressOnButton(page, /^Deshecho por el hecho Nº/, causes)
  const title = `Causas del hecho ${taking?.slice(taking.indexOf('Nº'))}`
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(causes).toContainText(bothSides)
}

/** A question that a menu asks gives the focus back to the menu's button. */
async function operates(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto('/controlPanel?tab=operaciones')
  await pressOnButton(page, 'Operar Carritos')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Operar Carritos' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Pausar' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Operar Carritos' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Procesos' })).toContainText(/Páginas y trabajos.*MB.*ms.*de \d+/s)
}

test('each row of products, accounts and orders is worked on, each review deleted, each event taken back and each read model operated by the keyboard alone; the dossiers tell why', async ({
  shop,
  visit,
}) => {
  const lively = await livelyShop(shop)
  const { product, buyer } = lively
  const page = await visit({ as: await shop.newAdmin(), width: 1440 })
  const dialog = page.getByRole('dialog')
  await worksOnRows(page, lively)
  await page.goto(`/controlPanel?tab=resenas&q=${encodeURIComponent(product.name)}`)
  await pressOnButton(page, `Ver reseñas de ${product.name}`)
  await pressOnButton(page, /^Eliminar Reseña/)
  await dialog.getByLabel('Motivo (opcional)').waitFor()
  await page.keyboard.type('Ofensiva')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No se encuentran reseñas')).toBeVisible()
  for (const dossier of [`productos&dossier=product-${product.id}`, `clientes&dossier=user-${buyer.id}`]) {
    await page.goto(`/controlPanel?tab=${dossier}`)
    await expect(page.getByRole('region', { name: 'Reseñas eliminadas' })).toContainText('Motivo: Ofensiva')
  }

  await takesBack(page, product.id)
  await operates(page)
})
