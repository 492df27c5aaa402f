// 'Pagar': from the cart to the provider's wallet and back, in a real browser.
import type { Page } from 'playwright'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls } from '#frontend/testing/network.ts'
import { runFor, stopTime } from '#frontend/testing/page-time.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { goToWallet } from '#frontend/testing/steps.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const preferencePath = '/api/payment/create_preference'
const total = '$\u00a021,30'
const payButton = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true })
const cartLines = (page: Page) => page.getByRole('list', { name: 'Productos del carrito' })
const plainLink = (page: Page) => page.getByRole('link', { name: 'Ir al sitio de pago' })
const walletLink = (page: Page) => page.getByRole('link', { name: 'Pagar con Monedero de prueba' })
const summary = (page: Page) => page.getByRole('region', { name: 'Resumen' })

/** A shopper whose cart costs 21.30: two at 10.50, three at 0.10. */
async function buyerOf(shop: TestShop): Promise<{ buyer: Person; dear: number; cheap: number }> {
  const [dear, cheap] = [await shop.addProduct({ price: 10.5 }), await shop.addProduct({ price: 0.1 })]
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, dear.id, 2)
  await shop.addToCart(buyer, cheap.id, 3)
  return { buyer, dear: dear.id, cheap: cheap.id }
}

/** Notes what the page hands to the provider's SDK, which still does its work. */
async function watchSdk(page: Page): Promise<() => Promise<{ keys: string[]; bricks: [string, string][] }>> {
  await page.addInitScript(() => {
    const seen = { keys: [] as string[], bricks: [] as [string, string][] }
    let sdk: unknown
    Object.defineProperty(window, 'MercadoPago', {
      get: () => sdk,
      set(Original: new (...args: unknown[]) => { bricks(): { create(...args: unknown[]): unknown } }) {
        sdk = class {
          readonly #original
          constructor(...args: unknown[]) {
            seen.keys.push(String(args[0]))
            this.#original = new Original(...args)
          }
          bricks() {
            const bricks = this.#original.bricks()
            return {
              create(brick: string, id: string, settings: { initialization: { preferenceId: string } }) {
                seen.bricks.push([brick, settings.initialization.preferenceId])
                return bricks.create(brick, id, settings)
              },
            }
          }
        }
      },
    })
    Reflect.set(window, 'sdkSeen', seen)
  })
  return () => page.evaluate(() => Reflect.get(window, 'sdkSeen'))
}

test('[CHK-01] [CHK-02] [CHK-03] one press asks once; then the payment with its total and the wallet of that preference', async ({
  shop,
  visit,
}) => {
  const { buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer })
  const sdkSeen = await watchSdk(page)
  await page.goto('/shoppingCart')
  const letGo = await holdCalls(page, `**${preferencePath}`)
  await payButton(page).dblclick()
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Pagar' })).toBeVisible()
  await expect(cartLines(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Información de Pago' })).toBeHidden()

  const answer = page.waitForResponse(`**${preferencePath}`)
  await letGo()
  const preference = await (await answer).json()
  // It takes the cart's place, and is read from its top.
  await expect(page.getByRole('heading', { name: 'Información de Pago' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Información de Pago' })).toBeInViewport()
  await expect(cartLines(page)).toBeHidden()
  const countdown = page.getByText(/^1\d:\d\d$/)
  expect((await countdown.boundingBox())?.height, 'the countdown stands in one line').toBeLessThan(40)
  await expect(summary(page)).toContainText(`Total${total}`)
  await expect(walletLink(page)).toBeVisible()
  const calls = callsOf(page, preferencePath)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    method: 'POST',
    body: { quantity: '1', price: 21.3, description: 'Tu compra en GamerTech' },
  })

  const { keys, bricks } = await sdkSeen()
  expect(new Set(keys)).toEqual(new Set([walletCredentials.publicKey]))
  expect(bricks.length).toBeGreaterThan(0)
  for (const brick of bricks) expect(brick).toEqual(['wallet', preference.id])
})

/** script: what is served; null: the connection ends, undefined: nobody answers. */
type SdkTrouble = {
  how: string
  script: (original: string) => string | null | undefined
  logged: string
  isDrawn: boolean
}
const sdkTroubles: SdkTrouble[] = [
  { how: 'fails to load', script: () => null, logged: 'error: No se pudo cargar el botón de pago.', isDrawn: false },
  {
    how: 'never comes',
    script: () => undefined,
    logged: 'error: El botón de pago no apareció a tiempo.',
    isDrawn: false,
  },
  { how: 'is unavailable', script: () => '', logged: 'error: No se pudo cargar el botón de pago.', isDrawn: false },
  {
    how: 'is initialised already',
    script: (original) => original,
    logged: 'warning: MercadoPago has already been initialized',
    isDrawn: true,
  },
]
test('[CHK-04] trouble with the SDK is logged only, and the plain link still leads to the checkout', async ({
  shop,
  visit,
}) => {
  const { buyer } = await buyerOf(shop)
  const { scriptUrl } = (await buyer.get('/api/payment/config')).body
  const original = await (await fetch(scriptUrl)).text()
  const page = await visit({ as: buyer })
  await page.clock.install()
  for (const { how, script, logged, isDrawn } of sdkTroubles) {
    const before = consoleOf(page).length
    await page.route(/sdk\.mercadopago\.com/, (route) => route.abort())
    await page.route(scriptUrl, (route) => {
      const body = script(original)
      if (body === undefined) return
      return body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body })
    })
    await page.goto('/shoppingCart')
    await payButton(page).click()
    await expect(plainLink(page)).toBeVisible()
    if (script(original) === undefined) {
      await expect(page.getByLabel('Cargando el botón de pago')).toBeVisible()
      await page.clock.fastForward(8000)
    }
    const isLogged = () =>
      consoleOf(page)
        .slice(before)
        .some((line) => line.startsWith(logged))
    await expect.poll(isLogged, { message: how, timeout: 20_000 }).toBe(true)
    await expect(page.getByText('No pudimos cargar el botón de Mercado Pago')).toBeVisible({ visible: !isDrawn })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(toastsOf(page)).toEqual([])
    await plainLink(page).click()
    await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible()
  }
})

