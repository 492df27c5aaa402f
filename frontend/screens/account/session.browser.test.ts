// How a session begins, what the browser remembers of it, and how it ends.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { tabTo, typeInto } from '#frontend/testing/keyboard.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'
import { shownFor, stopTime } from '#frontend/testing/page-time.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const password = 'Clave-segura-1'
const ended = 'Tu sesión ha caducado. Por favor vuelve a iniciar sesión'
const emailField = (page: Page) => page.getByLabel('Email', { exact: true })
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const stored = (page: Page) =>
  page.evaluate((): Record<string, string> => Object.fromEntries(Object.entries(localStorage)))
const remember = (page: Page, entries: Record<string, string>) =>
  page.evaluate((given) => Object.assign(localStorage, given), entries)
const minutesAgo = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(secret)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

async function readAndMask(page: Page): Promise<void> {
  await passwordField(page).fill('secreto')
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await expect(passwordField(page)).toHaveValue('secreto')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
  await expect(passwordField(page)).toHaveValue('secreto')
}

/** The browser itself stops what cannot be a sign-in. */
async function tryImpossible(page: Page): Promise<void> {
  const attempts: [string, string, (page: Page) => ReturnType<Page['getByLabel']>][] = [
    ['', password, emailField],
    ['no es un correo', password, emailField],
    ['ana@tienda.example', '', passwordField],
  ]
  for (const [email, secret, wrong] of attempts) {
    await signIn(page, email, secret)
    expect(await wrong(page).evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
    await expect(wrong(page)).toBeFocused()
    expect(callsOf(page, '/api/users')).toEqual([])
    await expect(page).toHavePath('/login')
  }
}

/** A wrong password and an unknown e-mail get the same answer, and the form keeps what was typed. */
async function tryWrong(page: Page, email: string): Promise<void> {
  for (const [address, secret] of [
    [email, 'Otra-clave-2'],
    ['nadie@tienda.example', password],
  ] as const) {
    await page.goto('/login')
    await signIn(page, address, secret)
    await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrecto')
    await expect(page).toHavePath('/login')
    await expect(emailField(page)).toHaveValue(address)
    expect(await stored(page)).toMatchObject({ isAuthenticated: 'false' })
    expect(toastsOf(page)).toEqual([])
    // It stays until another attempt says something else.
    await passwordField(page).fill('todavía otra')
    await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrecto')
  }
}

test('[ACC-11] [ACC-12] [ACC-14] [STOR-01 partial] the password can be read and masked; what cannot be a sign-in and what is wrong is stopped and said; a sign-in greets, leads to the catalogue, and is remembered', async ({
  shop,
  page,
}) => {
  const { id, email } = await shop.newShopper()
  await page.goto('/login')
  await readAndMask(page)
  await tryImpossible(page)
  await tryWrong(page, email)
  const answer = page.waitForResponse('**/api/users/verifyuser')
  await signIn(page, email, password)
  const { marcaTiempoLogin } = await (await answer).json()
  await expect(page).toHavePath('/home')
  await expect.poll(() => toastsOf(page)).toEqual(['¡Bienvenido!'])
  expect(await stored(page)).toEqual({
    id: String(id),
    isAuthenticated: 'true',
    marcaTiempoLogin,
    vrfd: 'true',
    changeRolAttempts: '3',
  })
})

test('[ACC-13] the greeting is there for 1500 ms, and leads a user to the catalogue and an admin to the panel', async ({
  shop,
  visit,
}) => {
  const places = [
    [await shop.newShopper(), '/home'],
    [await shop.newAdmin(), '/controlPanel'],
  ] as const
  for (const [{ email }, path] of places) {
    const page = await visit()
    await page.clock.install()
    await page.goto('/login')
    await stopTime(page)
    await signIn(page, email, password)
    const shown = await shownFor(page, page.getByText('¡Bienvenido!'))
    expect(shown).toBeGreaterThan(1200)
    expect(shown).toBeLessThan(1800)
    await expect(page).toHavePath(path)
  }
})

/** Opening the sign-in resets what the browser remembers of a session. */
async function openSignIn(page: Page): Promise<void> {
  const before = Date.now()
  await page.goto('/login')
  await expect(emailField(page)).toBeVisible()
  const { isAuthenticated, marcaTiempoLogin = '', ...rest } = await stored(page)
  expect(isAuthenticated).toBe('false')
  expect(Date.parse(marcaTiempoLogin)).toBeGreaterThanOrEqual(before - 1000)
  expect(Date.parse(marcaTiempoLogin)).toBeLessThanOrEqual(Date.now() + 1000)
  expect(rest).not.toHaveProperty('id')
}

test('[ACC-20] [ACC-21] [STOR-04] a reload at 29 minutes goes on, at 30 the session is over, and opening the sign-in forgets it', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper, stored: { marcaTiempoLogin: minutesAgo(new Date(), 29) } })
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Menú de usuario' })).toBeVisible()
  await page.getByRole('button', { name: 'Menú de usuario' }).click()
  await expect(page.getByRole('menuitem', { name: 'Desloguearse' })).toBeVisible()
  await expect(page.getByText(ended)).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const remembered = await stored(page)
  await openSignIn(page)

  await remember(page, { ...remembered, marcaTiempoLogin: minutesAgo(new Date(), 30) })
  const before = Date.now()
  await page.goto('/home')
  await expect(page.getByText(ended)).toBeVisible()
  await expect(page).toHavePath('/login')
  const { isAuthenticated, marcaTiempoLogin = '' } = await stored(page)
  expect(isAuthenticated).toBe('false')
  expect(Date.parse(marcaTiempoLogin)).toBeGreaterThanOrEqual(before - 1000)
})

