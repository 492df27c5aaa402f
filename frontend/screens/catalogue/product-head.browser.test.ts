// The head that the server gives a product's page, in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'

const evil = '</script><script>alert(1)</script>'
const data = 'script[type="application/ld+json"]'
const canonical = (page: Page) => page.locator('link[rel="canonical"]')

test('[T36] [HEAD-04] a product whose name is markup runs nothing: head and data carry it as text', async ({
  shop,
  visit,
}) => {
  const description = `"><img src=x onerror=alert(2)> ${evil}`
  const { id } = await shop.addProduct({
    name: evil,
    category: evil,
    description,
    specs: [{ name: evil, value: evil }],
  })
  const page = await visit()
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const sent = await (await page.goto(`/product/${id}`))?.text()
  expect(sent).not.toContain(evil)
  expect(sent).toContain('&#60;/script&#62;&#60;script&#62;alert(1)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(evil)
  const products = await page
    .locator(data)
    .evaluateAll((scripts) => scripts.map((one) => JSON.parse(one.textContent ?? '')))
  expect(products).toMatchObject([
    { '@type': 'Product', name: evil, category: evil, description },
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: evil }, { name: evil }] },
  ])
  await expect(page).toHaveTitle(`${evil} · GamerTech`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', `${evil} · GamerTech`)
  expect(alerts).toEqual([])
})

test('what the head says of the first page goes with it', async ({ shop, visit }) => {
  const { id } = await shop.addProduct()
  const page = await visit()
  await page.goto(`/product/${id}`)
  await expect(canonical(page)).toHaveAttribute('href', `${shop.url}/product/${id}`)
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHavePath('/home')
  await expect(canonical(page)).toHaveCount(0)
  await expect(page.locator(data)).toHaveCount(0)
})

test('without JavaScript a product can be read', async ({ browser, shop }) => {
  const { id, name } = await shop.addProduct({ description: 'Se lee sin más.', price: 99.5 })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const answer = await page.goto(`${shop.url}/product/${id}`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Se lee sin más.')).toBeVisible()
  await expect(page.getByText('$ 99,50')).toBeVisible()
  await expect(page.getByText('Stock: 5')).toBeVisible()
  await context.close()
})
