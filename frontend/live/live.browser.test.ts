// Prices and stock change under the eyes of those who look at them, in every tab, by one connection of their browser.
import type { Page, Request } from 'playwright'
import { onTestFinished } from 'vitest'
import type { LiveNews } from '#frontend/api.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdAnswers } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

/** How long a change may take to be seen once a page is open: a second, on a machine so busy that pages take longer as long as two of them. */
async function paceOf(open: () => Promise<unknown>): Promise<{ timeout: number }> {
  const began = performance.now()
  await open()
  return { timeout: Math.max(1000, 2 * (performance.now() - began)) }
}

const said = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /cambió|Qued|tock|venta/ })
const stock = (page: Page, units: number) => page.getByText(`Stock: ${units}`, { exact: true })
const card = (page: Page, { name }: { name: string }) =>
  page.getByRole('article').filter({ hasText: name.toLocaleUpperCase('es-AR') })
const home = ({ name }: { name: string }) => `/home?q=${encodeURIComponent(name)}`

const streams = new WeakMap<Page, Set<string>>()

/** Begins to note the streams that a page has open, by their addresses. */
function watchStreams(page: Page): Page {
  const open = new Set<string>()
  streams.set(page, open)
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') open.add(request.url())
  })
  const over = (request: Request) => void open.delete(request.url())
  page.on('requestfailed', over).on('requestfinished', over)
  return page
}

const streamsOf = (...pages: Page[]) => pages.flatMap((page) => [...(streams.get(page) ?? [])])

type Seen = { heard: LiveNews[]; prices: string[]; said: string[] }

/** Notes all that the page is told, and each price and sentence that it shows for it. */
async function noteAll(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = { heard: [], prices: [], said: [] }
    Object.assign(globalThis, { seen })
    const note = (into: string[], text: string | null | undefined) => {
      if (text && into.at(-1) !== text) into.push(text)
    }
    const Plain = EventSource
    globalThis.EventSource = class extends Plain {
      constructor(url: string | URL) {
        super(url)
        this.addEventListener('message', ({ data }) => void seen.heard.push(JSON.parse(data)))
      }
    }
    const look = () => {
      const box = document.querySelector('main p[role=status].absolute')
      note(seen.said, box?.textContent)
      note(seen.prices, box?.parentElement?.querySelector('.font-display')?.textContent)
    }
    document.addEventListener('DOMContentLoaded', () => {
      // What the server rendered is there from the first.
      look()
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

/** What a page was told of a product, in order. */
const toldOf = ({ heard }: Seen, id: number) =>
  heard.flatMap(({ products }) => products.filter((product) => product.id === id))

/** Instalments are asked anew for each price. */
const isOfProduct = ({ path }: { path: string }) => !path.endsWith('/instalments')

test('[LIVE-01] the last units that somebody buys are gone within a second from the product, its card and its line in the cart of another', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 2 })
  const [buyer, shopper] = [await shop.newShopper(), await shop.newShopper()]
  await shop.addToCart(buyer, product.id, 2)
  await shop.addToCart(shopper, product.id)
  const detail = watchStreams(await visit({ as: shopper }))
  const list = watchStreams(await detail.context().newPage())
  const cart = watchStreams(await detail.context().newPage())
  const buying = await visit({ as: buyer })
  const atOnce = await paceOf(() => detail.goto(`/product/${product.id}`))
  await list.goto(home(product))
  await cart.goto('/shoppingCart')
  await buying.goto('/shoppingCart')
  // One of the two lies in the shopper's own cart.
  await expect(stock(detail, 1)).toBeVisible()
  await expect(card(list, product)).toContainText('Unidades Disponibles: 1')
  await expect(cart.getByRole('listitem').filter({ hasText: product.name })).toBeVisible()
  await expect.poll(() => streamsOf(detail)).toHaveLength(1)
  const placed = buying.waitForResponse('**/api/payment/create_preference')
  await buying.getByRole('button', { name: 'Pagar', exact: true }).click()
  expect((await placed).ok()).toBe(true)
  await Promise.all([
    expect(stock(detail, 0)).toBeVisible(atOnce),
    expect(said(detail)).toHaveText('Sin stock: se agotó recién.', atOnce),
    expect(card(list, product)).toContainText('Unidades Disponibles: 0', atOnce),
    expect(cart.getByText('Se agotó: no quedan unidades.')).toBeVisible(atOnce),
  ])
  // No page asked for it, and the three of them are told by one stream.
  expect(callsOf(detail, '/api/product').filter(isOfProduct)).toHaveLength(1)
  expect(callsOf(list, '/api/catalogue')).toHaveLength(1)
  expect(callsOf(cart, '/api/cart')).toHaveLength(1)
  expect(streamsOf(detail, list, cart)).toHaveLength(1)
})

