// The section Clientes: the table, its search, suspending, and changing roles by the key.
import type { Page } from 'playwright'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { Person } from '#frontend/testing/shop.ts'
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

test('[PAN-12] [PAN-13] accounts stand in a table by id, and a search finds them by name on page 1 and empties its box', async ({
  shop,
  visit,
}) => {
  const people: Person[] = []
  for (let nth = 0; nth < 6; nth++) people.push(await shop.newShopper('Zulema Tabla'))
  const [first, , , , , last] = people as [Person, Person, Person, Person, Person, Person]
  await shop.settled()
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel')
  await page.getByRole('tab', { name: 'Clientes' }).click()
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(['ID', 'Nombre', 'Correo', 'Creación de Cuenta', 'Rol', 'Acciones'])
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/tab=clientes&page=2/)
  const box = page.getByPlaceholder('Buscar usuario...')
  await box.fill('zulema t')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page).toHaveURL(/tab=clientes&q=zulema\+t$/)
  await expect(box).toHaveValue('')
  const rows = page.getByRole('row').filter({ hasText: 'Zulema Tabla' })
  await expect(rows).toHaveCount(5)
  const { createdAt } = (await first.get(`/api/users/${first.id}`)).body
  const cells = rows.first().getByRole('cell')
  await expect(cells).toHaveText([
    String(first.id),
    'Zulema Tabla',
    first.email,
    createdAt.slice(0, 10),
    'Normal',
    'Desactivar',
  ])
  await expect(rows.getByRole('cell').nth(0)).toHaveText(String(first.id))
  const ids = await rows.getByRole('cell').filter({ hasText: /^\d+$/ }).allTextContents()
  expect(ids).toEqual(people.slice(0, 5).map(({ id }) => String(id)))
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rowOf(page, last)).toBeVisible()
  await box.fill('Zulema Tabla')
  await box.press('Enter')
  await expect(page).toHaveURL(/tab=clientes&q=Zulema\+Tabla$/)
  await expect(rows).toHaveCount(5)
  await expect(box).toHaveValue('')
})

test('[PAN-14] [PAN-15] an account is suspended, with a reason, and comes back; an admin stays active', async ({
  shop,
  visit,
}) => {
  const ana = await shop.newShopper('Quintina Sosa')
  await shop.settled()
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
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
  const [banned] = callsOf(page, '/api/users/modifyuser')
  expect(banned?.body).toMatchObject({ id: ana.id, email: ana.email, isActive: false, isAdmin: false })

  // The reason may stay empty; Escape leaves without a call.
  await row.getByRole('button', { name: 'Desactivar' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(callsOf(page, '/api/users/modifyuser')).toHaveLength(2)

  // Past the end is the last page, where the newest account stands.
  await page.goto('/controlPanel?tab=clientes&page=99999')
  await rowOf(page, admin).getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No es posible desactivar administradores')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  expect((await admin.get(`/api/users/${admin.id}`)).body.isActive).toBe(true)
  // One who became an admin after the list was read.
  await openUsers(page, 'Quintina')
  const other = await shop.newAdmin()
  const account = (await other.get(`/api/users/${ana.id}`)).body
  await other.post('/api/users/modifyuser', { ...account, isAdmin: true, superAdminKey })
  await row.getByRole('button', { name: 'Desactivar' }).click()
  await dialog(page).getByRole('button', { name: 'Suspender' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('No es posible desactivar administradores')
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(row.getByRole('button', { name: 'Admin' })).toBeVisible()
})

test('[PAN-16] [PAN-17] [PAN-18] [STOR-06] [ROLE-06] the key changes a role both ways, wrong ones are counted by the shop, and three block', async ({
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

  const said = dialog(page).getByRole('alert')
  for (const left of [2, 1]) {
    await giveKey(page, ana, 'Normal', 'no es esta')
    await expect(said).toHaveText(
      `No fue posible modificar el rol. Quedan ${left} intentos para que se bloquee funcionalidad`,
    )
    expect(await attempts(page)).toBe(String(left))
    if (left === 2) {
      // The number is the shop's: a reload shows it also where the storage said something else.
      await page.evaluate(() => localStorage.setItem('changeRolAttempts', '99'))
      await page.reload()
      await expect(button('Normal')).toBeVisible()
      expect(await attempts(page)).toBe('2')
      expect((await admin.get('/api/session')).body.changeRolAttempts).toBe(2)
    }
  }
  for (const key of ['no es esta', superAdminKey]) {
    await giveKey(page, ana, 'Normal', key)
    await expect(said).toHaveText('Funcionalidad bloqueada')
    await expect(dialog(page).getByLabel('Clave superAdmin')).toHaveValue('')
  }
  expect(await attempts(page)).toBe('0')

  // A clean browser and a number of the admin's own change nothing.
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.locator('input[type="password"]').fill(admin.password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
  await expect(page).toHavePath('/controlPanel')
  await page.evaluate(() => localStorage.setItem('changeRolAttempts', '99'))
  await page.getByRole('tab', { name: 'Clientes' }).click()
  await page.getByPlaceholder('Buscar usuario...').fill('Rosaura')
  await page.keyboard.press('Enter')
  await giveKey(page, ana, 'Normal', superAdminKey)
  await expect(said).toHaveText('Funcionalidad bloqueada')
  expect(await attempts(page)).toBe('0')
  await page.keyboard.press('Escape')
  await expect(button('Normal')).toBeVisible()
  expect((await ana.get('/api/session')).body.user.isAdmin).toBe(false)
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
  const lists = () => callsOf(page, '/api/panel/users').length
  const before = lists()
  const suspend = async () => {
    await rowOf(page, ana).getByRole('button', { name: 'Desactivar' }).click()
    await dialog(page).getByRole('button', { name: 'Suspender' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.route(`**${path}`, (route) => route.fulfill({ json: { user: null, msg: 'Usuario guardado' } }))
  await suspend()
  await page.waitForLoadState('networkidle')
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
