// The cart while an order waits for its payment, and what becomes of both when the shopper goes away.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { goToWallet } from '#frontend/testing/steps.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Orden sin pagar' })
const cartLines = (page: Page) => page.getByRole('list', { name: 'Productos del carrito' })
const payButton = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true })

/** A shopper with two of five units in the cart. */
async function buyerOf(shop: TestShop) {
  const product = await shop.addProduct({ stock: 5 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  return { product, buyer }
}

test('[LIFE-05] after a reload the cart says which order waits for its payment, until when, and leads to its wallet or out of it', async ({
  shop,
  visit,
}) => {
  const { product, buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer, width: 390 })
  await page.clock.install()
  await page.goto('/shoppingCart')
  await expect(payButton(page)).toBeEnabled()
  await expect(banner(page)).toHaveCount(0)
  const order = await shop.placeOrder(buyer)
  await page.reload()
  await expect(banner(page)).toContainText(`Tu orden Nº ${order.id} espera tu pago`)
  await expect(banner(page).getByText(/^1[34]:\d\d$/)).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect(banner(page).getByText(/^[34]:\d\d$/)).toBeVisible()
  await expect(banner(page).getByRole('link', { name: 'Seguir pagando' })).toHaveAttribute('href', order.walletUrl)
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await banner(page).getByRole('link', { name: 'Seguir pagando' }).press('Enter')
  await expect(page).toHaveURL(order.walletUrl)
  await page.goto('/shoppingCart')
  await banner(page).getByRole('button', { name: 'Cancelar la orden' }).click()
  await page.getByRole('button', { name: 'Sí, cancelar la orden' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect.poll(() => shop.stockOf(product.id)).toEqual({ onHand: 5, available: 5 })
  await expect(cartLines(page)).toBeVisible()
})

/** Pays what is in the cart; returns the address of its wallet. */
async function payAnew(page: Page): Promise<string> {
  await goToWallet(page)
  const wallet = page.url()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('heading', { name: /^(Pago realizado correctamente|Compra exitosa)$/ })).toBeVisible()
  return wallet
}

test('a wallet that is closed half-way leaves an order to go on with, in the cart and among the orders; after its hold the same cart is paid by another', async ({
  shop,
  visit,
}) => {
  const { product, buyer } = await buyerOf(shop)
  const first = await visit({ as: buyer, width: 390 })
  const context = first.context()
  await goToWallet(first)
  const wallet = first.url()
  await first.close()
  const [page, orders] = [await context.newPage(), await context.newPage()]
  await page.goto('/shoppingCart')
  await expect(banner(page)).toContainText('espera tu pago')
  await expect(cartLines(page)).toContainText(product.name)
  await orders.goto('/orders')
  const cards = orders.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(1)
  await expect(cards.getByText('Pendiente de pago', { exact: true })).toBeVisible()
  await banner(page).getByRole('link', { name: 'Seguir pagando' }).click()
  await expect(page).toHaveURL(wallet)
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible()
  await page.close()

  const cart = await context.newPage()
  await cart.goto('/shoppingCart')
  await expect(banner(cart)).toBeVisible()
  const [{ id }] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  await shop.expire({ id })
  // Nobody loads these pages anew.
  await expect(banner(cart)).toHaveCount(0)
  await expect(cards.getByText('Vencida', { exact: true })).toBeVisible()
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 5, available: 5 })
  await expect(cartLines(cart)).toContainText(product.name)
  expect(await payAnew(cart)).not.toBe(wallet)
  await shop.settled()
  await orders.reload()
  for (const [place, state] of ['Pagada', 'Vencida'].entries())
    await expect(cards.nth(place).getByText(state, { exact: true })).toBeVisible()
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 3, available: 3 })
})
