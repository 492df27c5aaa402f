// The page of a suspended account, with the support address that the operator set.
import { expect } from 'vitest'
import { openShop } from '#backend/testing/shop-fixture.ts'
import { ensureFrontend } from '#scripts/build-frontend.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'
import { test } from '#scripts/testing/database.ts'

test('[BAN-01] [ENV-09 partial] it says what a suspension means and whom to write to', async ({ databaseUrl }) => {
  await ensureFrontend()
  const shop = await openShop(databaseUrl, { env: { SUPPORT_EMAIL: 'ayuda@tienda.example' } })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${shop.url}/banned-user`)
    await page.getByRole('heading', { level: 1, name: 'Tu cuenta fue suspendida temporalmente' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain('no podrás usar las funciones de tu cuenta')
    const address = main.getByRole('link', { name: 'ayuda@tienda.example' })
    await address.waitFor()
    expect(await address.getAttribute('href')).toBe('mailto:ayuda@tienda.example')
    expect(await main.innerText()).toContain('comunicate con nuestro equipo de soporte: ayuda@tienda.example.')
  } finally {
    await browser.close()
    await shop.stop()
  }
})
