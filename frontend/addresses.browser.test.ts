// Addresses that were cut, mistyped or forged still lead somewhere sensible.
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { goToWallet, register, signIn, test } from './browser-fixture.ts'

const cardNames = async (page: Page, address: string): Promise<string[]> => {
  await page.goto(address)
  const cards = page.getByRole('main').getByRole('article')
  await cards.first().waitFor()
  return cards.getByRole('heading').allInnerTexts()
}

test('a bad page, sort or direction shows the catalogue as if it were not there', async ({ page }) => {
  const plain = await cardNames(page, '/home')
  expect(plain).toHaveLength(6)
  const bad = ['page=abc', 'page=-1', 'page=1.5', 'page=99999999999', 'sort=evil', 'direction=arriba', 'category=%20']
  for (const search of [...bad, 'sort=evil&direction=descendente&page=0']) {
    expect(await cardNames(page, `/home?${search}`), search).toEqual(plain)
    expect(await page.getByLabel('Ordenar por').inputValue(), search).toBe('')
  }
  await page.getByRole('button', { name: 'Página siguiente' }).first().click()
  await page.waitForURL(/\/home\?page=2$/)
})

test('a sign-in leads to a page of the shop, whatever its address asks for', async ({ page }) => {
  const account = await register(page, 'visita@gamertech.test')
  const foreign = ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/..//evil.test']
  for (const target of foreign) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await signIn(page, account)
    await page.waitForURL('**/home')
  }
  await page.goto('/login?redirect=/perfil')
  await signIn(page, account)
  await page.waitForURL('**/perfil')
})

test('a session that ended at the wallet is asked for again, and leads back to the payment', async ({ page }) => {
  const account = await register(page, 'tarde@gamertech.test')
  await page.context().clearCookies()
  await page.goto('/payment/failure?order=1&payment_id=null&status=null')
  await page.getByRole('heading', { name: 'Ingresa para ver tu pago' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Ingresar' }).click()
  await signIn(page, account)
  await page.waitForURL('**/payment/failure?order=1')
})

test('leaving the wallet without paying says that the order can still be paid, and leads back to its wallet', async ({
  page,
}) => {
  await register(page, 'vuelve@gamertech.test')
  await goToWallet(page, 3)
  const wallet = page.url()
  await page.getByRole('link', { name: 'Volver sin pagar' }).click()
  await page.waitForURL('**/payment/failure**')
  await page.getByRole('heading', { name: 'Tu orden espera el pago' }).waitFor()
  expect(await page.getByText('El Pago no pudo realizarse').count()).toBe(0)
  await page.getByText(/^1[34]:\d\d$/).waitFor()
  await page.getByRole('link', { name: 'Seguir pagando' }).click()
  await page.waitForURL(wallet)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByRole('heading', { name: 'El Pago no pudo realizarse' }).waitFor()
  expect(await page.getByRole('link', { name: 'Seguir pagando' }).count()).toBe(0)
})
