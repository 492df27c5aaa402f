// A shop as `npm start` brings it, without any service of its own: its accounts, its sign-in provider and its mailbox, in a real browser.
import type { Page } from 'playwright'
import { test as base } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { testAccounts } from '#backend/gateways/sign-in/fake/test-accounts.ts'
import { expect } from '#frontend/testing/expect.ts'
import { chooseAtGoogle } from '#frontend/testing/steps.ts'
import { frugal, launchChromium } from '#scripts/testing/chromium.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { start, stopStarted, withoutServices } from '#scripts/testing/started-shop.ts'

const test = base
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium(frugal)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { databaseUrl, drop } = await createDatabase()
    onCleanup(async () => {
      await stopStarted()
      await drop()
    })
    const port = await freePort()
    const values = { PORT: String(port), DATABASE_URL: databaseUrl, DATA_KEY: Buffer.alloc(32, 7).toString('base64') }
    const printed = await start({ ...withoutServices, ...values, DEMO: '1' }).up
    const mailboxUrl = /Buzón local: (http:\/\/\S+)/.exec(printed)?.[1] ?? ''
    return { port, mailboxUrl }
  })

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

test('[ACC-18] without OIDC_ISSUER a local provider with a login page does the sign-in, by both names of this machine', async ({
  shop,
  browser,
}) => {
  const [sofia] = testAccounts
  if (!sofia) return expect(testAccounts).not.toEqual([])
  for (const name of ['localhost', '127.0.0.1']) {
    const page = await browser.newPage({ baseURL: `http://${name}:${shop.port}` })
    await page.goto('/login')
    await chooseAtGoogle(page, sofia)
    await expect(page).toHavePath('/home')
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('true')
    expect(new URL(page.url()).hostname).toBe(name)
  }
})

test('[OPS-04] both demo accounts sign in, and the admin changes the role of the other by the key', async ({
  shop,
  browser,
}) => {
  const baseURL = `http://localhost:${shop.port}`
  const buyer = await browser.newPage({ baseURL })
  await signIn(buyer, 'comprador@gamertech.test', 'Comprador123!')
  await expect(buyer).toHavePath('/home')
  const admin = await browser.newPage({ baseURL })
  await signIn(admin, 'admin@gamertech.test', 'Admin123!')
  await expect(admin).toHavePath('/controlPanel')
  const { user } = await (await buyer.request.get('/api/session')).json()
  await admin.goto(`/controlPanel?tab=clientes&q=${encodeURIComponent(user.name)}`)
  const row = admin.getByRole('row').filter({ hasText: 'comprador@gamertech.test' })
  await row.getByRole('button', { name: 'Normal' }).click()
  await admin.getByRole('dialog').getByLabel('Clave superAdmin').fill('gamertech')
  await admin.getByRole('dialog').getByRole('button', { name: 'Cambiar rol' }).click()
  await expect(row.getByRole('button', { name: 'Admin' })).toBeVisible()
  expect((await (await buyer.request.get('/api/session')).json()).user.isAdmin).toBe(true)
})

test('a paid order of the demo is given back by the local wallet', async ({ shop, browser }) => {
  const page = await browser.newPage({ baseURL: `http://localhost:${shop.port}` })
  await signIn(page, 'admin@gamertech.test', 'Admin123!')
  await expect(page).toHavePath('/controlPanel')
  await page.goto('/controlPanel?tab=ordenes&state=delivered')
  await page
    .getByRole('button', { name: /^Ver detalle/ })
    .first()
    .click()
  const refunds = page.getByRole('region', { name: 'Devoluciones' })
  await refunds.getByRole('button', { name: 'Devolver dinero' }).click()
  await page.getByRole('dialog').getByLabel('Un monto').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver U$S 1,00' }).click()
  await expect(refunds.getByRole('listitem').last()).toHaveText('Devolución de un monto−U$S\u00a01,00')
})

test('[PAY-14] without SMTP_URL a mail is read on the page of the local mailbox', async ({ shop, browser }) => {
  const page = await browser.newPage({ baseURL: `http://localhost:${shop.port}` })
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Zoraida')
  await page.getByLabel('Email', { exact: true }).fill('zoraida@tienda.example')
  await page.getByLabel('Password', { exact: true }).fill('Clave-segura-1')
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await expect(page).toHavePath('/home')
  const mail = page.getByRole('link', { name: 'Tu cuenta en GamerTech' })
  await expect(async () => {
    await page.goto(`${shop.mailboxUrl}/?to=zoraida@tienda.example`)
    await expect(mail).toBeVisible({ timeout: 1000 })
  }).toPass()
  await mail.click()
  await expect(page.frameLocator('iframe').getByText('¡Hola, Zoraida!')).toBeVisible()
})
