// A new password by mail, in a real browser: asked for, followed from the mailbox, set, and what can go wrong on the way.
import type { Page } from 'playwright'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const old = 'Clave-segura-1'
const chosen = 'Otra-clave-2'
const sent =
  'Mensaje enviado a su correo electrónico, por favor revise su bandeja de entrada para restablecer su contraseña.'
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const forgotten = (page: Page) => page.getByRole('button', { name: '¿Olvidaste tu contraseña?' })
const fresh = (page: Page) => page.getByLabel('Contraseña nueva', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar contraseña' })

async function askFor(page: Page, address: string): Promise<void> {
  await page.goto('/login')
  await email(page).fill(address)
  await forgotten(page).click()
  await expect(page.getByRole('alertdialog')).toHaveText(new RegExp(sent))
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

async function signIn(page: Page, address: string, password: string): Promise<void> {
  await page.goto('/login')
  await email(page).fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

const resetMailsTo = async (shop: TestShop, address: string) =>
  (await mailsTo(shop.mailboxUrl, address)).filter(({ subject }) => subject.startsWith('Restablecé'))

/** Opens the mail on the page of the mailbox, as its reader would, and returns where its button leads. */
async function linkIn(shop: TestShop, page: Page, address: string): Promise<string> {
  await expect.poll(() => resetMailsTo(shop, address)).toHaveLength(1)
  await page.goto(`${shop.mailboxUrl}/?to=${encodeURIComponent(address)}`)
  await page.getByText('Restablecé tu contraseña de GamerTech').click()
  const button = page.frameLocator('iframe').getByRole('link', { name: 'Elegir otra contraseña' })
  await expect(button).toBeVisible()
  return (await button.getAttribute('href')) ?? ''
}

/** The field says beforehand what it wants and then what is wrong with it, keeps the text and gets the focus. */
async function showWhatIsWrong(page: Page): Promise<void> {
  await expect(fresh(page)).toHaveAccessibleDescription(/Al menos 8 caracteres/)
  await fresh(page).fill('corta')
  await expect(fresh(page)).toHaveAccessibleDescription('Usá al menos 8 caracteres.')
  await save(page).click()
  await expect(fresh(page)).toBeFocused()
  await fresh(page).fill('password1')
  await save(page).click()
  await expect(fresh(page)).toHaveAccessibleDescription(/de las que todos usan/)
  await expect(fresh(page)).toHaveValue('password1')
  await expect(fresh(page)).toBeFocused()
}

test('[ACC-26] [ACC-27] the link of the mail sets a new password once, and ends the other sessions', async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit()
  await askFor(page, shopper.email)
  const link = await linkIn(shop, page, shopper.email)
  const elsewhere = await visit({ as: shopper })
  await elsewhere.goto('/perfil')
  await expect(elsewhere.getByRole('heading', { name: 'Informacion del usuario' })).toBeVisible()

  await page.goto(link)
  await showWhatIsWrong(page)
  await fresh(page).fill(chosen)
  const release = await holdCalls(page, '**/api/users/setpassword')
  const before = callsOf(page, '/api/users/setpassword').length
  for (let presses = 0; presses < 3; presses++) await fresh(page).press('Enter')
  await expect(save(page)).toBeDisabled()
  await release()
  await expect(page.getByRole('heading', { name: 'Tu contraseña ya es otra' })).toBeFocused()
  expect(callsOf(page, '/api/users/setpassword')).toHaveLength(before + 1)

  await elsewhere.getByRole('navigation', { name: 'Perfil' }).getByRole('link', { name: 'Mis compras' }).click()
  await expect(elsewhere).toHavePath('/login')
  await page.getByRole('main').getByRole('link', { name: 'Ingresar' }).click()
  await expect(page).toHavePath('/login')
  await signIn(page, shopper.email, old)
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrecto')
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHavePath('/home')

  const again = await visit()
  await again.goto(link)
  await fresh(again).fill('Tercera-clave-3')
  await save(again).click()
  await expect(again.getByRole('heading', { name: 'Este enlace no sirve' })).toBeVisible()
  await expect(again.getByText(/fue usado/)).toBeVisible()
})

test('[ACC-28] an e-mail without account gets the same alert and answer, and no mail', async ({ shop, page }) => {
  const known = await shop.newShopper()
  const answers: { status: number; body: string }[] = []
  for (const address of ['nadie.aqui@tienda.example', known.email]) {
    const answer = page.waitForResponse('**/api/users/passwordreset')
    await askFor(page, address)
    answers.push({ status: (await answer).status(), body: await (await answer).text() })
  }
  expect(answers[0]).toEqual(answers[1])
  await expect.poll(() => resetMailsTo(shop, known.email)).toHaveLength(1)
  expect(await mailsTo(shop.mailboxUrl, 'nadie.aqui@tienda.example')).toEqual([])
})

test('without an e-mail nothing is asked: the field says so and has the focus', async ({ page }) => {
  await page.goto('/login')
  for (const typed of ['', 'no es un correo']) {
    await email(page).fill(typed)
    await forgotten(page).click()
    await expect(email(page)).toHaveAccessibleDescription('¡Debes seleccionar un mail valido!')
    await expect(email(page)).toBeFocused()
    await expect(email(page)).toHaveValue(typed)
  }
  expect(callsOf(page, '/api/users')).toEqual([])
})

test('[ERR-03] a registration, a sign-out and a reset that fail are logged and said in place, by no alert and no toast', async ({
  shop,
  visit,
}) => {
  const logged = (page: Page) => consoleOf(page).filter((line) => line.startsWith('error: Falló una llamada')).length
  const saysSo = async (page: Page, place: ReturnType<Page['getByRole']>) => {
    await expect(place).toContainText(/Algo falló|No pudimos/)
    expect(logged(page)).toBeGreaterThan(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(toastsOf(page)).toEqual([])
  }
  const visitor = await visit()
  await failCalls(visitor, '**/api/users/new')
  await visitor.goto('/register')
  await visitor.getByLabel('Name', { exact: true }).fill('Ana')
  await email(visitor).fill('ana.falla@tienda.example')
  await visitor.getByLabel('Password', { exact: true }).fill(old)
  await visitor.getByRole('button', { name: 'Registrar' }).click()
  await saysSo(visitor, visitor.getByRole('status').filter({ hasText: /./ }))
  await expect(email(visitor)).toHaveValue('ana.falla@tienda.example')

  const forgetful = await visit()
  const recover = await failCalls(forgetful, '**/api/users/passwordreset', 'no-answer')
  await forgetful.goto('/login')
  await email(forgetful).fill('ana@tienda.example')
  await forgotten(forgetful).click()
  await saysSo(forgetful, forgetful.getByRole('status').filter({ hasText: /./ }))
  await recover()
  await forgotten(forgetful).click()
  await expect(forgetful.getByRole('alertdialog')).toHaveText(new RegExp(sent))

  const leaving = await visit({ as: await shop.newShopper() })
  await failCalls(leaving, '**/api/session/end')
  await leaving.goto('/home')
  await leaving.getByRole('button', { name: 'Menú de usuario' }).click()
  await leaving.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await saysSo(leaving, leaving.getByRole('menu'))
})

test("[PROF-08] 'Ajustes de acceso y seguridad' explains and sends the mail to the account's own address", async ({
  shop,
  visit,
}) => {
  const shopper = await shop.newShopper()
  const page = await visit({ as: shopper })
  await page.goto('/perfil?seccion=acceso')
  const settings = page.getByRole('region', { name: 'Ajustes de acceso y seguridad' })
  await expect(settings.getByText('••••••••')).toBeVisible()
  expect(await page.content()).not.toContain(shopper.password)
  await expect(settings.getByRole('button', { name: 'Enviar' })).toHaveCount(0)
  await settings.getByRole('button', { name: 'Cambiar' }).click()
  await expect(settings.getByText(/Te enviamos un mensaje a/)).toContainText(shopper.email)
  const release = await holdCalls(page, '**/api/users/passwordreset')
  await settings.getByRole('button', { name: 'Enviar' }).click()
  await expect(settings.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await release()
  await expect(page.getByRole('alertdialog')).toHaveText(new RegExp(sent))
  await expect.poll(() => resetMailsTo(shop, shopper.email)).toHaveLength(1)
})

test('a link that lost its end says so at once and leads to the sign-in', async ({ page }) => {
  for (const broken of ['/reset-password', '/reset-password#token=abc', '/reset-password#otra=cosa']) {
    await page.goto(broken)
    await expect(page.getByRole('heading', { name: 'Este enlace no sirve' })).toBeVisible()
    expect(callsOf(page, '/api/users')).toEqual([])
  }
  await page.getByRole('link', { name: 'Ir a Ingresar' }).click()
  await expect(page).toHavePath('/login')
})
