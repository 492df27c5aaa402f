// Who sells, at the foot of every page and in the mails, and the link to withdraw at the first visit.
import type { Locator, Page } from 'playwright'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { privacyLegends } from '#backend/domain/user/privacy.limits.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { superAdminKey } from '#backend/testing/shop-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { Person } from '#frontend/testing/shop.ts'

async function sellAs(admin: Person, changed: object = {}): Promise<void> {
  const { revision } = (await admin.get('/api/panel/seller')).body
  const { status } = await admin.post('/api/panel/seller', { ...detailsOf(seller), ...changed, revision })
  expect(status).toBe(200)
}

/** Whether all of it is in sight, without scrolling. */
async function isInSight(page: Page, shown: Locator): Promise<boolean> {
  const box = await shown.boundingBox()
  const size = page.viewportSize()
  return (
    box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width
  )
}

/** Types a wrong CUIT, which is named, and then other hours. */
async function changeHours(panel: Page): Promise<void> {
  await panel.goto('/controlPanel?tab=ajustes')
  const part = panel.getByRole('region', { name: 'Quién vende' })
  await part.getByLabel('CUIT').fill('30-12345678-2')
  await part.getByRole('button', { name: 'Guardar' }).click()
  await expect(part.getByLabel('CUIT')).toBeFocused()
  await expect(part.getByLabel('CUIT')).toHaveAccessibleDescription('CUIT: no es un CUIT: revisá sus once números.')
  await part.getByLabel('CUIT').fill('30-12345678-1')
  await part.getByLabel('Horario de atención').fill('Todos los días de 10 a 20 h')
  await part.getByRole('button', { name: 'Guardar' }).click()
  await expect(panel.getByText('Datos de quien vende guardados!')).toBeVisible()
  expect(await axeFaults(panel)).toEqual([])
}

const footOf = (page: Page) => page.locator('footer')

test('[TRUE-09] a visitor on a phone finds who sells and the legal links; a change shows at once and in the next mail', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  const admin = await shop.newAdmin()
  await sellAs(admin)
  const product = await shop.addProduct()
  await shop.settled()
  const phone = await visit({ shop, width: 390, height: 844 })
  await phone.goto('/')
  const foot = footOf(phone)
  await expect(foot).toContainText('Uno y Dos S.R.L. CUIT 30-12345678-1')
  for (const text of ['Mitre 100, Rosario', 'Lunes a viernes de 8 a 17 h']) await expect(foot).toContainText(text)
  const links = {
    '+54 341 555-0100': 'tel:+543415550100',
    'hola@latienda.example': 'mailto:hola@latienda.example',
    'Contratos de adhesión – Ley N.º 24.240 de Defensa del Consumidor': '/terms',
    'Defensa del Consumidor: reclamos': 'https://www.argentina.gob.ar/reclamos',
    'Data Fiscal': 'https://qr.arca.gob.ar/?qr=uno',
  }
  for (const [name, href] of Object.entries(links))
    expect(await foot.getByRole('link', { name }).getAttribute('href'), name).toBe(href)
  await phone.goto(`/product/${product.id}`)
  await expect(phone.getByText('Lunes a viernes de 8 a 17 h').first()).toBeVisible()

  const panel = await visit({ shop, as: admin })
  await changeHours(panel)
  await shop.settled()
  for (const path of ['/', `/product/${product.id}`, '/home']) {
    await phone.goto(path)
    await expect(footOf(phone)).toContainText('Todos los días de 10 a 20 h')
    await expect(phone.getByText('Lunes a viernes de 8 a 17 h')).toHaveCount(0)
  }
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  await shop.pay(buyer, await shop.placeOrder(buyer))
  const receipt = async () => (await mailsTo(shop.mailboxUrl, buyer.email))[0]?.text_body ?? ''
  await expect.poll(receipt).toContain('Todos los días de 10 a 20 h')
})

test('the link to withdraw is in sight at the first visit, without scrolling, on a phone and on a desk', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  await shop.settled()
  const page = await visit()
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    for (const path of ['/', '/home', `/product/${product.id}`, '/login']) {
      await page.goto(path)
      const link = page.getByRole('link', { name: 'Botón de arrepentimiento' }).first()
      await expect(link).toBeVisible()
      expect([path, size.width, await isInSight(page, link)]).toEqual([path, size.width, true])
    }
  }
})

test('both legends of the law on personal data stand word for word where data is asked for and explained', async ({
  visit,
}) => {
  const page = await visit()
  for (const path of ['/privacy', '/register']) {
    await page.goto(path)
    for (const legend of privacyLegends) await expect(page.getByText(legend, { exact: true })).toBeVisible()
  }
})

test('the bank account is saved with the super-admin key alone', async ({ ownShop, visit }) => {
  const shop = await ownShop()
  const panel = await visit({ shop, as: await shop.newAdmin() })
  await panel.goto('/controlPanel?tab=ajustes')
  const part = panel.getByRole('region', { name: 'Cuenta bancaria' })
  const fields = { Banco: 'Banco de Prueba', Titular: 'Uno S.A.', 'CBU o CVU': seller.cbu }
  for (const [label, text] of Object.entries(fields)) await part.getByLabel(label).fill(text)
  await part.getByLabel('Clave superAdmin').fill('no es esta')
  await part.getByRole('button', { name: 'Guardar' }).click()
  await expect(part.getByRole('alert')).toContainText('La clave superAdmin no es correcta. Quedan 2 intentos.')
  await part.getByLabel('Clave superAdmin').fill(superAdminKey)
  await part.getByRole('button', { name: 'Guardar' }).click()
  await expect(panel.getByText('Cuenta bancaria guardada!')).toBeVisible()
  await expect(part.getByRole('button', { name: 'Guardar' })).toBeDisabled()
})
