// The section Clientes: the table, its search, suspending, and changing roles by the key.
import type { Page } from 'playwright'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, quiet } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const rowOf = (page: Page, { email }: Person) => page.getByRole('row').filter({ hasText: email })
const dialog = (page: Page) => page.getByRole('dialog')
const attempts = (page: Page) => page.evaluate(() => localStorage.getItem('changeRolAttempts'))

/** The panel's accounts whose name holds the text, which should be a person of the test's own. */
async function openUsers(page: Page, q: string): Promise<void> {
  await page.goto(`/controlPanel?tab=clientes&q=${encodeURIComponent(q)}`)
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible()
}

/** Types a key for the role that the row's button names. */
async function giveKey(page: Page, person: Person, role: 'Normal' | 'Admin', key: string): Promise<void> {
  if (!(await dialog(page).isVisible())) await rowOf(page, person).getByRole('button', { name: role }).click()
  await dialog(page).getByLabel('Clave superAdmin').fill(key)
  await dialog(page).getByRole('button', { name: 'Cambiar rol' }).click()
}

/** Six people of one name, which no other test uses. */
async function sixNamed(shop: TestShop, name: string): Promise<Person[]> {
  const people: Person[] = []
  for (let nth = 0; nth < 6; nth++) people.push(await shop.newShopper(name))
  await shop.settled()
  return people
}

test('[PAN-12] [PAN-13] accounts stand in a table by id; a search finds them by name on page 1 and empties its box', async ({
  shop,
  visit,
}) => {
  const people = await sixNamed(shop, 'Zulema Tabla')
  const [, suspended, promoted] = people as [Person, Person, Person]
  await shop.ban(suspended)
  await shop.makeAdmin(promoted)
  await shop.settled()
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('tab', { name: 'Clientes' }).click()
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(['ID', 'Nombre', 'Correo', 'Creación de Cuenta', 'Rol', 'Acciones'])
  await openUsers(page, 'Zulema Tabla')
  const rows = page.getByRole('row').filter({ hasText: 'Zulema Tabla' })
  const cells = people.slice(0, 5).map(async ({ id, email }) => {
    const { createdAt } = (await admin.get(`/api/users/${id}`)).body
    const isSuspended = id === suspended.id
    return [
      ...[String(id), `Zulema Tabla${isSuspended ? 'Suspendida' : ''}`, email, createdAt.slice(0, 10)],
      ...[id === promoted.id ? 'Admin' : 'Normal', isSuspended ? 'Activar' : 'Desactivar'],
    ]
  })
  await expect(rows.getByRole('cell')).toHaveText((await Promise.all(cells)).flat())
  for (const [name, count] of [
    ['Normal', 4],
    ['Admin', 1],
    ['Desactivar', 4],
    ['Activar', 1],
  ] as const)
    await expect(rows.getByRole('button', { name, exact: true })).toHaveCount(count)
  await findByName(page, people.at(-1) as Person)
})

