// The description of the API as people read it: every call, under the strictest policy that a page of the shop has.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'

/** Scrolls to the end: Swagger UI renders only the part of a long document that is in sight. */
async function expectAllShown(page: Page, count: number): Promise<void> {
  const shown = new Set<string>()
  const scrolled = async () => {
    for (const id of await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id))) shown.add(id)
    await page.mouse.wheel(0, 500)
    return shown.size
  }
  await expect.poll(scrolled, { intervals: [50] }).toBe(count)
}

test('the page of the API lists every call, opens one and tries it, shows the shop’s theme, and asks no other site', async ({
  shop,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/api/docs')
  const { paths } = await (await page.request.get('/api/openapi.json')).json()
  await expect(page.locator('.opblock').first()).toBeVisible()
  await expectAllShown(page, Object.values<object>(paths).flatMap(Object.keys).length)
  await page.evaluate(() => scrollTo(0, 0))

  await page.getByRole('button', { name: /get \/api\/shop$/i }).click()
  const call = page.locator('[id^="operations-shop"][id$="-getApiShop"]')
  await expect(call).toContainText('supportEmail')
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table .response-col_status').last()).toHaveText('200')
  await expect(page).toHaveURL(/#\/shop\/getApiShop$/)
  expect(asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${shop.url}/`))).toEqual([])

  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const [light, dark] = ['rgba(0, 0, 0, 0)', 'rgb(28, 32, 34)']
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe(dark)
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  await expect.poll(ground).toBe(light)
  const shopPage = await page.context().newPage()
  await shopPage.goto('/about')
  await shopPage.evaluate(() => localStorage.setItem('theme', 'dark'))
  await expect.poll(ground).toBe(dark)
  await shopPage.close()

  // What the page is made of is nothing that a shopper loads.
  asked.length = 0
  await page.goto('/home')
  await expect(page.getByRole('main')).toBeVisible()
  expect(asked.filter((url) => url.includes('swagger'))).toEqual([])
})
