// Two tabs of one browser: both show the same person and the same cart, whichever of them was used.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { Person } from '#frontend/testing/shop.ts'

const menu = (page: Page) => page.getByRole('button', { name: 'Menú de usuario' })
const cart = (page: Page) => page.getByRole('link', { name: /^Carrito/ })

async function beside(page: Page, path: string): Promise<Page> {
  const second = await page.context().newPage()
  await second.goto(path)
  await expect(
    menu(second)
      .or(second.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  return second
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHavePath('/home')
}

/** The entries of the user menu, which is opened for it and closed again. */
async function expectMenu(page: Page, entries: string[]): Promise<void> {
  await expect(async () => {
    await menu(page).click()
    await expect(page.getByRole('menuitem')).toHaveText(entries, { timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
}

async function signOut(page: Page): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(page).toHavePath('/')
}

test('a sign-in, a change of the cart and a sign-out in one tab are seen in the other without a reload', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct()
  const shopper = await shop.newShopper()
  await page.goto('/home')
  const other = await beside(page, '/home')
  await expectMenu(other, ['Perfil', 'Login'])
  await signIn(page, shopper)
  await expectMenu(other, ['Perfil', 'Desloguearse'])
  await expect(cart(other)).toHaveAccessibleName('Carrito, vacío')

  await page.goto(`/product/${product.id}`)
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect(page).toHavePath('/home')
  await expect(cart(other)).toHaveAccessibleName('Carrito, 1 unidad')

  await other.goto('/perfil')
  await expect(other.getByText(shopper.email).first()).toBeVisible()
  await signOut(page)
  await expect(other).toHavePath('/login')
  await expect(other.getByText(shopper.email)).toHaveCount(0)
  await expect(other.getByRole('alertdialog')).toHaveCount(0)
})

test('another person in one tab is the same person in the other, which shows nothing of the first any more', async ({
  shop,
  visit,
}) => {
  const [first, second] = [await shop.newShopper('Primera Persona'), await shop.newShopper('Segunda Persona')]
  const [ofFirst, ofSecond] = [await shop.addProduct(), await shop.addProduct()]
  await shop.addToCart(first, ofFirst.id)
  await shop.addToCart(second, ofSecond.id)
  const page = await visit({ as: first })
  await page.goto('/home')
  const other = await beside(page, '/shoppingCart')
  await expect(other.getByRole('main').getByText(ofFirst.name).first()).toBeVisible()
  await signIn(page, second)
  await expect(other.getByRole('main').getByText(ofSecond.name).first()).toBeVisible()
  await expect(other.getByText(ofFirst.name)).toHaveCount(0)
})

test('a tab that heard nothing asks again when it is looked at, and says when its session has ended', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await page.goto('/perfil')
  await expect(page.getByText(shopper.email).first()).toBeVisible()
  const asked = callsOf(page, '/api/session').length
  await shopper.post('/api/session/end', {})
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Tu sesión ha caducado. Por favor vuelve a iniciar sesión')).toBeVisible()
  await expect(page).toHavePath('/login')
  expect(callsOf(page, '/api/session').length).toBeGreaterThan(asked)
})
