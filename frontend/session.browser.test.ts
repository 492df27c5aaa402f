// How a session ends in the browser: by a suspension, by what the browser remembers, or by never having begun.
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { register, suspend, test } from './browser-fixture.ts'

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

const statusWith = async (page: Page, origin: string, cookie: string): Promise<number> =>
  (await page.request.fetch(`${origin}/api/purchase/1`, { headers: { cookie } })).status()

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage))

const products = (page: Page) => page.getByRole('main').getByRole('article')

test('[BAN-02] [BAN-03] a suspension ends the session at the next call, is told once, and leaves a visitor', async ({
  page,
  shop,
}) => {
  await register(page, 'suspendida@gamertech.test')
  const cookie = await cookieOf(page)
  await suspend(page, shop)
  await products(page).first().getByRole('link', { name: 'Detalle' }).click()
  await page.waitForURL('**/banned-user')
  await page.getByRole('heading', { name: 'Tu cuenta fue suspendida temporalmente' }).waitFor()
  expect(await stored(page)).toEqual([])
  expect(await statusWith(page, shop.url, cookie)).toBe(401)

  await page.getByRole('link', { name: 'Salir' }).click()
  await page.getByRole('heading', { name: 'Bienvenidos a GamerTech' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goBack()
  await page.getByRole('link', { name: 'Ver productos' }).click()
  await page.waitForURL('**/home')
  await products(page).first().waitFor()
  await products(page).first().getByRole('link', { name: 'Detalle' }).click()
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.getByText('Recuerda que para poder ver tu carrito').waitFor()
})

test('a suspended shopper who opens any page anew is told so, and may then look at the shop', async ({
  page,
  shop,
}) => {
  for (const path of ['/home', '/product/1', '/shoppingCart', '/perfil', '/orders']) {
    await register(page, `suspendida${path.replaceAll('/', '.')}@gamertech.test`)
    await suspend(page, shop)
    await page.goto(path)
    await page.waitForURL('**/banned-user')
    await page.getByRole('heading', { name: 'Tu cuenta fue suspendida temporalmente' }).waitFor()
    expect(await stored(page), path).toEqual([])
    await page.goto('/home')
    await products(page).first().waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/home')
  }
})

test('[CART-03] a cart opened with vrfd stored as false signs out, clears the storage and says so', async ({
  page,
  shop,
}) => {
  await register(page, 'marcada@gamertech.test')
  const cookie = await cookieOf(page)
  await page.evaluate(() => localStorage.setItem('vrfd', 'false'))
  await page.goto('/shoppingCart')
  await page.waitForURL('**/banned-user')
  await page.getByText('Cerramos tu sesión').waitFor()
  expect(await stored(page)).toEqual([])
  expect(await statusWith(page, shop.url, cookie)).toBe(401)
})

test('[ROLE-03] /perfil by its address asks a visitor to sign in and shows no profile', async ({ page }) => {
  await page.goto('/perfil')
  await page.getByText('¡Primero debes iniciar sesión!').waitFor()
  await page.waitForURL(/\/login\?redirect=%2Fperfil$/)
  expect(await page.getByText('Informacion del usuario').count()).toBe(0)
})
