// The whole sale in a real browser: browse, cart, wallet, order history; then every read model made anew and the same pages seen.
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { type CheckoutShop, openCheckoutShop } from '#backend/testing/checkout-fixture.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'

const test = databaseTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  await ensureFrontend()
  const shop = await openCheckoutShop(databaseUrl, { env: { DEMO: '1' } })
  onCleanup(() => shop.stop())
  return shop
})

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** A shopper's browser: Spanish of Argentina, no animation to wait for. */
async function shopper(): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  return { context, page, problems }
}

async function register(page: Page, shop: CheckoutShop, email: string): Promise<void> {
  await page.goto(`${shop.url}/register`)
  await page.getByLabel('Name', { exact: true }).fill('Carla Compradora')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Una-clave-larga-1')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.waitForURL('**/home')
}

/** Opens a product that is in stock and puts it in the cart. */
async function addProduct(page: Page, shop: CheckoutShop, id: number): Promise<string> {
  await page.goto(`${shop.url}/product/${id}`)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.getByText('¡Agregado correctamente!').waitFor()
  await page.waitForURL('**/home')
  return name
}

/** From the cart to the wallet's page. */
async function goToWallet(page: Page, shop: CheckoutShop): Promise<void> {
  await page.goto(`${shop.url}/shoppingCart`)
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await page.getByText('Información de Pago').waitFor()
  await page.locator('[data-wallet="ready"]').waitFor()
  await page.locator('[data-wallet="ready"] a, [data-wallet="ready"] button').first().click()
  await page.waitForURL(`${shop.monederoUrl}/**`)
}

const texts = async (page: Page, url: string) => {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.locator('main').innerText()
}

describe('a sale', () => {
  test('[CHK-06 partial] [CHK-09 partial] [CAT-07 partial] [ACC-08 partial] [PROD-08 partial] [ORD-01 partial] [ORD-02 partial] from a search to the order history, and all pages the same after a rebuild', async ({
    shop,
  }) => {
    const { context, page, problems } = await shopper()
    await page.goto(`${shop.url}/home`)
    await page.getByRole('searchbox').or(page.getByPlaceholder(/Busca/)).first().fill('TECLADO')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.waitForURL(/q=TECLADO/i)
    const cards = page.getByRole('main').getByRole('article')
    await expect.poll(async () => (await cards.allInnerTexts()).every((text) => /teclado/i.test(text))).toBe(true)
    expect(await cards.count()).toBeGreaterThan(0)

    await register(page, shop, 'carla@gamertech.test')
    const name = await addProduct(page, shop, 1)
    await addProduct(page, shop, 8)
    await goToWallet(page, shop)
    await page.getByRole('button', { name: /Aprobar/ }).click()
    await page.waitForURL('**/payment/success**')
    await page.getByText('Pago realizado correctamente').waitFor()
    await page.waitForURL('**/checkout/confirmation/success', { timeout: 15_000 })
    await page.getByRole('heading', { name: 'Compra exitosa' }).waitFor()

    const orderId = Number(/order\/(\d+)/.exec(page.url())?.[1])
    const paths = ['/orders', `/order/${orderId}`, '/home', '/product/1', '/shoppingCart']
    const seen: string[] = []
    for (const path of paths) seen.push(await texts(page, shop.url + path))
    expect(seen[0]).toContain(String(orderId))
    expect(seen[1]?.toLowerCase()).toContain(name.toLowerCase())

    const ownerPool = createPool(shop.databaseUrl, { as: 'owner', limits: false })
    const ops = opsOn({ core: shop.core, ownerPool })
    expect(await ops('rebuild', 'all')).toMatchObject({ code: 0 })
    expect(await ops('verify')).toMatchObject({ code: 0 })
    await ownerPool.end()
    const after: string[] = []
    for (const path of paths) after.push(await texts(page, shop.url + path))
    expect(after).toEqual(seen)
    expect(problems).toEqual([])
    await context.close()
  })

  test('[CHK-07] a rejected payment ends on its page, and the cart keeps its lines', async ({ shop }) => {
    const { context, page } = await shopper()
    await register(page, shop, 'raul@gamertech.test')
    await addProduct(page, shop, 3)
    await goToWallet(page, shop)
    await page.getByRole('button', { name: /Rechazar/ }).click()
    await page.waitForURL('**/payment/failure**')
    await page.getByText('El Pago no pudo realizarse').waitFor()
    await page.goto(`${shop.url}/orders`)
    await page
      .getByText(/rechazad/i)
      .first()
      .waitFor()
    await page.goto(`${shop.url}/shoppingCart`)
    await page.getByRole('button', { name: 'Pagar', exact: true }).waitFor()
    await context.close()
  })

  test('[CHK-08 partial] a payment left pending keeps the order placed and its stock held', async ({ shop }) => {
    const { context, page } = await shopper()
    await register(page, shop, 'paula@gamertech.test')
    const before = await shop.core.store.readStock([12])
    await addProduct(page, shop, 12)
    await goToWallet(page, shop)
    await page.getByRole('button', { name: /pendiente/i }).click()
    await page.waitForURL('**/payment/success**')
    await page.getByText('Tu pago está pendiente').waitFor()
    expect((await shop.core.store.readStock([12])).get(12)?.reserved).toBe((before.get(12)?.reserved ?? 0) + 1)
    await context.close()
  })
})
