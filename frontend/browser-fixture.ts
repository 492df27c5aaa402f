// For browser tests: a demo shop with its wallet, and a shopper's browser on it.
import type { BrowserContext, Page } from 'playwright'
import { user } from '#backend/domain/user/user.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { type CheckoutShop, openCheckoutShop } from '#backend/testing/checkout-fixture.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'

/** `shop`: one running demo shop for the tests of a file; `page`: a fresh shopper's browser for each test. */
export const test = databaseTest
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }): Promise<CheckoutShop> => {
    await ensureFrontend()
    const shop = await openCheckoutShop(databaseUrl, { env: { DEMO: '1' } })
    onCleanup(() => shop.stop())
    return shop
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', async ({ browser, shop }, { onCleanup }): Promise<Page> => {
    const context: BrowserContext = await browser.newContext({
      baseURL: shop.url,
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
    })
    onCleanup(() => context.close())
    return context.newPage()
  })

/** Signs up through the form and ends on /home; answers the e-mail and the password. */
export async function register(page: Page, email: string): Promise<{ email: string; password: string }> {
  const password = 'Una-clave-larga-1'
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Carla Compradora')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.waitForURL('**/home')
  return { email, password }
}

/** Fills in the form of /login, which must be open, and sends it. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** Puts a product of the demo shop into the cart of who is signed in, and presses 'Pagar'. Ends on the wallet's page. */
export async function goToWallet(page: Page, productId: number): Promise<void> {
  await page.goto(`/product/${productId}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.waitForURL('**/home')
  await page.goto('/shoppingCart')
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await page.waitForURL('**/checkout/**')
}

/** Suspends who is signed in, as an admin would; resolves once the shop knows. */
export async function suspend(page: Page, shop: CheckoutShop): Promise<void> {
  const userId = Number(await page.evaluate(() => localStorage.getItem('id')))
  const context = { actor: 'operator', correlation: 'test' } as const
  const ban = { type: 'BanUser', userId, reason: null } as const
  const { position } = await handleCommand(shop.core.store, context, user, userId, ban)
  await shop.core.positions.waitFor(['users'], position)
}