test('[CHK-05] a preference that cannot be had is logged, and the cart can be used again', async ({ shop, visit }) => {
  const { buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer })
  await page.goto('/shoppingCart')
  const mend = await failCalls(page, `**${preferencePath}`)
  await payButton(page).click()
  await expect(page.getByText('Algo falló.')).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Pagar' })).toHaveCount(0)
  expect(consoleOf(page).some((line) => line.startsWith('error: Falló una llamada'))).toBe(true)
  await expect(cartLines(page)).toBeVisible()
  await mend()
  await payButton(page).click()
  await expect(summary(page)).toContainText(`Total${total}`)
})

test('[CHK-06] [CHK-09] [CHK-10] the wallet shows the total; approved, the shopper comes back, is counted down, and owns the purchase', async ({
  shop,
  visit,
}) => {
  const { buyer, dear } = await buyerOf(shop)
  const page = await visit({ as: buyer, stored: { pagoExitoso: 'false' } })
  await page.clock.install()
  await page.goto('/shoppingCart')
  await payButton(page).click()
  await walletLink(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pagar ${total}`)
  // The countdown is read second by second: the purchase is registered once the page's time may pass.
  const letGo = await holdCalls(page, '**/api/payment/return')
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page).toHavePath('/payment/success')
  await expect.poll(() => callsOf(page, '/api/payment/return')).toHaveLength(1)
  await stopTime(page)
  await letGo()
  await expect(page.getByRole('heading', { name: 'Pago realizado correctamente' })).toBeVisible()
  const orderId = Number(new URL(page.url()).searchParams.get('order'))
  for (const left of ['3', '2', '1']) {
    await expect(page.getByText(`Te llevamos a tu compra en ${left}`)).toBeVisible()
    await expect(page).toHavePath('/payment/success')
    await runFor(page, 1000)
  }
  await expect(page).toHavePath(`/order/${orderId}/checkout/confirmation/success`)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Compra exitosa' })).toBeVisible()
  expect(callsOf(page, '/api/purchase/new')).toHaveLength(1)
  expect(await page.evaluate(() => localStorage.getItem('pagoExitoso'))).toBe('true')

  await page.goto('/shoppingCart')
  await expect(page.getByText('Tu compra fue realizada')).toBeVisible()
  await expect(cartLines(page)).toHaveCount(0)
  await page.goto(`/product/${dear}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page).toHavePath('/home')
  await page.goto('/shoppingCart')
  await expect(cartLines(page).getByRole('listitem')).toHaveCount(1)
})

test('the wallet can be read in both themes', async ({ shop, visit }) => {
  const { buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer, stored: { theme: 'light' } })
  for (const theme of ['light', 'dark']) {
    await page.goto('/shoppingCart')
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
    await payButton(page).click()
    await expect(walletLink(page)).toBeVisible()
    await expect(page.getByText('Modo prueba: no se mueve dinero real')).toBeVisible()
    expect(await axeFaults(page, { within: 'section[aria-label="Medio de pago"]' })).toEqual([])
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  }
})

