// Signing in, in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Clave-segura-1')
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

test('[ACC-10] the sign-in has its fields, Google, the ways to a new password and to an account', async ({ page }) => {
  await page.goto('/login')
  const form = page.getByRole('main')
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('Ingresar')
  await expect(form.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(form.getByRole('button', { name: 'Mostrar contraseña' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Ingresar', exact: true })).toBeVisible()
  await expect(form.getByText('OR', { exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Ingresar con Google' })).toBeVisible()
  await expect(form.getByRole('button', { name: '¿Olvidaste tu contraseña?' })).toBeVisible()
  await expect(form.getByText('¿No tienes una cuenta?')).toBeVisible()
  await form.getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(page).toHavePath('/register')
})

test('the form says in Spanish what is wrong or missing, and asks the shop for nothing', async ({ page }) => {
  await page.goto('/login')
  const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
  const submit = page.getByRole('button', { name: 'Ingresar', exact: true })
  await email.fill('sin arroba')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('¡Debes seleccionar un mail valido!')
  await expect(password).toHaveAccessibleDescription('¡Debes seleccionar una contraseña!')
  await expect(email).toBeFocused()
  await email.fill('alguien@tienda.test')
  await expect(email).toHaveAccessibleDescription('')
  await submit.click()
  await expect(password).toBeFocused()
  expect(callsOf(page, '/api/users/verifyuser')).toEqual([])
})

test('a sign-in leads to a page of the shop, whatever its address asks for', async ({ shop, page }) => {
  const { email } = await shop.newShopper()
  const foreign = [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/..//evil.test',
    '/login',
  ]
  for (const target of foreign) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await signIn(page, email)
    await expect(page).toHaveURL('/home')
  }
  await page.goto('/login?redirect=/perfil')
  await signIn(page, email)
  await expect(page).toHaveURL('/perfil')
})

test('[ERR-11 partial] after too many wrong passwords the form says so in place, and when to try again', async ({
  shop,
  page,
}) => {
  const { email, post } = await shop.newShopper()
  const statuses: number[] = []
  for (let nth = 0; nth < 20; nth++)
    statuses.push((await post('/api/users/verifyuser', { email, password: 'equivocada' })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  await page.goto('/login')
  const answer = page.waitForResponse('**/api/users/verifyuser')
  await signIn(page, email)
  const { status, headers } = await answer.then((one) => ({ status: one.status(), headers: one.headers() }))
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  await expect(page.getByRole('alert')).toHaveText(
    /^Hubo demasiados intentos\. Volvé a probar en \d+ (minutos?|segundos)\.$/,
  )
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page).toHavePath('/login')
  // It is this e-mail's limit, and nobody else's: another account signs in from here.
  const other = page.waitForResponse('**/api/users/verifyuser')
  await signIn(page, (await shop.newShopper()).email)
  expect((await other).status()).toBe(200)
  await expect(page).not.toHavePath('/login')
})

test('a session that ended at the wallet is asked for again, and leads back to the payment', async ({ shop, page }) => {
  const { email } = await shop.newShopper()
  await page.goto('/payment/failure?order=1&payment_id=null&status=null')
  await expect(page.getByRole('heading', { name: 'Ingresá para ver tu pago' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Ingresar' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL('/payment/failure?order=1')
})
