// A new version of the shop's pages while a page is open.
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const offer = 'Hay una versión nueva'

/** From now on the shop serves pages of another build; the page that is open stays as it is. */
async function deploy(context: BrowserContext, version: string): Promise<void> {
  await context.unrouteAll()
  await context.route('**/version', (route) => route.fulfill({ contentType: 'text/plain', body: version }))
  await context.route(
    (url) => !url.pathname.includes('.'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/(<meta name="version" content=")[^"]*/, `$1${version}`)
      return route.fulfill({ response: answer, body })
    },
  )
}

const version = (page: Page) => page.locator('meta[name="version"]').getAttribute('content')

/** Somebody comes back to the tab after a while. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(61_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** How many times the page was loaded from here on. */
function loads(page: Page): () => number {
  let count = 0
  page.on('load', () => count++)
  return () => count
}

test('[HEAD-06] a new version is offered once, changes nothing by itself, and a part that is gone brings it at the next step without a loop', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/contact')
  const loaded = loads(page)
  const own = (await version(page)) ?? ''
  await comeBack(page)
  expect(toastsOf(page)).toEqual([])

  await deploy(page.context(), 'the-next-one')
  await page.getByLabel('Mensaje').fill('Una pregunta larga')
  await comeBack(page)
  await expect(page.getByText(offer)).toBeVisible()
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(page.getByText(offer)).toBeHidden()
  for (let time = 0; time < 3; time++) await comeBack(page)
  expect(toastsOf(page)).toEqual([offer])
  await expect(page.getByLabel('Mensaje')).toHaveValue('Una pregunta larga')
  expect([loaded(), await version(page)]).toEqual([0, own])

  await deploy(page.context(), 'the-one-after')
  await comeBack(page)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect.poll(() => version(page)).toBe('the-one-after')
  await expect.poll(loaded).toBe(1)
  // Its scripts come after it is loaded: until then a link is the browser's own.
  await page.waitForFunction(() => globalThis.earlyEvents === undefined)
  await comeBack(page)
  await expectOneReload(page, loaded)
})

/** The script of a screen is gone: the step to it loads the page anew, once; if it is gone then too, the page says so and waits. */
async function expectOneReload(page: Page, loaded: () => number): Promise<void> {
  const before = loaded()
  await page.context().route(/\/assets\/terms-/, (route) => route.fulfill({ status: 404, body: 'No encontrado' }))
  await page.getByRole('link', { name: 'Términos' }).click()
  await expect(page.getByRole('alert')).toContainText('No pudimos mostrar esta página')
  await expect(page.getByRole('link', { name: 'Ver productos' })).toHaveAttribute('href', '/home')
  await expect(page).toHavePath('/terms')
  await expect.poll(loaded).toBe(before + 1)
  await page.context().unroute(/\/assets\/terms-/)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos y condiciones')
  await expect.poll(loaded).toBe(before + 2)
  expect(toastsOf(page)).toEqual([offer, offer])
}
