// Every page of the panel, looked at in both themes, on a desk and on a tablet.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { sections } from './sections.ts'

/** Each page is looked at wide in one theme and narrow in the other, the next one the other way round. */
const looks = [
  [
    { colorScheme: 'dark', width: 1440 },
    { colorScheme: 'light', width: 768 },
  ],
  [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 768 },
  ],
] as const

async function faultsOf(page: Page, path: string, nth: number): Promise<string[]> {
  const found: string[] = []
  await page.addStyleTag({ content: '* { transition: none !important; animation: none !important }' })
  for (const { colorScheme, width } of looks[nth % 2 === 0 ? 0 : 1]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    // Without it each look opens a page of its own, which takes longer than the look.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    for (const { id, nodes } of violations)
      found.push(`${path} ${colorScheme} ${width}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
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

test('every section, dossier and the editor of products is without a fault, at 1440 and 768 pixels, one of them in each theme', async ({
  shop,
  visit,
}) => {
  const { product, buyer, order } = await livelyShop(shop)
  const page = await visit({ as: await shop.newAdmin() })
  const found: string[] = []
  const dossiers = [
    `tab=ordenes&dossier=order-${order.id}`,
    `tab=productos&dossier=product-${product.id}`,
    `tab=clientes&dossier=user-${buyer.id}`,
  ]
  const pages = [...sections.map(({ tab }) => `tab=${tab}`), ...dossiers]
  for (const [nth, asked] of pages.entries()) {
    await page.goto(`/controlPanel?${asked}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.shimmer')).toHaveCount(0)
    found.push(...(await faultsOf(page, asked, nth)))
  }
  await page.goto(`/controlPanel?tab=productos&dossier=product-${product.id}`)
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('dialog').getByLabel('Precio')).toBeVisible()
  found.push(...(await faultsOf(page, 'editor', 0)))
  expect(found).toEqual([])
})
