// Creating an account, in a real browser.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls } from '#frontend/testing/network.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const password = 'Clave-segura-1'
const newEmail = () => `${randomUUID()}@tienda.example`
const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const emailField = (page: Page) => page.getByLabel('Email', { exact: true })
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Registrar' })

async function fill(page: Page, fields: { name?: string; email: string }): Promise<void> {
  await nameField(page).fill(fields.name ?? 'José Ñandú')
  await emailField(page).fill(fields.email)
  await passwordField(page).fill(password)
}

/** Each field says in its own words what is wrong with it. */
async function fillWrong(page: Page): Promise<void> {
  await page.goto('/register')
  await nameField(page).fill('A')
  await nameField(page).fill('')
  await expect(nameField(page)).toHaveAccessibleDescription('¡Debes poner tu nombre!.')
  await nameField(page).fill('Ana3')
  await expect(nameField(page)).toHaveAccessibleDescription('¡Solo letras y espacios!')
  await nameField(page).fill('José Ñandú')
  await expect(nameField(page)).toHaveAccessibleDescription('')

  await expect(passwordField(page)).toHaveAccessibleDescription(/Al menos 8 caracteres/)
  await passwordField(page).fill('1234567')
  await expect(passwordField(page)).toHaveAccessibleDescription('Usá al menos 8 caracteres.')
  await passwordField(page).fill('')
  await expect(passwordField(page)).toHaveAccessibleDescription('¡Debes seleccionar una contraseña!')

  await emailField(page).fill('a')
  await emailField(page).fill('')
  await expect(emailField(page)).toHaveAccessibleDescription('¡Debes seleccionar un mail valido!')
  await emailField(page).fill('a@b')
  await expect(emailField(page)).toHaveAccessibleDescription('')
}

/** An error follows each keystroke, and 'Registrar' is there only while no field has one. */
async function typeByKeys(page: Page): Promise<void> {
  await page.goto('/register')
  await expect(submit(page)).toBeVisible()
  await nameField(page).pressSequentially('An')
  await expect(submit(page)).toBeVisible()
  for (const [key, message] of [
    ['4', '¡Solo letras y espacios!'],
    ['Backspace', ''],
    ['Backspace', ''],
    ['Backspace', '¡Debes poner tu nombre!.'],
    ['B', ''],
  ] as const) {
    await nameField(page).press(key)
    await expect(nameField(page)).toHaveAccessibleDescription(message)
    await expect(submit(page)).toBeVisible({ visible: message === '' })
  }
  await passwordField(page).fill(password)
  await expect(submit(page)).toBeVisible()
  await passwordField(page).fill('12345678')
  await passwordField(page).press('Backspace')
  await expect(submit(page)).toBeHidden()
  await nameField(page).fill('B4')
  await passwordField(page).press('x')
  await expect(submit(page)).toBeHidden()
  await nameField(page).fill('B')
  await expect(submit(page)).toBeVisible()
}

test("[ACC-01] [ACC-02] [ACC-03] [ACC-04] [ACC-05] [ACC-06] the form has three fields, a button, and a way to sign in instead; each field says what is wrong with it at each keystroke, and 'Registrar' is there only while none is", async ({
  page,
}) => {
  await fillWrong(page)
  await typeByKeys(page)
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crear cuenta')
  await expect(nameField(page)).toBeVisible()
  await expect(emailField(page)).toBeVisible()
  await expect(passwordField(page)).toBeVisible()
  await expect(submit(page)).toBeVisible()
  await page.getByRole('link', { name: 'Ingresar' }).click()
  await expect(page).toHavePath('/login')
})

test('[ACC-07] a form with a field never filled is not sent', async ({ page }) => {
  const empty: [string, (page: Page) => Promise<void>][] = [
    ['name', (form) => nameField(form).fill('Ana')],
    ['email', (form) => emailField(form).fill('ana@tienda.example')],
    ['password', (form) => passwordField(form).fill(password)],
  ]
  for (const [round, [left]] of empty.entries()) {
    await page.goto('/register')
    for (const [name, write] of empty) if (name !== left) await write(page)
    await submit(page).click()
    await expect.poll(() => toastsOf(page)).toEqual(Array(round + 1).fill('¡Debes completar toda la informacion!'))
    expect(callsOf(page, '/api/users')).toEqual([])
    await expect(page).toHavePath('/register')
  }
})

