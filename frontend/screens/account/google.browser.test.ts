// Signing in by Google, in a real browser through a real OpenID provider.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { chooseAtGoogle } from '#frontend/testing/steps.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const google = (page: Page) => page.getByRole('button', { name: 'Ingresar con Google' })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const emailsIn = async ({ core }: TestShop, email: string) =>
  (await core.pool.query('select user_id from rm.users where email = $1', [email])).rows.length

test('[ACC-15] a verified account signs in, is kept, and leads to the catalogue', async ({ shop, page }) => {
  const person = shop.newGooglePerson({ name: 'Sofía del Río' })
  await page.goto('/login')
  await expect(page.getByText('OR', { exact: true })).toBeVisible()
  await chooseAtGoogle(page, person)
  await expect(page).toHavePath('/home')
  await expect.poll(() => toastsOf(page)).toEqual(['¡Bienvenido!'])
  expect(await stored(page, 'isAuthenticated')).toBe('true')
  const id = Number(await stored(page, 'id'))
  await page.goto('/perfil')
  await expect(page.getByText(person.name).first()).toBeVisible()
  await expect(page.getByText(person.email).first()).toBeVisible()
  const events = await shop.core.store.readEach(`user-${id}`)
  const data = { userId: id, issuer: expect.any(String), subject: person.subject, email: person.email }
  expect(events).toContainEqual(expect.objectContaining({ type: 'GoogleLinked', data }))
})

test('[ACC-16] an unverified e-mail is refused in place and in the log, and nothing is made', async ({
  shop,
  page,
}) => {
  const person = shop.newGooglePerson({ isEmailVerified: false })
  await page.goto('/login')
  await chooseAtGoogle(page, person)
  await expect(page).toHavePath('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'Usuario no validado' })).toBeVisible()
  expect(consoleOf(page).join('\n')).toContain('Usuario no validado')
  expect(await stored(page, 'isAuthenticated')).toBe('false')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sid')
  await shop.settled()
  expect(await emailsIn(shop, person.email)).toBe(0)
})

test('[ACC-17] the same account twice is one user with one id', async ({ shop, visit }) => {
  const person = shop.newGooglePerson()
  const ids: (string | null)[] = []
  for (const path of ['/login', '/register']) {
    const page = await visit()
    await page.goto(path)
    await chooseAtGoogle(page, person)
    await expect(page).toHavePath('/home')
    ids.push(await stored(page, 'id'))
  }
  expect(ids[1]).toBe(ids[0])
  expect(await emailsIn(shop, person.email)).toBe(1)
})

test('who goes back at the provider is told so on /login, and can try again with another account', async ({
  shop,
  page,
}) => {
  const [first, second] = [shop.newGooglePerson(), shop.newGooglePerson()]
  await page.goto('/login')
  await google(page).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHavePath('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'Cancelaste el ingreso con Google' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await chooseAtGoogle(page, first)
  await expect(page).toHavePath('/home')
  const id = await stored(page, 'id')
  // Somebody else at the same computer: the provider asks again, and takes who is chosen.
  await page.getByRole('button', { name: 'Menú de usuario' }).click()
  await page.getByRole('menuitem', { name: 'Desloguearse' }).click()
  await expect(page).toHavePath('/')
  await page.goto('/login')
  await chooseAtGoogle(page, second)
  await expect(page).toHavePath('/home')
  expect(await stored(page, 'id')).not.toBe(id)
})

test('who goes back at the provider, or whom it does not vouch for, is still led to the page that asked to sign in', async ({
  shop,
  page,
}) => {
  await page.goto('/login?redirect=%2Fperfil')
  await google(page).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Cancelaste el ingreso con Google' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/perfil')
  await chooseAtGoogle(page, shop.newGooglePerson({ isEmailVerified: false }))
  await expect(page.getByRole('alert').filter({ hasText: 'Usuario no validado' })).toBeVisible()
  await chooseAtGoogle(page, shop.newGooglePerson())
  await expect(page).toHavePath('/perfil')
})

test('it leads back to the page that asked to sign in, and Back does not use the answer again', async ({
  shop,
  page,
}) => {
  await page.goto('/login?redirect=%2Fperfil')
  await chooseAtGoogle(page, shop.newGooglePerson())
  await expect(page).toHavePath('/perfil')
  await page.goBack()
  await expect(page).toHavePath('/login')
  expect(callsOf(page, '/api/auth/google/finish')).toHaveLength(1)
})

test('[T31] an attacker who registered first gains nothing when the victim comes by Google', async ({
  shop,
  visit,
}) => {
  const attacker = await shop.newShopper()
  const victim = shop.newGooglePerson({ email: attacker.email })
  const page = await visit()
  await page.goto('/login')
  await chooseAtGoogle(page, victim)
  await expect(page.getByRole('heading', { name: 'Vincular con Google' })).toBeVisible()
  await expect(page.getByText(victim.email)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('lo-que-no-se')
  await page.getByRole('button', { name: 'Vincular e ingresar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Correo o contraseña incorrecto' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await shop.settled()
  expect((await attacker.get('/api/session')).body.user.id).toBe(attacker.id)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sid')

  // Whose account it is knows the password: then it is linked, and other browsers are signed out.
  await page.getByLabel('Password', { exact: true }).fill(attacker.password)
  await page.getByRole('button', { name: 'Vincular e ingresar' }).click()
  await expect(page).toHavePath('/home')
  expect(await stored(page, 'id')).toBe(String(attacker.id))
  expect((await attacker.get('/api/session')).body.user).toBeNull()
})

test('while the shop asks it is busy; a provider that is away is said beside the button', async ({ page }) => {
  const release = await holdCalls(page, '**/api/auth/google/start')
  await page.goto('/login')
  await google(page).click()
  await expect(google(page)).toBeDisabled()
  await expect(google(page)).toHaveAttribute('aria-busy', 'true')
  await release()
  await page.waitForURL('**/cuentas/**')
  await page.goBack()
  await expect(google(page)).toBeEnabled()
  await failCalls(page, '**/api/auth/google/start', 503)
  await google(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Algo falló.' })).toBeVisible()
  await expect(google(page)).toBeEnabled()
})

test('what Google answered is handed in once; an answer that nobody asked for leads to /login with a sentence', async ({
  page,
}) => {
  const release = await holdCalls(page, '**/api/auth/google/finish')
  await page.goto('/login/google?code=x&state=y')
  await expect(page.getByText('Comprobando tu cuenta de Google…')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await release()
  await expect(page).toHavePath('/login')
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos comprobar tu cuenta de Google' })).toBeVisible()
  expect(callsOf(page, '/api/auth/google/finish')).toHaveLength(1)
})

test('on a phone nothing is cut off, here and at the provider', async ({ visit }) => {
  const page = await visit({ width: 320, height: 640 })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.goto('/login')
  await expect(google(page)).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(0)
  await google(page).click()
  await expect(page.getByRole('heading', { name: 'Cuenta de prueba' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nico Sin Verificar' })).toContainText('correo sin verificar')
  expect(await overflow()).toBeLessThanOrEqual(0)
})