test('[CHK-13] a paid order empties the cart, and the product lists hold no purchase', async ({ shop, visit }) => {
  const { buyer } = await buyerOf(shop)
  const back = await shop.pay(buyer, await shop.placeOrder(buyer))
  const page = await visit({ as: buyer })
  await page.goto(back)
  await expect(page.getByRole('heading', { name: 'Compra exitosa' })).toBeVisible()
  expect(callsOf(page, '/api/purchase/new')).toMatchObject([{ status: 200 }])
  // What the page holds of products since, it shows without being loaded anew.
  await page.getByRole('link', { name: 'Seguir comprando' }).click()
  const { items }: { items: { name: string }[] } = (await buyer.get('/api/catalogue')).body
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(items.map(({ name }) => name.toUpperCase()))
  await page.goto('/shoppingCart')
  await expect(page.getByText('Tu compra fue realizada')).toBeVisible()
  // Who goes on shopping finds the cart of the next purchase.
  await page.getByRole('link', { name: 'Seguir comprando' }).click()
  await expect(page).toHavePath('/home')
  await page.goto('/shoppingCart')
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
  expect((await buyer.get(`/api/cart/${buyer.id}`)).body).toMatchObject({ productsId: [] })
  const products: Record<string, unknown>[] = (await buyer.get('/api/product')).body
  expect(products.length).toBeGreaterThan(0)
  for (const product of products) {
    expect(Object.keys(product)).not.toContain('productsId')
    expect(product).toMatchObject({ name: expect.any(String), isActive: true })
  }
})

test('[CHK-08] a payment left pending keeps the order placed, shown so, and its stock held', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  const page = await visit({ as: buyer })
  await goToWallet(page)
  await page.getByRole('button', { name: 'Dejar pendiente' }).click()
  await expect(page).toHavePath('/payment/success')
  await expect(page.getByText('Tu pago está pendiente')).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('order')
  await page.goto(`/order/${orderId}`)
  await expect(page.getByRole('main').getByText('Pendiente de pago').first()).toBeVisible()
  expect((await buyer.get(`/api/order/${orderId}`)).body).toMatchObject({ state: 'placed' })
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 5, available: 4 })
})

test('Pagar in two tabs is one order; a telephone that slept while it was paid looks again, and the way back may be opened twice', async ({
  shop,
  visit,
}) => {
  const { buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer })
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto('/shoppingCart')
  await Promise.all([page, other].map((tab) => payButton(tab).click()))
  for (const tab of [page, other]) await expect(summary(tab)).toContainText(`Total${total}`)
  await shop.settled()
  const orders: { id: number; state: string }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  expect(orders.map(({ state }) => state)).toEqual(['placed'])

  const { id } = orders[0] ?? { id: 0 }
  await page.goto(`/payment/success?order=${id}`)
  await expect(page.getByText('Tu pago está pendiente')).toBeVisible()
  const sleep = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await sleep('hidden')
  const asked = callsOf(page, '/api/payment/return').length
  await plainLink(other).click()
  await other.getByRole('button', { name: 'Aprobar' }).click()
  await expect(other.getByRole('heading', { name: 'Pago realizado correctamente' })).toBeVisible()
  expect(callsOf(page, '/api/payment/return').length).toBeLessThanOrEqual(asked + 1)
  await sleep('visible')
  await expect(page.getByRole('heading', { name: 'Pago realizado correctamente' })).toBeVisible()
  await shop.settled()
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toMatchObject([{ id, state: 'paid' }])
})

test('[CHK-11] the page of success opened by hand buys nothing', async ({ shop, visit }) => {
  const idle = await visit({ as: await shop.newShopper(), stored: { pagoExitoso: 'false' } })
  await idle.goto('/payment/success')
  await expect(idle.getByText('No hay ningún pago para confirmar')).toBeVisible()
  expect(callsOf(idle, '/api/purchase/new')).toEqual([])
  expect(await idle.evaluate(() => localStorage.getItem('pagoExitoso'))).toBe('false')

  const { buyer } = await buyerOf(shop)
  const never = await visit({ as: buyer })
  for (const [search, said] of [
    ['', 'No hay ningún pago para confirmar'],
    ['?order=999999', 'Todavía no pudimos confirmar tu pago'],
    ['?payment_id=1&status=approved', 'No hay ningún pago para confirmar'],
  ]) {
    await never.goto(`/payment/success${search}`)
    await expect(never.getByText(said ?? '')).toBeVisible()
    await expect(never.getByText('Pago realizado correctamente')).toBeHidden()
  }
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toEqual([])
  const order = await shop.placeOrder(buyer)
  await never.goto(`/payment/success?order=${order.id}&payment_id=123&status=approved`)
  await expect(never.getByText('Tu pago está pendiente')).toBeVisible()
  expect((await buyer.get(`/api/order/${order.id}`)).body).toMatchObject({ state: 'placed' })
  const purchases: { state: string }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  expect(purchases.map(({ state }) => state)).toEqual(['placed'])
  expect(callsOf(never, '/api/purchase/new')).toEqual([])
  expect(await never.evaluate(() => localStorage.getItem('pagoExitoso'))).toBeNull()
})