test('[ACC-08] an account is made and signed in, and nothing keeps the password', async ({ shop, page }) => {
  const email = newEmail()
  await page.goto('/register')
  await fill(page, { email })
  await submit(page).click()
  await expect(page).toHavePath('/home')
  await expect.poll(() => toastsOf(page)).toContain('¡Cuenta creada correctamente!')

  const stored = await page.evaluate(() =>
    Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  )
  expect(stored).toMatchObject({ isAuthenticated: 'true', vrfd: 'true' })
  expect(JSON.stringify(stored)).not.toContain(password)
  const account = await page.request.get(`/api/users/${stored.id}`)
  expect(await account.json()).toMatchObject({ name: 'José Ñandú', email, isActive: true, isAdmin: false })
  await page.getByRole('button', { name: 'Menú de usuario' }).click()
  await expect(page.getByRole('menu')).toContainText('José Ñandú')
  await expect(page.getByRole('menu')).toContainText(email)
  expect(await page.content()).not.toContain(password)

  await shop.settled()
  await page.goBack()
  await expect(page).toHavePath('/register')
  for (const field of [nameField(page), emailField(page), passwordField(page)]) await expect(field).toHaveValue('')
})

test('[ACC-09] an e-mail in use makes no second account, says so at its field and offers to sign in', async ({
  shop,
  page,
}) => {
  const { email } = await shop.newShopper('Dueña del Correo')
  const head = await shop.core.store.head()
  await page.goto('/register')
  await fill(page, { email, name: 'Otra Persona' })
  await submit(page).click()
  await expect(emailField(page)).toHaveAccessibleDescription(
    /No pudimos crear la cuenta: ese correo ya está registrado/,
  )
  await expect(emailField(page)).toHaveValue(email)
  await expect(emailField(page)).toBeFocused()
  await expect(nameField(page)).toHaveValue('Otra Persona')
  await expect(page).toHavePath('/register')
  expect(consoleOf(page).filter((line) => line.includes('Falló una llamada'))).toHaveLength(1)
  expect(await shop.core.store.head()).toBe(head)
  await page.getByRole('main').getByRole('link', { name: 'Ingresar' }).click()
  await expect(page).toHavePath('/login')
})

test('a password that everybody uses is refused beside its field, which keeps the focus and the text', async ({
  page,
}) => {
  await page.goto('/register')
  await fill(page, { email: newEmail() })
  await passwordField(page).fill('qwerty123')
  await submit(page).click()
  await expect(passwordField(page)).toHaveAccessibleDescription(/de las que todos usan/)
  await expect(passwordField(page)).toBeFocused()
  await expect(passwordField(page)).toHaveValue('qwerty123')
  await passwordField(page).fill(password)
  await expect(passwordField(page)).toHaveAccessibleDescription(/Al menos 8 caracteres/)
  await submit(page).click()
  await expect(page).toHavePath('/home')
})

test('[ACC-23 partial] [ACC-24] a browser cart goes with the new account; a merge that fails spoils nothing', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const cart = JSON.stringify({ userId: 0, productsId: [{ id: product.id, quantity: 2 }], mergeId: randomUUID() })
  const page = await visit({ stored: { cart } })
  await page.goto('/register')
  await fill(page, { email: newEmail() })
  await submit(page).click()
  await expect(page).toHavePath('/home')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  const id = await page.evaluate(() => Number(localStorage.getItem('id')))
  const merge = { body: { userId: id, productsId: [{ id: product.id, quantity: 2 }] }, status: 200 }
  await expect.poll(() => callsOf(page, '/api/cart/addcartfromlocalstorage')[0]).toMatchObject(merge)
  await page.getByRole('link', { name: /carrito/i }).click()
  await expect(page.getByRole('main').getByRole('link', { name: product.name, exact: true })).toBeVisible()

  const { email } = await shop.newShopper()
  const other = await visit({ stored: { cart } })
  await failCalls(other, '**/api/cart/addcartfromlocalstorage')
  await other.goto('/login')
  await emailField(other).fill(email)
  await passwordField(other).fill(password)
  await other.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(other).toHavePath('/home')
  await expect.poll(() => toastsOf(other)).toEqual(['¡Bienvenido!'])
  expect(consoleOf(other).some((line) => line.startsWith('error: ') && line.includes('carrito'))).toBe(true)
  await expect(other.getByRole('alert')).toHaveCount(0)
})
