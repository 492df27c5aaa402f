// A shop started without a sign-in provider: the one that it brings, in a real browser.
import { afterEach, test } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { testAccounts } from '#backend/gateways/sign-in/fake/test-accounts.ts'
import { expect } from '#frontend/testing/expect.ts'
import { chooseAtGoogle } from '#frontend/testing/steps.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { start, stopStarted, withoutServices } from '#scripts/testing/started-shop.ts'

afterEach(stopStarted)

test('[ACC-18] without OIDC_ISSUER a local provider with a login page does the sign-in, by both names of this machine', async ({
  onTestFinished,
}) => {
  const { databaseUrl, drop } = await createDatabase()
  onTestFinished(drop)
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const port = await freePort()
  const dataKey = Buffer.alloc(32, 7).toString('base64')
  await start({ ...withoutServices, PORT: String(port), DATABASE_URL: databaseUrl, DATA_KEY: dataKey }).up
  const [sofia] = testAccounts
  if (!sofia) return expect(testAccounts).not.toEqual([])
  for (const name of ['localhost', '127.0.0.1']) {
    const page = await browser.newPage({ baseURL: `http://${name}:${port}` })
    await page.goto('/login')
    await chooseAtGoogle(page, sofia)
    await expect(page).toHavePath('/home')
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('true')
    expect(new URL(page.url()).hostname).toBe(name)
  }
})