async function findByName(page: Page, last: Person): Promise<void> {
  await page.goto('/controlPanel?tab=clientes')
  const box = page.getByPlaceholder('Buscar usuario...')
  const rows = page.getByRole('row').filter({ hasText: 'Zulema Tabla' })
  const searches = [
    { text: 'zulema t', press: () => page.getByRole('button', { name: 'Buscar', exact: true }).click() },
    { text: 'Tabla', press: () => box.press('Enter') },
  ]
  for (const { text, press } of searches) {
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await expect(page).toHaveURL(/page=2/)
    await box.fill(text)
    await press()
    await expect(page).toHaveURL(new RegExp(`q=${text.replace(' ', '\\+')}$`))
    await expect(box).toHaveValue('')
    await expect(rows).toHaveCount(5)
    await page.getByRole('button', { name: 'Página siguiente' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rowOf(page, last)).toBeVisible()
    await page.getByRole('button', { name: 'Página anterior' }).click()
    await expect(rows).toHaveCount(5)
  }
}

test('[PAN-14] an account is suspended, with a reason if there is one, and comes back', async ({ shop, visit }) => {
  const ana = await shop.newShopper('Quintina Sosa')
  await shop.settled()
  const page = await visit({ as: await shop.newAdmin() })
  await openUsers(page, 'Quintina')
  const row = rowOf(page, ana)
  await row.getByRole('button', { name: 'Desactivar' }).click()
  await dialog(page).getByLabel('Motivo (opcional)').fill('pagó con una tarjeta ajena')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: 'Activar' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  const signIn = () => ana.post('/api/users/verifyuser', { email: ana.email, password: ana.password })
  expect((await signIn()).body.code).toBe('user_banned')
  await row.getByRole('button', { name: 'Activar' }).click()
  await expect(row.getByRole('button', { name: 'Desactivar' })).toBeVisible()
  expect((await signIn()).status).toBe(200)
  // Escape leaves without a call.
  await row.getByRole('button', { name: 'Desactivar' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const whole = { id: ana.id, email: ana.email, isAdmin: false }
  expect(callsOf(page, '/api/users/modifyuser').map(({ body }) => body)).toMatchObject([
    { ...whole, isActive: false, reason: 'pagó con una tarjeta ajena' },
    { ...whole, isActive: true },
  ])
})

test('[PAN-15] an admin stays active, also one who became it after the list was read', async ({ shop, visit }) => {
  const ana = await shop.newShopper('Remedios Sosa')
  const admin = await shop.newAdmin()
  await shop.settled()
  const page = await visit({ as: admin })
  // Past the end is the last page, where the newest account stands.
  await page.goto('/controlPanel?tab=clientes&page=99999')
  await rowOf(page, admin).getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No es posible desactivar administradores')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  expect((await admin.get(`/api/users/${admin.id}`)).body.isActive).toBe(true)

  await openUsers(page, 'Remedios')
  const row = rowOf(page, ana)
  const account = (await admin.get(`/api/users/${ana.id}`)).body
  await admin.post('/api/users/modifyuser', { ...account, isAdmin: true, superAdminKey })
  await row.getByRole('button', { name: 'Desactivar' }).click()
  await dialog(page).getByRole('button', { name: 'Suspender' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('No es posible desactivar administradores')
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(row.getByRole('button', { name: 'Admin' })).toBeVisible()
})

const refused = (left: number) =>
  `No fue posible modificar el rol. Quedan ${left} intentos para que se bloquee funcionalidad`

test('[PAN-16] [PAN-17] [STOR-06] the key changes a role both ways, and wrong ones are counted by the shop', async ({
  shop,
  visit,
}) => {
  const ana = await shop.newShopper('Rosaura Sosa')
  const admin = await shop.newAdmin()
  await shop.settled()
  const page = await visit({ as: admin })
  await openUsers(page, 'Rosaura')
  const button = (name: string) => rowOf(page, ana).getByRole('button', { name })
  await giveKey(page, ana, 'Normal', superAdminKey)
  await expect(button('Admin')).toBeVisible()
  await giveKey(page, ana, 'Admin', superAdminKey)
  await expect(button('Normal')).toBeVisible()
  await expect.poll(() => toastsOf(page)).toEqual(['Cambio correcto', 'Cambio correcto'])

  await giveKey(page, ana, 'Normal', 'no es esta')
  await expect(dialog(page).getByRole('alert')).toHaveText(refused(2))
  expect(await attempts(page)).toBe('2')
  // The number is the shop's: a reload shows it also where the storage says something else.
  await page.evaluate(() => localStorage.setItem('changeRolAttempts', '99'))
  await page.reload()
  await expect(button('Normal')).toBeVisible()
  expect(await attempts(page)).toBe('2')
  expect((await admin.get('/api/session')).body.changeRolAttempts).toBe(2)
  await giveKey(page, ana, 'Normal', 'tampoco esta')
  await expect(dialog(page).getByRole('alert')).toHaveText(refused(1))
  expect(await attempts(page)).toBe('1')
  await page.keyboard.press('Escape')
  await expect(button('Normal')).toBeVisible()
})

test('[PAN-18] [ROLE-06] three wrong keys block, whatever the browser says', async ({ shop, visit }) => {
  const ana = await shop.newShopper('Saturnina Sosa')
  const admin = await shop.newAdmin()
  await shop.settled()
  const page = await visit({ as: admin })
  await openUsers(page, 'Saturnina')
  const said = dialog(page).getByRole('alert')
  for (const [key, text] of [
    ['uno', refused(2)],
    ['dos', refused(1)],
    ['tres', 'Funcionalidad bloqueada'],
    [superAdminKey, 'Funcionalidad bloqueada'],
  ] as const) {
    await giveKey(page, ana, 'Normal', key)
    await expect(dialog(page).getByLabel('Clave superAdmin')).toHaveValue('')
    await expect(dialog(page).getByLabel('Clave superAdmin')).toBeFocused()
    await expect(said).toHaveText(text)
  }
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.locator('input[type="password"]').fill(admin.password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHavePath('/controlPanel')
  await page.evaluate(() => localStorage.setItem('changeRolAttempts', '99'))
  await page.getByRole('tab', { name: 'Clientes' }).click()
  await page.getByPlaceholder('Buscar usuario...').fill('Saturnina')
  await page.keyboard.press('Enter')
  await giveKey(page, ana, 'Normal', superAdminKey)
  await expect(said).toHaveText('Funcionalidad bloqueada')
  expect(await attempts(page)).toBe('0')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, ana).getByRole('button', { name: 'Normal' })).toBeVisible()
})

test('[STOR-09] [ERR-04] only the shop’s word makes the list be read anew, and an empty list is logged', async ({
  shop,
  visit,
}) => {
  const ana = await shop.newShopper('Leocadia Sosa')
  await shop.settled()
  const page = await visit({ as: await shop.newAdmin() })
  await openUsers(page, 'Leocadia')
  const path = '/api/users/modifyuser'
  const lists = () => callsOf(page, '/api/panel/users').filter((call) => !/users\/\d/.test(call.path)).length
  const before = lists()
  const suspend = async () => {
    await rowOf(page, ana).getByRole('button', { name: 'Desactivar' }).click()
    await dialog(page).getByRole('button', { name: 'Suspender' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.route(`**${path}`, (route) => route.fulfill({ json: { user: null, msg: 'Usuario guardado' } }))
  await suspend()
  await quiet(page)
  expect(lists()).toBe(before)
  await expect(rowOf(page, ana).getByRole('button', { name: 'Desactivar' })).toBeVisible()
  await page.unroute(`**${path}`)
  await suspend()
  await expect(rowOf(page, ana).getByRole('button', { name: 'Activar' })).toBeVisible()
  expect(lists()).toBe(before + 1)

  const empty = { items: [], total: 0, page: 1, pages: 1 }
  await page.route('**/api/panel/users*', (route) => route.fulfill({ json: empty }))
  await page.goto('/controlPanel?tab=clientes')
  await expect(page.getByText('Todavía no hay cuentas')).toBeVisible()
  expect(consoleOf(page).filter((line) => line.includes('todavía se está cargando'))).not.toEqual([])
})