test('[LIVE-02] a price that an admin changes shows at once and is announced politely; focus, typing and layout stay', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 10.5, stock: 20 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id, 2)
  const [page, cart] = [watchStreams(await visit()), watchStreams(await visit({ as: shopper }))]
  const atOnce = await paceOf(() => page.goto(`/product/${product.id}`))
  await cart.goto('/shoppingCart')
  const [quantity, add] = [
    page.getByRole('textbox', { name: 'Cantidad' }),
    page.getByRole('button', { name: 'Añadir al Carrito' }),
  ]
  await quantity.fill('12')
  await quantity.press('Home')
  await expect.poll(() => streamsOf(page, cart)).toHaveLength(2)
  const live = await page.locator('main p[role=status].absolute').elementHandle()
  const place = await add.boundingBox()
  await shop.changeProduct(product.id, { price: 12 })
  await Promise.all([
    expect(page.getByRole('main').getByText('$ 12', { exact: true })).toBeVisible(atOnce),
    expect(said(page)).toHaveText('El precio cambió: antes $ 10,50, ahora $ 12.', atOnce),
    expect(cart.getByRole('main').getByText('$ 24', { exact: true }).last()).toBeVisible(atOnce),
    expect(cart.getByText('· antes $ 10,50')).toBeVisible(atOnce),
    expect(said(cart)).toHaveText(`${product.name}: El precio cambió: antes $ 10,50, ahora $ 12.`, atOnce),
  ])
  // The region was there before, empty: what comes into it is read out when nothing else is.
  expect(await live?.evaluate((element) => [element.isConnected, element.getAttribute('role')])).toEqual([
    true,
    'status',
  ])
  expect(await add.boundingBox()).toEqual(place)
  await page.keyboard.type('3')
  await expect(quantity).toHaveValue('312')
  await expect(quantity).toBeFocused()
})

test('what stops being sold stays before the eyes of who reads about it, and says so', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id)
  const [page, cart] = [watchStreams(await visit()), watchStreams(await visit({ as: shopper }))]
  await page.goto(`/product/${product.id}`)
  await cart.goto(`/product/${product.id}`)
  await expect.poll(() => streamsOf(page, cart)).toHaveLength(2)
  await shop.changeProduct(product.id, { stock: 3 })
  await expect(said(page)).toHaveText('Quedan 3.')
  // One of them lies in the shopper's own cart.
  await expect(said(cart)).toHaveText('Quedan 2.')
  await cart.goto('/shoppingCart')
  await expect.poll(() => streamsOf(page, cart)).toHaveLength(2)
  await shop.changeProduct(product.id, { isActive: false })
  await expect(said(page)).toHaveText('Este producto ya no está a la venta.')
  await expect(stock(page, 0)).toBeVisible()
  await expect(cart.getByText('Este producto ya no está a la venta.').first()).toBeVisible()
})

/** Ten changes of two products, one a second. */
async function changeTenTimes(shop: TestShop, [first, second]: { id: number }[]): Promise<void> {
  for (let nth = 1; nth <= 10; nth++) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000))
    if (nth % 2 === 0) await shop.changeProduct(second?.id ?? 0, { stock: 20 + nth })
    else await shop.changeProduct(first?.id ?? 0, { price: 100 + nth })
    await next
  }
}

