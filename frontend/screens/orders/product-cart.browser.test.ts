// One line of the cart by itself, in a real browser.
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

/** A shopper with two lines; the first is the one that is looked at. */
async function shopperWithCart(shop: TestShop) {
  const keyboard = await shop.addProduct({ price: 10.5, description: 'Con teclas.' })
  const mouse = await shop.addProduct({ price: 3.25, description: 'Con rueda.' })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, keyboard.id, 2)
  await shop.addToCart(shopper, mouse.id, 3)
  return { shopper, keyboard, mouse }
}

test('[CART-09] it shows its line, and Volver leads to the cart', async ({ shop, visit }) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  for (const [product, price, quantity] of [
    [keyboard, '$ 10,50', 2],
    [mouse, '$ 3,25', 3],
  ] as const) {
    await page.goto(`/productCart/${product.id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(product.name)
    await expect(main.getByRole('img', { name: product.name })).toBeVisible()
    await expect(main.getByText(product.description ?? '')).toBeVisible()
    await expect(main.getByText(price, { exact: true })).toBeVisible()
    await expect(main.getByText(`Cantidad: ${quantity}`, { exact: true })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Quitar Del Carrito' })).toBeVisible()
    await main.getByRole('link', { name: 'Volver' }).click()
    await expect(page).toHavePath('/shoppingCart')
  }
})

test('[CART-10] a confirmed Quitar Del Carrito removes the line, says so and leads to the cart', async ({
  shop,
  visit,
}) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto(`/productCart/${keyboard.id}`)
  await page.getByRole('button', { name: 'Quitar Del Carrito' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí, quitar' }).click()
  await expect(page).toHavePath('/shoppingCart')
  await expect.poll(() => toastsOf(page)).toEqual(['Quitado Correctamente!'])
  const lines = page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem')
  await expect(lines.getByRole('heading')).toHaveText([mouse.name])
  await shop.settled()
  const { body } = await shopper.get(`/api/cart/${shopper.id}`)
  expect(body.productsId).toEqual([{ id: mouse.id, quantity: 3 }])
})