test('[T28 partial] [STOR-08] a login moment moved into the future does not outlive the session', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  const shopper = await shop.newShopper()
  shop.passMinutes(30)
  const page = await visit({ shop, as: shopper, stored: { marcaTiempoLogin: minutesAgo(new Date(), -60) } })
  await page.goto('/shoppingCart')
  await expect(page).toHavePath('/login')
  expect((await shopper.get(`/api/cart/${shopper.id}`)).status).toBe(401)
})

test('[ACC-22] signing out closes the menu, clears the browser, and ends the session', async ({ shop, visit }) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper, stored: { pagoExitoso: 'false' } })
  await page.goto('/home')
  await page.evaluate(() => sessionStorage.setItem('rest', 'x'))
  await page.getByRole('button', { name: 'Menú de usuario' }).click()
  await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(page).toHavePath('/')
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await stored(page)).toEqual({})
  expect(await page.evaluate(() => sessionStorage.getItem('rest'))).toBeNull()
  const old = await shopper.get(`/api/cart/${shopper.id}`)
  expect(old).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('[STOR-07] what a visitor writes into the storage opens nothing', async ({ shop, visit }) => {
  const other = await shop.newShopper('Persona Ajena')
  const product = await shop.addProduct()
  await shop.addToCart(other, product.id)
  const claims = {
    id: String(other.id),
    isAuthenticated: 'true',
    vrfd: 'true',
    marcaTiempoLogin: minutesAgo(new Date(), 1),
  }
  const page = await visit({ stored: claims })
  for (const path of ['/shoppingCart', '/perfil', '/orders', '/order/1', `/productCart/${product.id}`]) {
    await page.goto(path)
    await expect(page).toHavePath('/login')
    await expect(page.getByText('Persona Ajena')).toHaveCount(0)
    await expect(page.getByText(other.email)).toHaveCount(0)
    // Everybody may read who sells.
    for (const { path: asked, status } of callsOf(page))
      if (!asked.startsWith('/api/session') && asked !== '/api/shop') expect([asked, status]).toEqual([asked, 401])
    await remember(page, claims)
  }
  await page.goto('/about')
  for (const path of [`/api/cart/${other.id}`, `/api/users/${other.id}`, `/api/purchase/${other.id}`])
    expect((await page.request.get(path)).status()).toBe(401)
})