test('[LIVE-03] a page that was cut off for ten seconds and ten changes shows the final state, and was told nothing twice', async ({
  shop,
  visit,
}) => {
  const [first, second] = [await shop.addProduct({ price: 100 }), await shop.addProduct({ stock: 20 })]
  const door = await FaultProxy.open(shop.url)
  onTestFinished(() => door.close())
  const at = (path: string) => new URL(path, door.databaseUrl).href
  const page = watchStreams(await visit())
  const seen = await noteAll(page)
  const list = watchStreams(await page.context().newPage())
  await page.goto(at(`/product/${first.id}`))
  await list.goto(at(home(second)))
  await expect.poll(() => streamsOf(page)).toHaveLength(1)
  await shop.changeProduct(first.id, { price: 99 })
  await expect(page.getByRole('main').getByText('$ 99', { exact: true })).toBeVisible()
  // What is open is lost, and what is tried meanwhile goes nowhere.
  door.cutAll()
  door.swallow()
  await changeTenTimes(shop, [first, second])
  await expect(page.getByRole('main').getByText('$ 99', { exact: true })).toBeVisible()
  door.heal()
  door.cutAll()
  await expect(page.getByRole('main').getByText('$ 109', { exact: true })).toBeVisible()
  await expect(card(list, second)).toContainText('Unidades Disponibles: 30')
  await shop.changeProduct(first.id, { price: 98 })
  const prices = ['$ 100', '$ 99', '$ 109', '$ 98'].map((text) => text.replace(' ', '\u00a0'))
  await expect.poll(async () => (await seen()).prices).toEqual(prices)
  const all = await seen()
  expect(all.said).toHaveLength(3)
  // A page that is older than a product is also told that there is one, for 100 or with 20.
  const told = (id: number) => toldOf(all, id).map((product) => (product.isActive ? product : undefined))
  expect(told(first.id).flatMap((product) => (product?.price === 100 ? [] : [product?.price]))).toEqual([99, 109, 98])
  expect(told(second.id).flatMap((product) => (product?.stock === 20 ? [] : [product?.stock]))).toEqual([30])
  expectUnbroken(all.heard)
  // No page asked for anything anew.
  expect([callsOf(page, '/api/product').filter(isOfProduct).length, callsOf(list, '/api/catalogue').length]).toEqual([
    0, 0,
  ])
})

/** Nothing between two messages was left out. */
function expectUnbroken(heard: Seen['heard']): void {
  const positions = heard.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
  for (const [nth, news] of heard.entries())
    if (nth > 0) expect(news.after).toBeLessThanOrEqual(positions[nth - 1] ?? 0)
}

test('a tab that has the stream for all goes: another one takes it over, and misses nothing', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct({ stock: 3 })
  const list = watchStreams(await page.context().newPage())
  await watchStreams(page).goto(`/product/${product.id}`)
  await expect.poll(() => streamsOf(page)).toHaveLength(1)
  await list.goto(home(product))
  await expect(card(list, product)).toContainText('Unidades Disponibles: 3')
  await page.close()
  await shop.changeProduct(product.id, { stock: 6 })
  await expect(card(list, product)).toContainText('Unidades Disponibles: 6')
  expect(streamsOf(list)).toHaveLength(1)
})

test('a page that nobody looks at gives its stream up, and catches up when it is looked at', async ({ shop, page }) => {
  const product = await shop.addProduct({ price: 5, category: 'Sin mirar' })
  watchStreams(page)
  await page.clock.install()
  await page.goto(`/product/${product.id}`)
  await expect.poll(() => streamsOf(page)).toHaveLength(1)
  const look = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await look('hidden')
  await page.clock.fastForward(31_000)
  await expect.poll(() => streamsOf(page)).toHaveLength(0)
  await shop.changeProduct(product.id, { price: 6 })
  await expect(page.getByRole('main').getByText('$ 5', { exact: true })).toBeVisible()
  await look('visible')
  await expect(page.getByRole('main').getByText('$ 6', { exact: true })).toBeVisible()
  expect(streamsOf(page)).toHaveLength(1)
})

test('an answer that was on its way when something newer was told does not undo it', async ({ shop, page }) => {
  // Nothing else of its category stands beside it.
  const product = await shop.addProduct({ price: 5, category: 'De camino' })
  watchStreams(page)
  const seen = await noteAll(page)
  await page.goto(home(product))
  await expect.poll(() => streamsOf(page)).toHaveLength(1)
  const { answered, release } = await holdAnswers(page, `**/api/product/${product.id}`)
  await card(page, product).getByRole('link', { name: 'Detalle' }).click()
  await answered
  await shop.changeProduct(product.id, { price: 6 })
  await expect.poll(async () => toldOf(await seen(), product.id)).toHaveLength(1)
  await release()
  await expect(page.getByRole('main').getByText('$ 6', { exact: true })).toBeVisible()
  await expect.poll(async () => (await seen()).prices).toEqual(['$\u00a06'])
})
