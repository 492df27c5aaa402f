// The cart while an order waits for its payment.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[LIFE-05] after a reload the cart says which order waits for its payment, until when, and leads to its wallet or out of it', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 2)
  const page = await visit({ as: buyer, width: 390 })
  const banner = page.getByRole('region', { name: 'Orden sin pagar' })
  await page.goto('/shoppingCart')
  await expect(page.getByRole('button', { name: 'Pagar' })).toBeEnabled()
  await expect(banner).toHaveCount(0)
  const order = await shop.placeOrder(buyer)
  await page.reload()
  await expect(banner).toContainText(`Tu orden Nº ${order.id} espera tu pago`)
  await expect(banner).toContainText(/\d{1,2}:\d{2}$|\d{1,2}:\d{2}\D/)
  await expect(banner.getByRole('link', { name: 'Seguir pagando' })).toHaveAttribute('href', order.walletUrl)
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([])
  await banner.getByRole('link', { name: 'Seguir pagando' }).press('Enter')
  await expect(page).toHaveURL(order.walletUrl)
  await page.goto('/shoppingCart')
  await banner.getByRole('button', { name: 'Cancelar la orden' }).click()
  await page.getByRole('button', { name: 'Sí, cancelar la orden' }).click()
  await expect(banner).toHaveCount(0)
  await expect.poll(() => shop.stockOf(product.id)).toEqual({ onHand: 5, available: 5 })
  await expect(page.getByRole('list', { name: 'Productos del carrito' })).toBeVisible()
})
