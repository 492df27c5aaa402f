// The cart in a real browser.
import type { Locator, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls } from '#frontend/testing/network.ts'
import { runFor, runUntilShown, stopTime } from '#frontend/testing/page-time.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const lineOf = (page: Page, { name }: { name: string }) =>
  page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem').filter({ hasText: name })
const linesShown = (page: Page) => page.getByRole('list', { name: 'Productos del carrito' }).getByRole('listitem')
const amounts = (place: Locator) => place.getByText(/^\$\s\d/)

/** A shopper whose cart holds 2 keyboards and 3 mice, five of each in stock. */
async function shopperWithCart(shop: TestShop) {
  const keyboard = await shop.addProduct({ price: 10.5, description: 'Con teclas.', stock: 5 })
  const mouse = await shop.addProduct({
    price: 3.25,
    description: 'Con rueda.',
    stock: 5,
    imageUrl: '/img/products/mouse-kyntra-pulse.webp',
  })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, keyboard.id, 2)
  await shop.addToCart(shopper, mouse.id, 3)
  return { shopper, keyboard, mouse }
}

/** The lines that the shop has for a person, once it knows all that was done. */
async function linesOf(shop: TestShop, person: Person): Promise<unknown> {
  await shop.settled()
  return (await person.get(`/api/cart/${person.id}`)).body.productsId
}

test("[CART-01] a visitor's cart asks to sign in or to register, and leads to /login", async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const cart = JSON.stringify({ userId: 0, productsId: [{ id: product.id, quantity: 2 }], mergeId: '' })
  const page = await visit({ stored: { cart } })
  await page.goto('/shoppingCart')
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByRole('heading')).toHaveText('Debes iniciar sesión o crearte una cuenta para ver tu carrito')
  await expect(page).toHavePath('/login')
  await alert.getByRole('button', { name: 'Aceptar' }).click()
  await expect(alert).toBeHidden()
  await expect(page).toHavePath('/login')
})

test('[CART-03] a cart opened with vrfd stored as false signs out, clears the storage and says so', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.goto('/home')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vrfd'))).toBe('true')
  await page.evaluate(() => localStorage.setItem('vrfd', 'false'))
  await page.goto('/shoppingCart')
  await expect.poll(() => toastsOf(page, 'success')).toEqual(['Cerramos tu sesión'])
  await expect(page).toHavePath('/banned-user')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect((await shopper.get(`/api/cart/${shopper.id}`)).status).toBe(401)
})

