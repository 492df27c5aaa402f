// The Buzón local in a real browser: readable on a phone and on a desk, links work, scripts of a mail do not.
import AxeBuilder from '@axe-core/playwright'
import { Pool } from 'pg'
import { expect } from 'vitest'
import { smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { frugal, launchChromium } from '#scripts/testing/chromium.ts'
import { test } from '#scripts/testing/database.ts'
import { startMailbox } from './mailbox.ts'

test('a mail is found, read and its link opened, and its script does not run', async ({ databaseUrl }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 3 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, host: '127.0.0.1', pool })
  const browser = await launchChromium(frugal)
  try {
    const link = `${mailbox.url}/pages.css?token=1`
    await smtpMailer({ smtpUrl: mailbox.smtpUrl, from: 'GamerTech <hola@gamertech.test>' }).send({
      to: 'comprador@gamertech.test',
      subject: 'Restablecé tu contraseña',
      text: `Entrá a ${link}`,
      html: `<h1 style="color:#5b3fa8">Hola</h1><p><a href="${link}">Elegir una nueva</a></p>
        <script>document.querySelector('h1').textContent = 'ran'</script>`,
    })
    const page = await (await browser.newContext({ locale: 'es-AR' })).newPage()
    const inspect = async () => {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
    }
    await page.goto(mailbox.url)
    await page.getByRole('searchbox', { name: 'Destinatario' }).fill('comprador')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await inspect()
    await page.getByRole('link', { name: 'Restablecé tu contraseña' }).click()
    const frame = page.frameLocator('iframe')
    expect(await frame.getByRole('heading').textContent()).toBe('Hola')
    await inspect()
    const popup = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Elegir una nueva' }).click()
    await (await popup).waitForURL(link)
  } finally {
    await browser.close()
    await mailbox.stop()
    await pool.end()
  }
})
