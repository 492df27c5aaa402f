// Ways through several screens that more than one test goes.
import type { Page } from 'playwright'
import type { Person } from './shop.ts'

/** Fills in the form of /login, which must be open, and sends it. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

/** From a cart with lines to the wallet's page: 'Pagar', then the link beside the wallet's button. */
export async function goToWallet(page: Page): Promise<void> {
  await page.goto('/shoppingCart')
  await page.getByRole('button', { name: 'Pagar', exact: true }).click()
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await page.waitForURL('**/checkout/**')
}