test('[ACC-25] what a browser cart holds that cannot be sold is dropped and named', async ({ shop, visit }) => {
  const [kept, gone] = [await shop.addProduct(), await shop.addProduct()]
  await shop.changeProduct(gone.id, { isActive: false })
  const lines = [
    { id: kept.id, quantity: 3 },
    { id: gone.id, quantity: 1 },
    { id: 999_999, quantity: 1 },
  ]
  const { email } = await shop.newShopper()
  const page = await visit({ stored: { cart: JSON.stringify({ userId: 0, productsId: lines, mergeId: '' }) } })
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page).toHavePath('/home')
  const notice = page.getByText(`Producto Nº ${gone.id}, Producto Nº 999999`)
  await expect(notice).toBeVisible()
  await page.goto('/shoppingCart')
  await expect(page.getByRole('main').getByRole('link', { name: kept.name, exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(gone.name)).toHaveCount(0)
})

/** The session ends on the server; the page learns of it by what `act` does, and leads to the sign-in. */
async function endIn(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.context().clearCookies({ name: 'sid' })
  await act()
  await expect(page.getByText(ended)).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHavePath('/login')
}

const drafts = (page: Page) =>
  page.evaluate(() =>
    ['name', 'address', 'message', 'delivery'].filter(
      (key) => (sessionStorage[key] ?? localStorage[key]) !== undefined,
    ),
  )

test('what was typed in the profile, for a delivery or to the shop is still there after the sign-in that a session’s end asks for', async ({
  shop,
  visit,
}) => {
  const [owner, other] = [await shop.newShopper('Ana Primera'), await shop.newShopper()]
  await shop.addToCart(owner, (await shop.addProduct({ stock: 5 })).id)
  const page = await visit({ as: owner })
  const name = page.getByLabel('Nombre', { exact: true })
  const street = page.getByLabel('Calle y número')
  const message = page.getByLabel('Mensaje', { exact: true })
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await name.fill('Ana Segunda')
  await page.getByRole('button', { name: 'Agregar una dirección' }).click()
  await street.fill('Mitre 123')
  await endIn(page, () => page.getByRole('button', { name: 'Modificar' }).click())
  await signIn(page, owner.email, password)
  await expect(page).toHavePath('/perfil')
  await expect(name).toHaveValue('Ana Segunda')
  await expect(street).toHaveValue('Mitre 123')
  await page.getByRole('button', { name: 'Modificar' }).click()
  await expect(page.getByRole('definition').first()).toHaveText('Ana Segunda')
  expect(await drafts(page)).toEqual(['address'])

  await page.goto('/shoppingCart')
  await page.getByRole('radio', { name: /Envío/ }).check()
  await street.fill('Sarmiento 9')
  await endIn(page, () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))))
  await signIn(page, owner.email, password)
  await expect(street).toHaveValue('Sarmiento 9')

  await page.goto('/contact')
  await message.fill('¿Llega el martes?')
  await endIn(page, () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))))
  await signIn(page, other.email, password)
  await expect(page).toHavePath('/contact')
  await expect(name).toHaveValue(other.name)
  await expect(message).toHaveValue('')
  expect(await drafts(page)).toEqual([])
})

test('who signs out in another tab leaves nothing of what they were typing in this one', async ({ shop, visit }) => {
  const page = await visit({ as: await shop.newShopper() })
  await page.goto('/contact')
  const message = page.getByLabel('Mensaje', { exact: true })
  await message.fill('Es un secreto.')
  expect(await drafts(page)).toEqual(['message'])
  const beside = await page.context().newPage()
  await beside.goto('/home')
  await beside.getByRole('button', { name: 'Menú de usuario' }).click()
  await beside.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(message).toHaveValue('')
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
  expect(await drafts(page)).toEqual([])
})

/** Presses Enter again and again while the answer is under way; the result says that the shop was asked once. */
async function enterOnce(page: Page, call: string): Promise<() => void> {
  const answer = await holdCalls(page, `**${call}`)
  const before = callsOf(page, call).length
  await page.keyboard.press('Enter')
  await expect.poll(() => callsOf(page, call).length).toBe(before + 1)
  for (let again = 0; again < 3; again++) await page.keyboard.press('Enter')
  await answer()
  return () => expect(callsOf(page, call)).toHaveLength(before + 1)
}

test('an account, another name, a reset mail and a sign-in are had by keyboard alone; on a slow network each is asked for once', async ({
  page,
}) => {
  const email = `teclado.${Date.now()}@gamertech.test`
  await page.goto('/register')
  await typeInto(page, 'Name', 'Ana Teclado')
  await typeInto(page, 'Email', email)
  await typeInto(page, 'Password', password)
  const registered = await enterOnce(page, '/api/users/new')
  await expect(page).toHavePath('/home')
  registered()

  await page.goto('/perfil')
  await tabTo(page, page.getByRole('button', { name: 'Cambiar', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  const renamed = await enterOnce(page, '/api/users/modifyuser')
  await expect(page.getByRole('definition').first()).toHaveText('Ana Teclado!')
  renamed()

  await page.goto('/login')
  await typeInto(page, 'Email', email)
  await tabTo(page, page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }))
  const asked = await enterOnce(page, '/api/users/passwordreset')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' })).toBeFocused()
  asked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, passwordField(page))
  await page.keyboard.type(password)
  const entered = await enterOnce(page, '/api/users/verifyuser')
  await expect(page).toHavePath('/home')
  entered()
})
