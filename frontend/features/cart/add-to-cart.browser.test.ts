// Putting a product into the cart from its page: how many, what is checked, and what is said.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'
import { runUntilShown, shownFor, stopTime } from '#frontend/testing/page-time.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const ADDED_LOCALLY =
  'Producto agregado al carrito. Recuerda que para poder ver tu carrito deberás registrarte o iniciar sesión.'
const ADDED = '¡Agregado correctamente!'
const NOT_ENOUGH = '¡No hay Stock suficiente!'
const quantity = (page: Page) => page.getByRole('textbox', { name: 'Cantidad' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Añadir al Carrito' })

/** Opens a product and adds as many as typed. */
async function add(page: Page, product: { id: number }, typed = '1'): Promise<void> {
  await page.goto(`/product/${product.id}`)
  await quantity(page).fill(typed)
  await addButton(page).click()
}

/** The lines that the shop has for a person, once it knows all that was done. */
async function linesOf(shop: TestShop, person: Person): Promise<unknown> {
  await shop.settled()
  return (await person.get(`/api/cart/${person.id}`)).body.productsId
}

const browserCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))

async function countBySteps(page: Page): Promise<void> {
  const fewer = page.getByRole('button', { name: 'Quitar uno' })
  await expect(quantity(page)).toHaveValue('1')
  await fewer.click({ force: true })
  await expect(quantity(page)).toHaveValue('1')
  await page.getByRole('button', { name: 'Agregar uno' }).click()
  await expect(quantity(page)).toHaveValue('2')
  await page.getByRole('button', { name: 'Agregar uno' }).click()
  await expect(quantity(page)).toHaveValue('3')
  await fewer.click()
  await expect(quantity(page)).toHaveValue('2')
}

test('[PROD-07] [PROD-16] a typed quantity is read as an integer without an upper bound, and adding takes back pagoExitoso', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper, stored: { pagoExitoso: 'true' } })
  await add(page, product, '3.9')
  await expect(page).toHavePath('/home')
  expect(await page.evaluate(() => localStorage.getItem('pagoExitoso'))).toBe('false')
  expect(await linesOf(shop, shopper)).toEqual([{ id: product.id, quantity: 3 }])
  await add(page, product, '100000')
  await expect(page).toHavePath('/home')
  expect(await linesOf(shop, shopper)).toEqual([{ id: product.id, quantity: 100_003 }])
})

test('who came from a list goes back to it as it was after adding', async ({ shop, visit }) => {
  const product = await shop.addProduct({ category: 'Quenas' })
  const page = await visit({ as: await shop.newShopper() })
  await page.goto('/home?category=Quenas&sort=price')
  await page.getByRole('article').getByRole('link', { name: 'Detalle' }).click()
  await expect(page).toHavePath(`/product/${product.id}`)
  await addButton(page).click()
  await expect(page).toHaveURL('/home?category=Quenas&sort=price')
})

test('[PROD-07] before the cart is known more of what is in it is not refused', async ({ shop, visit }) => {
  const product = await shop.addProduct({ stock: 5 })
  const shopper = await shop.newShopper()
  await shop.addToCart(shopper, product.id)
  const page = await visit({ as: shopper })
  const release = await holdCalls(page, `**/api/cart/${shopper.id}`)
  await add(page, product, '100')
  await expect(page).toHavePath('/home')
  expect(await linesOf(shop, shopper)).toEqual([{ id: product.id, quantity: 101 }])
  await release()
})

test('[PROD-08] adding makes a line in the cart, says so for 1500 ms and leads to /home', async ({ shop, visit }) => {
  const product = await shop.addProduct({ stock: 5 })
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.clock.install()
  await page.goto(`/product/${product.id}`)
  await quantity(page).fill('2')
  await expect(addButton(page)).toBeEnabled()
  await stopTime(page)
  await addButton(page).click()
  const shown = await shownFor(page, page.getByText(ADDED))
  expect(shown).toBeGreaterThan(1200)
  expect(shown).toBeLessThan(1800)
  await expect(page).toHavePath('/home')
  expect(await linesOf(shop, shopper)).toEqual([{ id: product.id, quantity: 2 }])
})

