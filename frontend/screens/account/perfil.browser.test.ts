// The profile in a real browser.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { pngOf } from '#backend/testing/picture-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdAnswers, holdCalls, quiet, refuseField } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { clientOf } from '#scripts/testing/client.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openSection = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Perfil' }).getByRole('link', { name }).click()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const upload = (page: Page) => button(page, 'Subir Imagen')
const file = (page: Page) => page.getByLabel('Imagen de perfil')
/** What the side menu shows of the user. */
const avatar = (page: Page) => page.getByRole('navigation', { name: 'Perfil' }).locator('img')
const shownAt = async (page: Page) => (await avatar(page).getAttribute('src')) ?? ''
const png = async (colour: string) => ({
  name: 'yo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await pngOf(colour)),
})

async function acceptAlert(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alertdialog')).toHaveText(new RegExp(text))
  await button(page, 'Aceptar').click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Presses the button, with nothing, with a wrong password and away by Escape before it is meant. */
async function confirmErasure(page: Page, person: Person): Promise<void> {
  await button(page, 'Eliminar mi cuenta').click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  const password = dialog.getByLabel('Tu contraseña', { exact: true })
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(password).toHaveAccessibleDescription('Escribila para confirmar.')
  await expect(password).toBeFocused()
  await password.fill('no es esta')
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(password).toHaveAccessibleDescription('No es la contraseña de tu cuenta.')
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('no es esta')
  expect((await person.get('/api/session')).body.user.id).toBe(person.id)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Eliminar mi cuenta')).toBeFocused()
  await button(page, 'Eliminar mi cuenta').press('Enter')
  await password.fill(person.password)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
}

test('[ROLE-03] /perfil by its address asks a visitor to sign in and shows no profile', async ({ page }) => {
  await page.goto('/perfil')
  await expect.poll(() => toastsOf(page)).toContain('¡Primero debes iniciar sesión!')
  await expect(page).toHaveURL('/login?redirect=%2Fperfil')
  await expect(page.getByText('Informacion del usuario')).toBeHidden()
})

test('[PROF-01] [PROF-10] the menu has the avatar and the four sections, which the address names', async ({
  shop,
  visit,
}) => {
  const page = await visit({ as: await shop.newShopper() })
  await page.goto('/perfil')
  await expect(avatar(page)).toBeVisible()
  const titles = ['Informacion del usuario', 'Ajustes de acceso y seguridad', 'Mis compras', 'Otros ajustes']
  await expect(page.getByRole('navigation', { name: 'Perfil' }).getByRole('link')).toHaveText(titles)
  await expect(section(page, 'Informacion del usuario')).toBeVisible()
  for (const title of titles.slice(1)) {
    await openSection(page, title)
    await expect(section(page, title).getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
  }
  await expect(page).toHaveURL('/perfil?seccion=otros')
  await page.goBack()
  await expect(section(page, 'Mis compras').getByText('No hay compras')).toBeVisible()
  await page.goto('/perfil?seccion=nada')
  await expect(section(page, 'Informacion del usuario')).toBeVisible()
})

/** What is wrong with a name is said beside it by the page and by the shop; the field has the focus and keeps the text. */
async function refuseNames(page: Page, name: Locator): Promise<void> {
  await name.fill('  ')
  await button(page, 'Modificar').click()
  await expect(name).toHaveAccessibleDescription('¡Debes poner tu nombre!.')
  await expect(name).toBeFocused()
  await name.fill('Ana Rechazada')
  await refuseField(page, '**/api/users/modifyuser', 'name', 'Ese nombre no puede ser.')
  await button(page, 'Modificar').click()
  await expect(name).toHaveAccessibleDescription('Ese nombre no puede ser.')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Ana Rechazada')
}

test('[PROF-02] [PROF-03] the name is changed in its place, of any length, and nothing else can be', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper('Ana Primera')
  const page = await visit({ as: person })
  await page.goto('/perfil')
  const data = section(page, 'Informacion del usuario')
  const beside = await page.context().newPage()
  await beside.goto('/perfil')
  await expect(section(beside, 'Informacion del usuario')).toContainText('Ana Primera')
  await expect(data).toContainText('Ana Primera')
  await expect(data).toContainText(person.email)
  for (const name of ['Ñ', 'n'.repeat(200), 'Ana Otra']) {
    await button(page, 'Cambiar').click()
    await expect(data.getByRole('textbox')).toHaveCount(1)
    await expect(data.getByLabel('Nombre')).toBeFocused()
    await data.getByLabel('Nombre').fill(name)
    await button(page, 'Modificar').click()
    await expect(data.getByRole('textbox')).toHaveCount(0)
    await expect(button(page, 'Cambiar')).toBeFocused()
    await expect(data.getByRole('definition').first()).toHaveText(name)
    await shop.settled()
    expect((await person.get(`/api/users/${person.id}`)).body.name).toBe(name)
  }
  // The other tab shows it without being asked.
  await expect(section(beside, 'Informacion del usuario').getByRole('definition').first()).toHaveText('Ana Otra')
  await button(page, 'Cambiar').click()
  await refuseNames(page, data.getByLabel('Nombre'))
  await button(page, 'Cancelar').click()
  await page.reload()
  await expect(data).toContainText('Ana Otra')
})

test('on a phone a long e-mail is cut or broken, and the page no wider than the screen', async ({ visit }) => {
  const page = await visit({ width: 390, height: 844 })
  const email = `${'correo.largo'.repeat(5)}@tienda.example`
  await page.goto('/register')
  for (const [label, text] of Object.entries({ Name: 'Ana', Email: email, Password: 'Clave-segura-1' }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await button(page, 'Registrar').click()
  await expect(page).toHavePath('/home')
  await page.goto('/perfil')
  await expect(section(page, 'Informacion del usuario')).toContainText(email)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** The field says in Spanish what it is for, and what was chosen; the key that opens it is the browser's. */
async function chooseByKeyboard(page: Page, picture: Awaited<ReturnType<typeof png>>): Promise<void> {
  await expect(page.getByText('Ninguno elegido')).toBeVisible()
  await expect(file(page)).toHaveAccessibleName('Imagen de perfil Elegir archivo')
  const asked = page.waitForEvent('filechooser')
  // The page is asked something between the two, and answers in order: a key passes over a request to hand us the
  // chooser that a busy page has not read yet.
  await expect(file(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await (await asked).setFiles(picture)
  await expect(page.getByText(picture.name)).toBeVisible()
}

test('[PROF-04] [PROF-05] [PROF-07] a picture is stored under the account’s id and shows everywhere; each way of saving has its own toast', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper('Ana Primera')
  const page = await visit({ as: person })
  await page.goto('/perfil')
  await upload(page).click()
  // The browser itself leads to what is missing.
  await expect(file(page)).toBeFocused()
  expect(await file(page).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
  await quiet(page)
  expect(callsOf(page, '/api/users').filter(({ method }) => method !== 'GET')).toEqual([])

  await chooseByKeyboard(page, await png('#5b3df5'))
  await upload(page).click()
  await expect.poll(() => shownAt(page)).toMatch(new RegExp(`^/avatar/${person.id}\\?v=`))
  const first = await shownAt(page)
  expect((await stat(join(shop.dataDir, 'files', 'avatar', String(person.id)))).size).toBeGreaterThan(0)
  expect((await person.get(`/api/users/${person.id}`)).body.imageUrl).toBe(first)
  await expect.poll(() => avatar(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await expect(file(page)).toHaveValue('')
  await expect(page.getByText('Ninguno elegido')).toBeVisible()

  await button(page, 'Cambiar').click()
  await page.getByLabel('Nombre').fill('Ana Otra')
  await button(page, 'Modificar').click()
  await expect(section(page, 'Informacion del usuario').getByRole('definition').first()).toHaveText('Ana Otra')
  await button(page, 'Cambiar').click()
  await page.getByLabel('Nombre').fill('Ana Tercera')
  await file(page).setInputFiles(await png('#c81e4a'))
  await upload(page).click()
  await expect.poll(() => shownAt(page)).not.toBe(first)
  const toasts = ['¡Imagen actualizada!', '¡Nombre actualizado!', '¡Nombre e imagen actualizados!']
  await expect.poll(() => toastsOf(page)).toEqual(toasts)

  const second = await shownAt(page)
  await page.goto('/shoppingCart')
  await expect(page.getByRole('button', { name: 'Menú de usuario' }).locator('img')).toHaveAttribute('src', second)
})

/** Somebody whose account names a picture that is not there. */
async function withoutFile(shop: TestShop): Promise<Person> {
  const person = await shop.newShopper()
  const gone = { id: person.id, imageUrl: `/avatar/${person.id}?v=0` }
  expect((await person.post('/api/users/modifyuser', gone)).status).toBe(200)
  return person
}

/** A file that is no picture, and one that is too large: what is wrong is said beside the field, which has the focus. */
async function refuseFiles(page: Page): Promise<void> {
  await file(page).setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('hola') })
  await upload(page).click()
  await acceptAlert(page, 'Error al subir la imagen')
  await expect(file(page)).toHaveAccessibleDescription('Elegí una imagen JPG, PNG, WebP, GIF o AVIF.')
  await expect(file(page)).toBeFocused()
  await file(page).setInputFiles({ ...(await png('#c81e4a')), buffer: Buffer.alloc(5.1 * 1024 * 1024) })
  await upload(page).click()
  await expect(file(page)).toHaveAccessibleDescription('La imagen supera los 5 MB.')
  await expect(file(page)).toBeFocused()
}

test('[PROF-06] [ERR-10] a picture that cannot be sent is told in an alert and the old one stays; one that is gone gives way to the default', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper()
  const page = await visit({ as: person })
  await page.goto('/perfil')
  await file(page).setInputFiles(await png('#5b3df5'))
  await upload(page).click()
  await expect.poll(() => shownAt(page)).toContain('/avatar/')
  const old = await shownAt(page)

  for (const how of [401, 403, 500, 'no-answer'] as const) {
    const mend = await failCalls(page, '**/avatar', how)
    await file(page).setInputFiles(await png('#c81e4a'))
    await upload(page).click()
    await acceptAlert(page, 'Error al subir la imagen')
    await mend()
  }
  const nothing = (url: URL) => url.pathname.endsWith('/avatar')
  await page.route(nothing, (route) => route.fulfill({ status: 201, body: '' }))
  await upload(page).click()
  await acceptAlert(page, 'Error al subir la imagen')
  await page.unroute(nothing)
  expect(await shownAt(page)).toBe(old)

  await refuseFiles(page)
  expect(await shownAt(page)).toBe(old)

  const theirs = await visit({ as: await withoutFile(shop) })
  const [missing] = await Promise.all([theirs.waitForResponse(/\/avatar\//), theirs.goto('/perfil')])
  expect(missing.status()).toBe(404)
  await expect(avatar(theirs)).toHaveAttribute('src', '/img/avatar-default.svg')
})

test('[PROF-09] each purchase shows and hides product code and quantity of its lines', async ({ shop, visit }) => {
  const person = await shop.newShopper()
  const [mouse, desk] = [await shop.addProduct(), await shop.addProduct()]
  await shop.addToCart(person, mouse.id, 2)
  await shop.addToCart(person, desk.id, 3)
  const first = await shop.placeOrder(person)
  await shop.pay(person, first)
  await shop.addToCart(person, desk.id, 1)
  const second = await shop.placeOrder(person)
  await shop.pay(person, second)

  const page = await visit({ as: person })
  const mend = await failCalls(page, '**/api/purchase/*')
  await page.goto('/perfil?seccion=compras')
  await expect(page.getByRole('alert')).toContainText('No pudimos cargar tus compras')
  await mend()
  await button(page, 'Reintentar').click()
  const orders = section(page, 'Mis compras').getByRole('listitem')
  await expect(orders.getByRole('heading')).toHaveText([new RegExp(`Nº ${second.id}`), new RegExp(`Nº ${first.id}`)])
  await expect(page.getByRole('table')).toHaveCount(0)
  await orders.nth(1).getByRole('button', { name: 'Ver detalles' }).click()
  const cells = orders.nth(1).getByRole('row')
  await expect(cells).toHaveText([/Código.*Cantidad/, new RegExp(`^${mouse.id}.*2$`), new RegExp(`^${desk.id}.*3$`)])
  await orders.nth(1).getByRole('button', { name: 'Ocultar detalles' }).click()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(orders.nth(1).getByRole('button')).toHaveAttribute('aria-expanded', 'false')
})

test('[PRIV-03] the download is one file with all of the user’s, and nothing of another person', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ stock: 9 })
  const people = [await shop.newShopper('Ana Propia'), await shop.newShopper('Eva Ajena')] as const
  for (const person of people) {
    await shop.addToCart(person, product.id)
    await shop.pay(person, await shop.placeOrder(person))
    await shop.postReview(person, product.id, 5, `Reseña de ${person.id}.`)
    await shop.addToCart(person, product.id, 2)
  }
  const [person, other] = people
  const page = await visit({ as: person })
  await page.goto('/perfil?seccion=otros')
  const mend = await failCalls(page, '**/data')
  await button(page, 'Descargar mis datos').click()
  await expect(section(page, 'Otros ajustes').getByRole('status').first()).toHaveText('Algo falló.')
  await mend()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Descargar mis datos').click()])
  expect(download.suggestedFilename()).toBe('mis-datos-gamertech.json')
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    account: { id: person.id, name: person.name, email: person.email },
    orders: [{ userId: person.id, state: 'paid', lines: [{ id: product.id, quantity: 1 }] }],
    reviews: [{ productId: product.id, text: `Reseña de ${person.id}.`, score: 5 }],
    cart: { productsId: [{ id: product.id, quantity: 2 }] },
  })
  for (const foreign of [other.email, other.name, `Reseña de ${other.id}.`]) expect(text).not.toContain(foreign)
})

test('[PRIV-04] an erasure asks for the password, ends all sessions and leaves neither account nor avatar nor key', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper()
  const [page, elsewhere] = [await visit({ as: person }), await visit({ as: person })]
  await elsewhere.goto('/home')
  await page.goto('/perfil')
  await file(page).setInputFiles(await png('#5b3df5'))
  await upload(page).click()
  await expect.poll(() => shownAt(page)).toContain('/avatar/')
  const picture = `${shop.url}${await shownAt(page)}`
  expect((await fetch(picture)).status).toBe(200)

  await openSection(page, 'Otros ajustes')
  await confirmErasure(page, person)
  await acceptAlert(page, 'Tu cuenta fue eliminada')
  await expect(page).toHavePath('/')
  expect(await page.evaluate(() => localStorage.getItem('id'))).toBeNull()

  await elsewhere.goto('/orders')
  await expect(elsewhere).toHavePath('/login')
  expect((await person.post('/api/users/verifyuser', { email: person.email, password: person.password })).status).toBe(
    401,
  )
  expect((await shop.core.keyring.find([person.id])).size).toBe(0)
  await expect.poll(async () => (await fetch(picture)).status, { timeout: 15_000 }).toBe(404)
})

test('an address of the profile: what is wrong is named and has the focus, what was typed stays, and it is saved once by keyboard on a slow network', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper('Ana Ríos')
  const page = await visit({ as: person })
  await page.goto('/perfil')
  const form = section(page, 'Dirección de envío')
  await button(page, 'Agregar una dirección').press('Enter')
  await expect(form.getByLabel('Quién recibe')).toHaveValue('Ana Ríos')
  const street = form.getByLabel('Calle y número')
  const save = button(page, 'Guardar la dirección')
  await save.click()
  await expect(street).toBeFocused()
  await expect(street).toHaveAccessibleDescription('Escribí la calle y el número.')
  expect(callsOf(page, '/api/users/address')).toEqual([])
  const typed = { 'Calle y número': 'Mitre 123', Localidad: 'Rosario', 'Código postal': '2000', Teléfono: '341 555' }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
  await form.getByLabel('Provincia').selectOption('Santa Fe')
  await refuseField(page, '**/api/users/address', 'address.postalCode', 'Ese código postal no existe.')
  await save.click()
  await expect(form.getByLabel('Código postal')).toHaveAccessibleDescription('Ese código postal no existe.')
  await expect(form.getByLabel('Código postal')).toBeFocused()
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text)
  expect((await person.get(`/api/users/${person.id}/address`)).body.address).toBeNull()

  const release = await holdCalls(page, '**/api/users/address')
  const before = callsOf(page, '/api/users/address').length
  await street.press('Enter')
  await expect(save).toBeDisabled()
  await street.press('Enter')
  await release()
  await expect(form).toContainText('Mitre 123')
  await expect(save).toHaveCount(0)
  expect(callsOf(page, '/api/users/address')).toHaveLength(before + 1)
})

/** Signs in once more, from a Firefox on Windows and from the browser of a page. */
async function signInElsewhere(shop: TestShop, { email, password }: Person, elsewhere: Page): Promise<void> {
  const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await clientOf(shop.url).post('/api/users/verifyuser', { email, password }, agent)
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email', { exact: true }).fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await button(elsewhere, 'Ingresar').click()
  await expect(elsewhere).toHavePath('/home')
}

const openSessions = (page: Page) => section(page, 'Ajustes de acceso y seguridad').getByRole('listitem')
const [linux, windows] = [/^Chrome en Linux.*Último uso/, /^Firefox en Windows.*Último uso/]
const thisOne = /^Navegador desconocidoEsta sesión.*Ingresó el/

test('the open sessions stand in the profile by browser and system, and one is ended by keyboard, once on a slow network', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper()
  const [page, elsewhere] = [await visit({ as: person }), await visit()]
  await signInElsewhere(shop, person, elsewhere)
  const mend = await failCalls(page, '**/api/session/open')
  await page.goto('/perfil?seccion=acceso')
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos cargar tus sesiones' })).toBeVisible()
  await mend()
  await button(page, 'Reintentar').press('Enter')
  await expect(openSessions(page)).toHaveText([linux, windows, thisOne])
  await expect(openSessions(page).last().getByRole('button')).toHaveCount(0)

  const end = page.getByRole('button', { name: /^Cerrar la sesión de Chrome en Linux del / })
  const { answered, release } = await holdAnswers(page, '**/api/session/open/end')
  await end.press('Enter')
  await answered
  await expect(end).toBeDisabled()
  await release()
  await expect(openSessions(page)).toHaveText([windows, thisOne])
  await expect(page.getByRole('heading', { name: 'Tus sesiones abiertas' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Cerramos esa sesión.' })).toBeVisible()
  expect(callsOf(page, '/api/session/open/end')).toHaveLength(1)
  await expect(button(page, 'Cerrar todas las demás')).toHaveCount(0)
  await elsewhere.goto('/perfil')
  await expect(elsewhere).toHavePath('/login')
})

test('what cannot be ended stays and says so; all other sessions end in one tab, and the other finds them gone', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper()
  const [page, elsewhere] = [await visit({ as: person }), await visit()]
  await signInElsewhere(shop, person, elsewhere)
  await page.goto('/perfil?seccion=acceso')
  const mend = await failCalls(page, '**/api/session/open/end', 'no-answer')
  await openSessions(page).first().getByRole('button').click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expect(openSessions(page)).toHaveText([linux, windows, thisOne])
  await mend()

  const second = await page.context().newPage()
  await second.goto('/perfil?seccion=acceso')
  await button(second, 'Cerrar todas las demás').click()
  await expect(openSessions(second)).toHaveText([thisOne])
  await openSessions(page).first().getByRole('button').press('Enter')
  await expect(page.getByText('Esa sesión ya estaba cerrada.')).toBeVisible()
  await expect(openSessions(page)).toHaveText([thisOne])
  await elsewhere.goto('/perfil')
  await expect(elsewhere).toHavePath('/login')
})
