// Ways through several screens that more than one test goes.
import type { Page } from 'playwright'

/** From a cart with lines to the wallet's page: 'Pagar', then the link beside the wallet's button. */
export async function goToWallet(page: Page): Promise<void> {
  await page.goto('/shoppingCart')
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await page.waitForURL('**/checkout/**')
}
