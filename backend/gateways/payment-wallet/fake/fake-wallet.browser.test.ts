// The buyer's way through the fake wallet in a real browser: readable, accessible, on a phone and on a desk.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { build } from 'vite'
import { expect } from 'vitest'
import { mercadoPagoWallet } from '#backend/gateways/payment-wallet/mercadopago.ts'
import { frugal, launchChromium } from '#scripts/testing/chromium.ts'
import { test as withDatabase } from '#scripts/testing/database.ts'
import { startFakeWallet } from './fake-wallet.ts'

const accessToken = 'TEST-1-2-3-445566'
const webhookSecret = 'the webhook secret of this test'
const widths = [390, 1280]

/** A shop with empty pages, except for those a test puts in. */
async function startShop() {
  const pages = new Map<string, { type: string; content: string }>()
  const server = createServer((incoming, answer) => {
    const found = pages.get(incoming.url ?? '') ?? { type: 'text/html', content: '<title>Tienda</title>' }
    answer.writeHead(200, { 'content-type': found.type }).end(found.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages, stop }
}

const test = withDatabase
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = await startShop()
    onCleanup(shop.stop)
    return shop
  })
  .extend('fakeWallet', { scope: 'file' }, async ({ databaseUrl, shop }, { onCleanup }) => {
    const { url, control, stop } = await startFakeWallet({
      port: 0,
      host: '127.0.0.1',
      databaseUrl,
      accessToken,
      webhookSecret,
      sellerId: '445566',
    })
    onCleanup(stop)
    const wallet = mercadoPagoWallet({ accessToken, webhookSecret, apiBaseUrl: url })
    control.mute()
    const openCheckout = () =>
      wallet.createCheckout({
        orderId: 1,
        reference: randomUUID(),
        title: 'Tu compra en GamerTech',
        amountCents: 123_456_789,
        currency: 'ARS',
        expiresAt: new Date(Date.now() + 15 * 60_000),
        backUrls: {
          success: `${shop.url}/payment/success`,
          failure: `${shop.url}/payment/failure`,
          pending: `${shop.url}/orders`,
        },
        notificationUrl: `${shop.url}/webhook`,
        idempotencyKey: randomUUID(),
      })
    return { url, control, openCheckout }
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium(frugal)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', async ({ browser }, { onCleanup }) => {
    const context = await browser.newContext({ locale: 'es-AR', timezoneId: 'America/Argentina/Buenos_Aires' })
    onCleanup(() => context.close())
    const page = await context.newPage()
    return page
  })

/** Nothing wrong for assistive technology and nothing wider than the screen, at both widths. */
async function inspect(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
}

test('the checkout shows the total and leads back after Aprobar; afterwards it is paid', async ({
  fakeWallet,
  page,
}) => {
  const { initPoint } = await fakeWallet.openCheckout()
  await page.goto(initPoint)
  expect(await page.getByRole('note').textContent()).toContain('MODO PRUEBA')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Pagar \$\s1\.234\.567,89/)
  await inspect(page)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.waitForURL(/\/payment\/success\?.*status=approved/)
  await page.goto(initPoint)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Esta compra ya está paga')
  await inspect(page)
  await page.getByRole('link', { name: 'Volver al sitio' }).click()
  await page.waitForURL(/\/payment\/success\?.*status=approved/)
})

test('Rechazar and Volver sin pagar lead to the failure page, by keyboard alone; a retry is possible', async ({
  fakeWallet,
  page,
}) => {
  const { initPoint } = await fakeWallet.openCheckout()
  await page.goto(initPoint)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/payment\/failure\?.*status=rejected/)
  await page.goto(initPoint)
  expect(await page.getByRole('status').textContent()).toContain('rechazado')
  await inspect(page)
  await page.getByRole('link', { name: 'Volver sin pagar' }).click()
  await page.waitForURL(/\/payment\/failure\?.*payment_id=null/)
})

test('Dejar pendiente leads to the pending page; the activity page settles the payment', async ({
  fakeWallet,
  page,
}) => {
  const { initPoint } = await fakeWallet.openCheckout()
  await page.goto(initPoint)
  await page.getByRole('button', { name: 'Dejar pendiente' }).click()
  await page.waitForURL(/\/orders\?.*status=pending/)
  const paymentId = new URL(page.url()).searchParams.get('payment_id') ?? ''
  await page.goto(fakeWallet.url)
  await inspect(page)
  await page.getByRole('button', { name: `Acreditar el pago ${paymentId}` }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: paymentId }) })
  await row.first().getByText('Aprobado').waitFor()
  expect(await page.getByRole('button', { name: `Acreditar el pago ${paymentId}` }).count()).toBe(0)
})

/** A page of a shop as its bundler would make it: the provider's own React component and nothing of ours. */
async function walletBundle(preferenceId: string): Promise<string> {
  const require = createRequire(import.meta.url)
  const source = `
    import { createElement } from ${JSON.stringify(require.resolve('react'))}
    import { createRoot } from ${JSON.stringify(require.resolve('react-dom/client'))}
    import { initMercadoPago, Wallet } from '@mercadopago/sdk-react'
    initMercadoPago('TEST-public', { locale: 'es-AR' })
    const initialization = { preferenceId: ${JSON.stringify(preferenceId)} }
    const onReady = () => document.body.setAttribute('data-ready', 'yes')
    createRoot(document.getElementById('root')).render(createElement(Wallet, { initialization, onReady }))`
  const entry = 'virtual:wallet-page'
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'wallet-page',
        resolveId: (id) => (id === entry ? `${import.meta.dirname}/wallet-page.js` : undefined),
        load: (id) => (id.endsWith('/wallet-page.js') ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const parts = Array.isArray(output) ? output : [output]
  const chunk = parts.flatMap((part) => ('output' in part ? part.output : [])).find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the wallet page was not bundled')
  return chunk.code
}

test("the provider's own <Wallet> component runs unchanged and leads to the checkout", async ({
  fakeWallet,
  page,
  shop,
}) => {
  const { preferenceId, initPoint } = await fakeWallet.openCheckout()
  const code = await walletBundle(preferenceId)
  const body = `<!doctype html><html lang="es"><title>Tienda</title><main><h1>Carrito</h1><div id="root"></div></main>
    <script src="${fakeWallet.url}/js/wallet-button.js"></script><script type="module" src="/page.js"></script></html>`
  shop.pages.set('/cart', { type: 'text/html', content: body })
  shop.pages.set('/page.js', { type: 'text/javascript', content: code })
  await page.goto(`${shop.url}/cart`)
  const link = page.getByRole('link', { name: 'Pagar con Monedero de prueba' })
  await link.waitFor()
  expect(await page.locator('body[data-ready=yes]').count()).toBe(1)
  expect(await link.getAttribute('href')).toBe(initPoint)
  await inspect(page)
  await link.click()
  await page.getByRole('button', { name: 'Aprobar' }).waitFor()
})
