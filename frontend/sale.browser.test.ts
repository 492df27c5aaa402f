// The whole sale: browse, cart, wallet, order history; then every read model made anew and the same pages seen.

import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { pressOn, tabTo, typeInto } from '#frontend/testing/keyboard.ts'
import { quiet } from '#frontend/testing/network.ts'
import { goToWallet } from '#frontend/testing/steps.ts'

async function textsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    texts.push(await page.getByRole('main').innerText())
  }
  return texts
}

async function search(page: Page, text: string, found: string): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name: 'Buscar productos' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await pressOn(page, page.getByRole('button', { name: 'Buscar', exact: true }))
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([found])
}

async function register(page: Page): Promise<void> {
  await page.goto('/register')
  await typeInto(page, 'Name', 'Carla Compradora')
  await typeInto(page, 'Email', 'carla@gamertech.test')
  await typeInto(page, 'Password', 'Una-clave-larga-1')
  await page.keyboard.press('Enter')
  await expect(page).toHavePath('/home')
}

async function pay(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('link', { name: /^Carrito/ }))
  await pressOn(page, page.getByRole('button', { name: 'Pagar', exact: true }))
  await pressOn(page, page.getByRole('link', { name: 'Ir al sitio de pago' }))
  await page.waitForURL('**/checkout/**')
  await pressOn(page, page.getByRole('button', { name: 'Aprobar' }))
}

test('[CHK-06 partial] [CHK-09 partial] [CAT-07 partial] [ACC-08 partial] [ORD-01 partial] [ORD-02 partial] from a search to the order history by keyboard alone, and all pages the same after a rebuild', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  const keyboard = await shop.addProduct({ name: 'Teclado Kyntra 60' })
  const mouse = await shop.addProduct({ name: 'Mouse Kyntra Pulse' })
  const page = await visit({ shop })
  await page.goto('/')
  await pressOn(page, page.getByRole('link', { name: 'Ver productos' }))
  await search(page, 'TECLADO', 'TECLADO KYNTRA 60')

  await register(page)
  for (const { name } of [keyboard, mouse]) {
    await search(page, name, name.toUpperCase())
    await pressOn(page, page.getByRole('link', { name: `Detalle de ${name}` }))
    await pressOn(page, page.getByRole('button', { name: 'Añadir al Carrito' }).first())
    await expect(page).toHavePath('/home')
  }
  await pay(page)
  await expect(page.getByText('Pago realizado correctamente')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Compra exitosa' })).toBeVisible()

  const orderId = /order\/(\d+)/.exec(page.url())?.[1] ?? ''
  const paths = ['/orders', `/order/${orderId}`, '/home', `/product/${keyboard.id}`, '/shoppingCart']
  const seen = await textsOf(page, paths)
  expect(seen[0]).toContain(orderId)
  expect(seen[1]).toContain(keyboard.name)

  const ownerPool = openOwnerPool(shop.databaseUrl, onTestFinished)
  const ops = opsOn({ core: shop.core, ownerPool })
  expect(await ops('rebuild', 'all')).toMatchObject({ code: 0 })
  expect(await ops('verify')).toMatchObject({ code: 0 })
  expect(await textsOf(page, paths)).toEqual(seen)
})

test('[CHK-07] a rejected payment ends on its page, and the cart keeps its lines', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id)
  const page = await visit({ as: shopper })
  await goToWallet(page)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page).toHavePath('/payment/failure')
  await expect(page.getByRole('heading', { name: 'El Pago no pudo realizarse' })).toBeVisible()
  await page.goto('/orders')
  await expect(
    page
      .getByRole('main')
      .getByText(/rechazad/i)
      .first(),
  ).toBeVisible()
  await page.goto('/shoppingCart')
  await expect(page.getByRole('list', { name: 'Productos del carrito' })).toContainText(product.name)
})
