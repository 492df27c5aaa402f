// The page of a suspended account, with the support address that the operator set, and how a suspension leads there.
import type { Page } from 'playwright'
import { pngOf } from '#backend/testing/picture-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, quiet } from '#frontend/testing/network.ts'
import type { Person } from '#frontend/testing/shop.ts'

test('[BAN-01] [ENV-09] it says what a suspension means and whom to write to, as the contact page does', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop({ SUPPORT_EMAIL: 'ayuda@tienda.example' })
  const page = await visit({ shop })
  await page.goto('/banned-user')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta fue suspendida temporalmente')
  await expect(main).toContainText('no podrás usar las funciones de tu cuenta')
  await expect(main).toContainText('comunicate con nuestro equipo de soporte: ayuda@tienda.example.')
  const address = main.getByRole('link', { name: 'ayuda@tienda.example' })
  await expect(address).toHaveAttribute('href', 'mailto:ayuda@tienda.example')
  await page.goto('/contact')
  await expect(address).toHaveAttribute('href', 'mailto:ayuda@tienda.example')
})

const title = (page: Page) => page.getByRole('heading', { name: 'Tu cuenta fue suspendida temporalmente' })
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage))
const details = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Detalle' })

test('[BAN-02] [BAN-03 partial] a suspension ends the session at the next call, is told once, and leaves a visitor', async ({
  shop,
  visit,
}) => {
  await shop.addProduct()
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Menú de usuario' })).toBeVisible()
  await shop.ban(shopper)
  await details(page).first().click()
  await expect(page).toHavePath('/banned-user')
  await expect(title(page)).toBeVisible()
  expect(await stored(page)).toEqual([])
  expect((await shopper.get(`/api/cart/${shopper.id}`)).status).toBe(401)

  await page.getByRole('link', { name: 'Salir' }).click()
  await expect(page).toHavePath('/')
  await expect(page.getByRole('heading', { name: 'Bienvenidos a GamerTech' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Ver productos' }).click()
  await expect(page).toHavePath('/home')
  await details(page).first().click()
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page.getByText('Recuerda que para poder ver tu carrito')).toBeVisible()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Calls that a page makes, one of each kind. */
const kindsOfCalls: { from: string; call: RegExp; act: (page: Page) => Promise<unknown> }[] = [
  {
    from: '/home', // reads what everybody may
    call: /^GET .api.catalogue\?q=mouse/,
    act: (page) => page.getByRole('combobox', { name: 'Buscar productos' }).fill('mouse'),
  },
  {
    from: '/perfil', // reads its own
    call: /^GET .api.purchase.\d+/,
    act: (page) => page.getByRole('navigation', { name: 'Perfil' }).getByRole('link', { name: 'Mis compras' }).click(),
  },
  { from: '/shoppingCart', call: /^POST .api.cart./, act: (page) => press(page, 'Agregar uno') },
  { from: '/shoppingCart', call: /^POST .api.payment.create_preference$/, act: (page) => press(page, 'Pagar') },
  {
    from: '/perfil', // sends a file
    call: /^POST .api.users.\d+.avatar$/,
    act: async (page) => {
      await press(page, 'Cambiar')
      const file = { name: 'yo.png', mimeType: 'image/png', buffer: Buffer.from(await pngOf('#c81e4a')) }
      await page.getByLabel('Imagen de perfil').setInputFiles(file)
      await press(page, 'Subir Imagen')
    },
  },
  {
    from: '/perfil?seccion=otros',
    call: /^GET .api.users.\d+.data$/,
    act: (page) => press(page, 'Descargar mis datos'),
  },
]

test('[BAN-03] whatever an open page asks next after a suspension, it signs out, forgets everything and says so', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  for (const { from, call, act } of kindsOfCalls) {
    const shopper = await shop.newShopper()
    await shop.addToCart(shopper, product.id)
    const page = await visit({ as: shopper })
    await page.goto(from)
    await expect.poll(() => stored(page)).toContain('id')
    await quiet(page)
    const before = callsOf(page).length
    await shop.ban(shopper)
    await act(page)
    await expect(title(page)).toBeVisible()
    await expect(page).toHavePath('/banned-user')
    const [next] = callsOf(page).slice(before)
    expect(`${next?.method} ${next?.path}`).toMatch(call)
    expect(next?.status).toBe(403)
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    expect((await shopper.get('/api/session')).body.user).toBeNull()
    await page.close()
  }
})

/** As if this suspended person had opened the shop in the profile before. */
async function returnAs(page: Page, { jar, id }: Person): Promise<void> {
  const url = new URL(page.url()).origin
  await page.context().addCookies([...jar].map(([name, value]) => ({ name, value, url, httpOnly: true })))
  await page.evaluate((given) => Object.assign(localStorage, given), {
    ...{ id: String(id), vrfd: 'true', isAuthenticated: 'true', changeRolAttempts: '3' },
    marcaTiempoLogin: new Date().toISOString(),
  })
}

test('a suspended shopper who opens any page anew is told so, and may then look at the shop', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const page = await visit()
  await page.goto('/about')
  for (const path of ['/home', `/product/${product.id}`, '/shoppingCart', '/perfil', '/orders']) {
    const shopper = await shop.newShopper()
    await shop.ban(shopper)
    await returnAs(page, shopper)
    await page.goto(path)
    await expect(title(page)).toBeVisible()
    expect(await stored(page)).toEqual([])
    await page.goto('/home')
    await expect(details(page).first()).toBeVisible()
    await expect(page).toHavePath('/home')
  }
})
