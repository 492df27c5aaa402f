// 'Comprar de nuevo' on an order.
import { expect, test } from '#frontend/testing/browser-test.ts'

test('[LIFE-06] buying an order again, with one product gone, one dearer and one that lies in the cart already, fills the cart with what can be had and says what differs', async ({
  shop,
  visit,
}) => {
  const [gone, dearer, same] = [await shop.addProduct(), await shop.addProduct(), await shop.addProduct({ stock: 200 })]
  const buyer = await shop.newShopper()
  for (const { id } of [gone, dearer, same]) await shop.addToCart(buyer, id, 2)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  await shop.changeProduct(gone.id, { isActive: false })
  await shop.changeProduct(dearer.id, { price: 12.5 })
  await shop.addToCart(buyer, same.id, 98)
  const page = await visit({ as: buyer, width: 390 })
  await page.goto(`/order/${order.id}`)
  await page.getByRole('button', { name: 'Comprar de nuevo' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Algunas cosas cambiaron' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `${gone.name}: ya no está a la venta.`,
    new RegExp(`^${dearer.name}: ahora cuesta \\$\\s12,50 \\(antes \\$\\s10,50\\)\\.$`),
  ])
  await dialog.getByRole('button', { name: 'Ver el carrito' }).click()
  const cart = page.getByRole('list', { name: 'Productos del carrito' })
  await expect(cart.getByRole('listitem')).toHaveCount(2)
  await expect(cart).toContainText(dearer.name)
  await expect(cart).toContainText(same.name)
  expect((await buyer.get(`/api/cart/${buyer.id}`)).body.productsId).toEqual([
    { id: same.id, quantity: 98 },
    { id: dearer.id, quantity: 2 },
  ])
})

test('after a rejected payment the order is tried again with the cart as it is', async ({ shop, visit }) => {
  const [first, second] = [await shop.addProduct(), await shop.addProduct()]
  const buyer = await shop.newShopper()
  for (const { id } of [first, second]) await shop.addToCart(buyer, id)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order, 'rejected')
  const page = await visit({ as: buyer, width: 390 })
  await page.goto(`/order/${order.id}`)
  await page.getByRole('button', { name: 'Volver a intentar' }).click()
  await expect(page).toHavePath('/shoppingCart')
  await expect(page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Tu compra' })).toContainText('Unidades2')
  await expect(page.getByRole('region', { name: 'Tu compra' })).toContainText('$\u00a021')
})
