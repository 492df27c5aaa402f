// Calls that fail, come late, or are answered in another way: what the page does then.
import type { Locator, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { askItself, failCalls, holdCalls } from '#frontend/testing/network.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const failuresLogged = (page: Page) => consoleOf(page).filter((line) => line.startsWith('error: Falló una llamada'))
const alive = (page: Page) => page.getByRole('link', { name: /^Carrito/ })

/** The call fails: the failure is logged and said in its place, with a way to try again, and the rest of the page is there. */
async function expectMendable(page: Page, call: string, path: string, part: Locator, rest: Locator): Promise<void> {
  for (const how of [500, 'no-answer'] as const) {
    const mend = await failCalls(page, call, how)
    const logged = failuresLogged(page).length
    await page.goto(path)
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure, `${call} ${how}`).toContainText('No pudimos cargar')
    await expect(rest).toBeVisible()
    await expect(part).toHaveCount(0)
    expect(failuresLogged(page).length).toBeGreaterThan(logged)
    expect(toastsOf(page)).toEqual([])
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await mend()
    await failure.getByRole('button', { name: 'Reintentar' }).click()
    await expect(part).toBeVisible()
    await expect(failure).toHaveCount(0)
  }
}

test('[ERR-01] a catalogue, product, cart, purchases or categories call that fails is said in its place and can be tried again', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id)
  const order = await shop.placeOrder(shopper)
  const page = await visit({ as: shopper })
  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: product.name.toUpperCase() })
  const home = `/home?q=${encodeURIComponent(product.name)}`
  const about = main.getByRole('heading', { name: 'Sobre GamerTech' })
  await expectMendable(page, '/api/catalogue*', home, card, about)
  const title = main.getByRole('heading', { name: product.name })
  await expectMendable(page, `/api/product/${product.id}`, `/product/${product.id}`, title, alive(page))
  const line = main.getByRole('list', { name: 'Productos del carrito' })
  await expectMendable(page, `/api/cart/${shopper.id}`, '/shoppingCart', line, main.getByRole('heading', { level: 1 }))
  const purchase = main.getByRole('listitem').filter({ hasText: String(order.id) })
  await expectMendable(page, `/api/purchase/${shopper.id}?*`, '/orders', purchase, alive(page))
  // Shoppers get the categories with the catalogue: only the forms of the panel have a call for them.
  const panel = await visit({ as: await shop.newAdmin() })
  const offered = panel.getByLabel('Categoría').filter({ has: panel.locator('option', { hasText: 'Periféricos' }) })
  const form = '/controlPanel?tab=productos&batch=precios'
  await expectMendable(panel, '/api/product/getcategories/all', form, offered, panel.getByLabel('Cuánto'))
})

test('[ERR-05] an answer that takes 20 seconds and one with status 206 are used like any other', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct()
  await page.clock.install()
  // The browser's own time limits do not follow the installed clock: a limit would go unseen.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(), milliseconds)
      return limit.signal
    }
  })
  const release = await holdCalls(page, `/api/product/${product.id}`)
  await page.goto(`/product/${product.id}`)
  await expect(page.getByText('Cargando...')).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(page.getByText('Cargando...')).toBeVisible()
  await release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)

  await askItself(page)
  await page.route('/api/catalogue*', async (route) => route.fulfill({ response: await route.fetch(), status: 206 }))
  await page.goto(`/home?q=${encodeURIComponent(product.name)}`)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([product.name.toUpperCase()])
})