test('[CART-04] each line shows its product, its quantity, and the ways to see and to remove it, at 1280 and at 390 px', async ({
  shop,
  visit,
}) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  for (const width of [1280, 390])
    for (const [product, price, quantity] of [
      [keyboard, '$ 10,50', '2'],
      [mouse, '$ 3,25', '3'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carrito')
      await expect(linesShown(page)).toHaveCount(2)
      const line = lineOf(page, product)
      const picture = line.locator('img')
      await expect(picture).toBeVisible()
      await expect(picture).toHaveAttribute('src', new RegExp(product.imageUrl.replace('.webp', '')))
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(line.getByRole('heading', { name: product.name, exact: true })).toBeVisible()
      await expect(line.getByText(product.description ?? '')).toBeVisible()
      await expect(line.getByText(`${price} por unidad`)).toBeVisible()
      await expect(line.getByRole('textbox', { name: 'Cantidad' })).toHaveValue(quantity)
      await expect(line.getByRole('button', { name: `Quitar ${product.name}` })).toBeVisible()
      await line.getByRole('link', { name: 'Detalle' }).click()
      await expect(page).toHavePath(`/product/${product.id}`)
      await page.goBack()
    }
})

test('[CART-05] lines and subtotal are exact to the cent, in the cart, at the payment and in the order', async ({
  shop,
  visit,
}) => {
  const dear = await shop.addProduct({ price: 10.5 })
  const cheap = await shop.addProduct({ price: 0.1 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, dear.id, 2)
  await shop.addToCart(shopper, cheap.id, 3)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  await expect(amounts(lineOf(page, dear)).filter({ visible: true })).toHaveText([/10,50/, /21$/])
  await expect(amounts(lineOf(page, cheap)).filter({ visible: true })).toHaveText([/0,10/, /0,30/])
  const summary = page.getByRole('region', { name: 'Tu compra' })
  await expect(amounts(summary)).toHaveText([/^\$\s21,30$/])
  await expect(summary.getByRole('definition').last()).toHaveText(/^\$\s21,30$/)
  await expect(summary.getByRole('term').last()).toHaveText('Subtotal')
  await summary.getByRole('button', { name: 'Pagar' }).click()
  const total = [/^\$\s21$/, /^\$\s0,30$/, /^\$\s21,30$/]
  await expect(amounts(page.getByRole('region', { name: 'Resumen' }))).toHaveText(total)
  await page.getByRole('link', { name: /Ver la orden/ }).click()
  const unitAndLine = [/10,50/, /^\$\s21$/, /0,10/, /^\$\s0,30$/, /^\$\s21,30$/]
  await expect(amounts(page.getByRole('region', { name: 'Productos' }))).toHaveText(unitAndLine)
})

test('[CART-06] the cart is hidden only while pagoExitoso is true', async ({ shop, visit }) => {
  const { shopper } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto('/about')
  for (const pagoExitoso of ['true', 'false', undefined]) {
    await page.evaluate((value) => {
      if (value) localStorage.setItem('pagoExitoso', value)
      else localStorage.removeItem('pagoExitoso')
    }, pagoExitoso)
    await page.goto('/shoppingCart')
    const isHidden = pagoExitoso === 'true'
    await expect(page.getByText('Tu compra fue realizada')).toHaveCount(isHidden ? 1 : 0)
    await expect(linesShown(page)).toHaveCount(isHidden ? 0 : 2)
    await expect(page.getByRole('button', { name: 'Pagar' })).toHaveCount(isHidden ? 0 : 1)
  }
})

test('[CART-07] Quitar asks first, and a no leaves the cart as it was', async ({ shop, visit }) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  const question = page.getByRole('alertdialog', { name: '¿Quitar este producto del carrito?' })
  for (const leave of ['Cancelar', 'Escape']) {
    await lineOf(page, mouse)
      .getByRole('button', { name: `Quitar ${mouse.name}` })
      .click()
    await expect(question).toContainText(mouse.name)
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await question.getByRole('button', { name: leave }).click()
    await expect(question).toBeHidden()
  }
  await expect(linesShown(page)).toHaveCount(2)
  await expect(amounts(page.getByRole('region', { name: 'Tu compra' }))).toHaveText(['$ 30,75'])
  expect(callsOf(page, '/api/cart/deleteitem')).toEqual([])
  const kept = [
    { id: keyboard.id, quantity: 2 },
    { id: mouse.id, quantity: 3 },
  ]
  expect(await linesOf(shop, shopper)).toEqual(kept)
})

test('a question that is left gives the focus back to what asked it, but not once somebody has gone on', async ({
  shop,
  visit,
}) => {
  const { shopper, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.clock.install()
  await page.goto('/shoppingCart')
  const remove = lineOf(page, mouse).getByRole('button', { name: `Quitar ${mouse.name}` })
  const pay = page.getByRole('button', { name: 'Pagar', exact: true })
  const question = page.getByRole('alertdialog')
  for (const next of [remove, pay]) {
    await remove.click()
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await stopTime(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    if (next === pay) await pay.focus()
    await runFor(page, 1000)
    await expect(next).toBeFocused()
    await page.clock.resume()
  }
})

test("[CART-08] a yes removes the line, gives back the stock that the shopper sees, and leaves the shop's alone", async ({
  shop,
  visit,
}) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const untouched = { onHand: 5, available: 5 }
  expect(await shop.stockOf(keyboard.id)).toEqual(untouched)
  const page = await visit({ as: shopper })
  await page.clock.install()
  await page.goto(`/product/${keyboard.id}`)
  await expect(page.getByText('Stock: 3', { exact: true })).toBeVisible()
  await page.goto('/shoppingCart')
  await lineOf(page, keyboard)
    .getByRole('button', { name: `Quitar ${keyboard.name}` })
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await stopTime(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí, quitar' }).click()
  await runUntilShown(page, page.getByText('Quitado Correctamente!'))
  await expect(page.getByText('borrado')).toBeVisible()
  await page.clock.resume()
  await expect(page).toHavePath('/home')
  expect(await linesOf(shop, shopper)).toEqual([{ id: mouse.id, quantity: 3 }])
  expect(await shop.stockOf(keyboard.id)).toEqual(untouched)
  await page.goto(`/product/${keyboard.id}`)
  await expect(page.getByText('Stock: 5', { exact: true })).toBeVisible()
})

test('[CART-11] the cart filled in one browser shows in another after signing in there', async ({ shop, visit }) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto(`/product/${keyboard.id}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page).toHavePath('/home')
  await page.getByRole('button', { name: /menú/i }).click()
  await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(page).toHavePath('/')

  const other = await visit()
  await other.goto('/login')
  await other.getByLabel('Email', { exact: true }).fill(shopper.email)
  await other.getByLabel('Password', { exact: true }).fill(shopper.password)
  await other.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(other).toHavePath('/home')
  await other.goto('/shoppingCart')
  await expect(linesShown(other)).toHaveCount(2)
  await expect(lineOf(other, keyboard).getByRole('textbox')).toHaveValue('3')
  await expect(lineOf(other, mouse).getByRole('textbox')).toHaveValue('3')
})

test('[CART-12] a price that changed since shows in its line and in the subtotal', async ({ shop, visit }) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  const subtotal = amounts(page.getByRole('region', { name: 'Tu compra' }))
  await expect(subtotal).toHaveText(['$ 30,75'])
  await shop.changeProduct(keyboard.id, { price: 12.25 })
  await page.reload()
  await expect(lineOf(page, keyboard).getByText('$ 12,25 por unidad')).toBeVisible()
  await expect(lineOf(page, mouse).getByText('$ 3,25 por unidad')).toBeVisible()
  await expect(subtotal).toHaveText(['$ 34,25'])
})

test('ten quick presses are one quantity, on the page at once and then in the shop; what the shop does not take is undone and says why', async ({
  shop,
  visit,
}) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  const line = lineOf(page, keyboard)
  const more = line.getByRole('button', { name: 'Agregar uno' })
  const [quantity, subtotal] = [line.getByRole('textbox'), amounts(page.getByRole('region', { name: 'Tu compra' }))]
  await expect(quantity).toHaveValue('2')
  const release = await holdCalls(page, '/api/cart/setquantity')
  for (let presses = 0; presses < 10; presses++) await more.click()
  await expect(quantity).toHaveValue('12')
  await expect(subtotal).toHaveText(['$ 135,75'])
  await expect(page.getByRole('button', { name: 'Pagar' })).toBeDisabled()
  await release()
  await expect(page.getByRole('button', { name: 'Pagar' })).toBeEnabled()
  const rest = { id: mouse.id, quantity: 3 }
  expect(await linesOf(shop, shopper)).toEqual([{ id: keyboard.id, quantity: 12 }, rest])

  await failCalls(page, '/api/cart/setquantity', 503)
  await more.click()
  await expect(page.getByRole('main').getByText('Algo falló.')).toBeVisible()
  await expect(quantity).toHaveValue('12')
  await expect(subtotal).toHaveText(['$ 135,75'])
})

test('[STOCK-08] only a line above what can be bought says how much can', async ({ shop, visit }) => {
  const { shopper, keyboard, mouse } = await shopperWithCart(shop)
  const [other, third] = [await shop.newShopper(), await shop.addProduct({ stock: 4 })]
  await shop.addToCart(shopper, third.id, 4)
  await shop.addToCart(shopper, keyboard.id, 3)
  await shop.addToCart(other, keyboard.id, 2)
  await shop.placeOrder(other)
  const page = await visit({ as: shopper })
  await page.goto('/shoppingCart')
  await expect(lineOf(page, keyboard)).toContainText('Pediste 5 y quedan 3.')
  await expect(linesShown(page)).toHaveCount(3)
  for (const fine of [mouse, third]) await expect(lineOf(page, fine)).not.toContainText(/qued|agot/i)
})
