// Ways through several screens that more than one test goes.
import type { Page } from 'playwright'
import type { TestAccount } from '#backend/gateways/sign-in/fake/test-accounts.ts'

/** From a cart with lines to the wallet's page: 'Pagar', then the link beside the wallet's button. */
export async function goToWallet(page: Page): Promise<void> {
  await page.goto('/shoppingCart')
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await page.waitForURL('**/checkout/**')
}

/** From the button of /login or /register to the provider's page, and back with this account. */
export async function chooseAtGoogle(page: Page, { name, email }: TestAccount): Promise<void> {
  await page.getByRole('button', { name: 'Ingresar con Google' }).click()
  await page.waitForURL('**/cuentas/**')
  await page.getByRole('button', { name }).filter({ hasText: email }).click()
}