test('[CHK-12] the page of failure says so, and leads to the catalogue', async ({ visit }) => {
  const page = await visit()
  await page.goto('/payment/failure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El Pago no pudo realizarse')
  await page.getByRole('main').getByRole('link', { name: 'Ver productos' }).click()
  await expect(page).toHavePath('/home')
})

test('[STOCK-09] three differences refuse the payment until the corrected cart is accepted', async ({
  shop,
  visit,
}) => {
  const [short, gone, dearer] = [
    await shop.addProduct({ price: 10, stock: 5 }),
    await shop.addProduct({ price: 7 }),
    await shop.addProduct({ price: 1.5 }),
  ]
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, short.id, 4)
  await shop.addToCart(buyer, gone.id)
  await shop.addToCart(buyer, dearer.id, 2)
  const page = await visit({ as: buyer })
  await page.route('**/api/live*', (route) => route.abort()) // or the page would tell what changed before it is pressed
  await page.goto('/shoppingCart')
  await expect(cartLines(page).getByRole('listitem')).toHaveCount(3)
  await shop.changeProduct(short.id, { stock: 3 })
  await shop.changeProduct(gone.id, { isActive: false })
  await shop.changeProduct(dearer.id, { price: 2.25 })
  const head = await shop.core.store.head()
  await payButton(page).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  for (const product of [short, gone, dearer]) await expect(dialog).toContainText(product.name)
  await expect.poll(() => callsOf(page, preferencePath)[0]).toMatchObject({ status: 409 })
  expect(await shop.core.store.head()).toBe(head)
  await dialog.getByRole('button', { name: 'Aceptar los cambios' }).click()
  await expect(cartLines(page).getByRole('listitem')).toHaveCount(2)
  await payButton(page).click()
  // Three at 10 and two at 2.25.
  await expect(summary(page)).toContainText('Total$\u00a034,50')
})

test('more units than a purchase may hold are lowered by a yes; after three orders left unpaid the cart says from when it can be paid again', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 2, stock: 300 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 120)
  const page = await visit({ as: buyer })
  await page.clock.install()
  await page.goto('/shoppingCart')
  await payButton(page).click()
  const dialog = page.getByRole('alertdialog')
  const difference = `${product.name}: pediste 120 y vendemos hasta 99 por compra; dejamos 99.`
  await expect(dialog.getByRole('listitem')).toHaveText(difference)
  await dialog.getByRole('button', { name: 'Aceptar los cambios' }).click()
  await expect(cartLines(page).getByRole('textbox', { name: 'Cantidad' })).toHaveValue('99')
  for (const minutes of [50, 40, 30]) await shop.leaveUnpaid(buyer, minutes)
  const pressed = Date.now()
  await payButton(page).click()
  const notice = page.getByRole('status').filter({ hasText: 'Podés volver a pagar desde las' })
  const until = Date.parse((await notice.getByRole('time').getAttribute('datetime')) ?? '')
  expect(Math.abs(until - pressed - 600_000)).toBeLessThan(120_000)
  await expect(notice).toContainText('Tu carrito queda como está.')
  await expect(cartLines(page).getByRole('textbox', { name: 'Cantidad' })).toHaveValue('99')
  expect((await buyer.get('/api/order/open')).body).toEqual({ order: null })
  await page.clock.fastForward(660_000)
  await expect(page.getByText('Ya podés volver a pagar.')).toBeVisible()
})

test('who may not hold more beside other new accounts is told from when, and keeps the cart', async ({
  shop,
  visit,
}) => {
  const { buyer, dear } = await buyerOf(shop)
  const { newcomerHolds, now } = shop.core
  const lines = [{ productId: dear, quantity: 60_000, most: null }]
  const holdUntil = new Date(now().getTime() + 600_000)
  const others = { orderId: 2 ** 40, replaces: null, networkMost: 1_000_000, lines, holdUntil }
  await newcomerHolds.take({ ...others, network: '127.0.0.1' })
  const page = await visit({ as: buyer })
  await page.goto('/shoppingCart')
  await payButton(page).click()
  const notice = page.getByRole('status').filter({ hasText: 'Podés volver a pagar desde las' })
  await expect(notice.getByRole('time')).toHaveAttribute('datetime', holdUntil.toISOString())
  await expect(notice).toContainText('Cuentas nuevas ya apartaron, desde tu conexión o de estos productos')
  await expect(notice).toContainText('Tu carrito queda como está.')
  await newcomerHolds.giveBack([others.orderId])
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Información de Pago' })).toBeVisible()
})
