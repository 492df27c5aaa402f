// Back from the wallet without having paid, in a real browser.
import { expect, test } from '#frontend/testing/browser-test.ts'

test('leaving the wallet without paying says that the order can still be paid, and leads back to its wallet', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer)
  const page = await visit({ as: buyer })
  await page.goto(order.walletUrl)
  const wallet = page.url()
  await page.getByRole('link', { name: 'Volver sin pagar' }).click()
  await expect(page).toHavePath('/payment/failure')
  await expect(page.getByRole('heading', { name: 'Tu orden espera el pago' })).toBeVisible()
  await expect(page.getByText('El Pago no pudo realizarse')).toBeHidden()
  await expect(page.getByText(/^1[34]:\d\d$/)).toBeVisible()
  await page.getByRole('link', { name: 'Seguir pagando' }).click()
  await expect(page).toHaveURL(wallet)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('heading', { name: 'El Pago no pudo realizarse' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Seguir pagando' })).toBeHidden()
})

test('an order that was paid meanwhile is not said to have failed', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  const page = await visit({ as: buyer })
  await page.goto(`/payment/failure?order=${order.id}`)
  await expect(page.getByRole('heading', { name: 'Pago realizado correctamente' })).toBeVisible()
})