test('[PROD-09] [PROD-10] what lies in the cart is taken from the stock shown, not from the stock, and grows past it without a warning', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 5 })
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await add(page, product, '2')
  await expect.poll(() => toastsOf(page)).toEqual([ADDED])
  await expect(page).toHavePath('/home')
  await page.goto(`/product/${product.id}`)
  await expect(page.getByText('Stock: 3', { exact: true })).toBeVisible()
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 5, available: 5 })
  const other = await visit()
  await other.goto(`/product/${product.id}`)
  await expect(other.getByText('Stock: 5', { exact: true })).toBeVisible()
  await quantity(page).fill('9')
  await addButton(page).click()
  await expect.poll(() => toastsOf(page)).toEqual([ADDED, ADDED])
  expect(await linesOf(shop, shopper)).toEqual([{ id: product.id, quantity: 11 }])
})

test('[PROD-11] more than the stock of a product that is not in the cart is refused', async ({ shop, visit }) => {
  const product = await shop.addProduct({ stock: 5 })
  const shopper = await shop.newShopper()
  for (const as of [shopper, undefined]) {
    const page = await visit(as && { as })
    await page.clock.install()
    await page.goto(`/product/${product.id}`)
    await quantity(page).fill('6')
    await expect(addButton(page)).toBeEnabled()
    await stopTime(page)
    await addButton(page).click()
    await expect(quantity(page)).toHaveAccessibleDescription('Pediste 6 y quedan 5.')
    const warning = page.getByRole('listitem').filter({ hasText: NOT_ENOUGH })
    await runUntilShown(page, warning)
    const { x = 0, y = 0, width = 0 } = (await warning.boundingBox()) ?? {}
    expect(x).toBeGreaterThan(1280 / 2)
    expect(1280 - x - width).toBeLessThan(50)
    expect(y).toBeLessThan(800 / 4)
    await expect(page).toHavePath(`/product/${product.id}`)
    expect(await browserCart(page)).toBeNull()
  }
  expect(await linesOf(shop, shopper)).toEqual([])
})

test('a visitor’s cart takes as many products as an account’s, and of those in it more units', async ({
  shop,
  visit,
}) => {
  const [fresh, known] = [await shop.addProduct({ stock: 9 }), await shop.addProduct({ stock: 9 })]
  const productsId = Array.from({ length: 99 }, (_, nth) => ({ id: 900_000 + nth, quantity: 1 }))
  const cart = { userId: 0, productsId: [...productsId, { id: known.id, quantity: 1 }], mergeId: '' }
  const page = await visit({ stored: { cart: JSON.stringify(cart) } })
  await add(page, fresh)
  await expect(page.getByText('Tu carrito está completo')).toBeVisible()
  expect(await browserCart(page)).toEqual(cart)
  await add(page, known)
  await expect(page.getByRole('alertdialog', { name: ADDED_LOCALLY })).toBeVisible()
  expect(await browserCart(page)).toMatchObject({ productsId: [...productsId, { id: known.id, quantity: 2 }] })
})

test('[PROD-06] [PROD-12] [PROD-13] [STOR-03] the quantity starts at 1 and never goes below; what a visitor adds is told and goes into the browser cart, twice as one line, with userId 0, and survives a reload', async ({
  shop,
  page,
}) => {
  const [first, second] = [await shop.addProduct({ stock: 5 }), await shop.addProduct({ stock: 5 })]
  await page.goto(`/product/${first.id}`)
  await countBySteps(page)
  await quantity(page).fill('1')
  await addButton(page).click()
  await expect(page.getByRole('alertdialog', { name: ADDED_LOCALLY })).toBeVisible()
  expect(await browserCart(page)).toMatchObject({ userId: 0, productsId: [{ id: first.id, quantity: 1 }] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
  for (const [product, typed] of [
    [first, '1'],
    [second, '3'],
  ] as const) {
    await add(page, product, typed)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
  }
  const productsId = [
    { id: first.id, quantity: 2 },
    { id: second.id, quantity: 3 },
  ]
  const kept = await browserCart(page)
  expect(kept).toMatchObject({ userId: 0, productsId })
  await page.reload()
  await expect(page.getByText('Stock: 2', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito, 5 unidades' })).toBeVisible()
  expect(await browserCart(page)).toEqual(kept)
})

test('[PROD-14] a shopper who was banned meanwhile adds nothing and is signed out', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.goto(`/product/${product.id}`)
  await expect(addButton(page)).toBeEnabled()
  await expect.poll(() => callsOf(page, '/api/cart').map(({ status }) => status)).toEqual([200])
  await shop.ban(shopper)
  await addButton(page).click()
  await expect(page).toHavePath('/banned-user')
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  expect(toastsOf(page)).toEqual([])
  expect((await shopper.get(`/api/cart/${shopper.id}`)).status).toBe(401)
  expect((await shop.core.store.readStreams([`cart-${shopper.id}`])).get(`cart-${shopper.id}`) ?? []).toEqual([])
})
