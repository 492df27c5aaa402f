// Delivery: what it costs before anybody signs in, and an order that is picked up or shipped.
import type { Page } from 'playwright'
import { address, priceShipping } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { offerTransfer } from '#backend/testing/transfer-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { holdAnswers } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import type { VisitOptions } from '#frontend/testing/visits.ts'

const rosario = { from: 2000, to: 2099, price: 450.5, days: 4 }
const estimate = (page: Page) => page.getByRole('region', { name: 'Envío y retiro' })
const summary = (page: Page) => page.getByRole('region', { name: 'Tu compra' })
const payButton = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true })

async function ask(page: Page, postalCode: string): Promise<void> {
  await estimate(page).getByLabel('Código postal').fill(postalCode)
  await estimate(page).getByRole('button', { name: 'Calcular' }).click()
}

async function isAccessible(page: Page, part = 'main'): Promise<void> {
  expect(await axeFaults(page, { within: part })).toEqual([])
}

test('[DELV-01] price and days, or that there is only pick-up, show on a product and in the cart before signing in', async ({
  shop,
  visit,
}) => {
  await priceShipping(await shop.newAdmin(), [rosario], 1000)
  const product = await shop.addProduct({ price: 600 })
  const page = await visit({ width: 390 })
  await page.goto(`/product/${product.id}`)
  await ask(page, '20')
  await expect(estimate(page).getByLabel('Código postal')).toBeFocused()
  await expect(estimate(page)).toContainText('Escribí un código postal de cuatro números')
  await ask(page, 's2000abc')
  await expect(estimate(page)).toContainText('Envío a S2000ABC: $\u00a0450,50, en hasta 4 días hábiles.')
  await expect(estimate(page)).toContainText('Gratis si llevás $\u00a01.000 o más.')
  await expect(estimate(page)).toContainText('Retiro en el local: gratis')
  await isAccessible(page)
  await ask(page, '9410')
  await expect(estimate(page)).toContainText(
    'A 9410 no hacemos envíos: podés retirar tu compra en el local, sin costo.',
  )
  await ask(page, '2001')
  await expect(estimate(page)).toContainText('Envío a 2001')

  await page.getByRole('button', { name: 'Agregar uno' }).click()
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await page.goto('/shoppingCart')
  await expect(page).toHavePath('/login')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click()
  const cart = page.getByRole('region', { name: 'Tu carrito te espera' })
  await expect(cart).toContainText(`${product.name} × 2`)
  await expect(cart).toContainText('Subtotal$\u00a01.200')
  // The postal code is remembered, and so much is shipped free.
  await expect(estimate(page)).toContainText('Envío a 2001: Gratis, en hasta 4 días hábiles.')
  await ask(page, '9410')
  await expect(estimate(page)).toContainText(
    'A 9410 no hacemos envíos: podés retirar tu compra en el local, sin costo.',
  )
  await ask(page, '2099')
  await expect(estimate(page)).toContainText('Envío a 2099: Gratis, en hasta 4 días hábiles.')
})

/** A shopper with one product at 21.30 in the cart. */
async function buyerOf(shop: TestShop) {
  const { id } = await shop.addProduct({ price: 21.3 })
  const buyer = await shop.newShopper('Ana Ríos')
  await shop.addToCart(buyer, id)
  return buyer
}

async function payAtProvider(page: Page, total: string, shipping = ''): Promise<number> {
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(`Total${total}`)
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await expect(page.getByRole('main')).toContainText(total.slice(2))
  const items = page.getByRole('region', { name: 'Detalle de tu compra' }).getByRole('listitem')
  await expect(items).toHaveCount(shipping ? 2 : 1)
  await expect(items.last()).toContainText(shipping)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page).toHavePath('/payment/success')
  return Number(new URL(page.url()).searchParams.get('order'))
}

/** The name is there already. */
async function fillAddress(page: Page): Promise<void> {
  const fields = page.getByRole('group', { name: 'Entrega' })
  await expect(fields.getByLabel('Quién recibe')).toHaveValue('Ana Ríos')
  for (const [label, text] of [
    ['Calle y número', address.street],
    ['Piso y departamento', address.floor],
    ['Localidad', address.city],
    ['Código postal', address.postalCode],
    ['Teléfono', address.phone],
  ] as const)
    await fields.getByLabel(label).fill(text)
  await fields.getByLabel('Provincia').selectOption(address.province)
  await fields.getByLabel('Guardar esta dirección en mi cuenta').check()
}

/** Pays as the page is opened: nothing of shipping shows, and the total is that of the products. */
async function pickUp(page: Page): Promise<void> {
  await page.goto('/shoppingCart')
  await expect(page.getByRole('radio', { name: 'Retiro en el local' })).toBeChecked()
  await expect(summary(page)).not.toContainText('Envío')
  await payButton(page).click()
  const pickedUp = await payAtProvider(page, '$\u00a021,30')
  await page.goto(`/order/${pickedUp}`)
  await expect(page.getByRole('region', { name: 'Entrega' })).toContainText('Retiro en el local')
  await expect(page.getByRole('region', { name: 'Productos' })).not.toContainText('Envío')
}

async function receiptOf(shop: TestShop, { email }: { email: string }): Promise<string | undefined> {
  const mails = await mailsTo(shop.mailboxUrl, email)
  return mails.find(({ subject }) => subject.startsWith('Tu compra'))?.text_body.replace(/\u00a0/g, ' ')
}

test('[DELV-02] picked up, the total is that of the products; shipped, cart, order, provider and mail have one line more', async ({
  shop,
  visit,
}) => {
  const admin = await shop.newAdmin()
  await priceShipping(admin, [rosario])
  await pickUp(await visit({ as: await buyerOf(shop) }))
  const buyer = await buyerOf(shop)
  const page = await visit({ as: buyer })
  await page.goto('/shoppingCart')
  await page.getByRole('radio', { name: 'Envío a domicilio' }).check()
  await payButton(page).click()
  // What is missing is said beside its field, and the first one has the focus.
  await expect(page.getByLabel('Calle y número')).toBeFocused()
  await expect(page.getByText('Escribí la calle y el número.')).toBeVisible()
  await isAccessible(page, 'fieldset')
  await fillAddress(page)
  await page.reload()
  await expect(page.getByLabel('Calle y número')).toHaveValue(address.street)
  await expect(summary(page)).toContainText('Envío$\u00a0450,50')
  await expect(summary(page)).toContainText('Total$\u00a0471,80')
  await payButton(page).click()
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Envío$\u00a0450,50')
  const shipped = await payAtProvider(page, '$\u00a0471,80', 'Envío')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('delivery'))).toBeNull()

  await page.goto(`/order/${shipped}`)
  await expect(page.getByRole('region', { name: 'Productos' })).toContainText('Envío$\u00a0450,50Total$\u00a0471,80')
  await expect(page.getByRole('region', { name: 'Entrega' })).toContainText(
    'Mitre 123, 4º B, Rosario, Santa Fe, CP 2000',
  )
  await isAccessible(page)
  await page.goto('/perfil')
  await expect(page.getByRole('region', { name: 'Dirección de envío' })).toContainText('Mitre 123, 4º B')
  await expect
    .poll(() => receiptOf(shop, buyer), { timeout: 20_000 })
    .toContain('- Envío (hasta 4 días hábiles): $ 450,50\n\nTotal: $ 471,80')
})

const shippingRadio = (page: Page) => page.getByRole('radio', { name: 'Envío a domicilio' })

async function isShipped(page: Page): Promise<void> {
  await expect(shippingRadio(page)).toBeChecked()
  await expect(page.getByLabel('Calle y número')).toHaveValue(address.street)
  await expect(summary(page)).toContainText('Envío$\u00a0450,50')
  await expect(summary(page)).not.toContainText('reemplaza')
}

/** A cart that was ordered with shipping, as its buyer sees it after Back from the wallet. */
async function orderedForShipping(shop: TestShop, visit: (options: VisitOptions) => Promise<Page>) {
  await priceShipping(await shop.newAdmin(), [rosario])
  const buyer = await buyerOf(shop)
  const page = await visit({ as: buyer })
  await page.goto('/shoppingCart')
  await shippingRadio(page).check()
  await fillAddress(page)
  await payButton(page).click()
  await page.getByRole('link', { name: 'Ir al sitio de pago' }).click()
  await page.waitForURL('**/checkout/**')
  await page.goBack()
  await page.goto('/shoppingCart')
  const [{ id }] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  return { buyer, page, told: `Cambiaste algo: se reemplaza la orden Nº ${id}.`, id }
}

/** Told in both tabs while cart or delivery are other than the order's. */
async function changeInTwoTabs(page: Page, second: Page, { told, id }: { told: string; id: number }): Promise<void> {
  await second.getByRole('radio', { name: 'Retiro en el local' }).check()
  await expect(summary(second)).toContainText(told)
  await expect(summary(page)).toContainText(told)
  await shippingRadio(page).check()
  await expect(summary(second)).not.toContainText('reemplaza')
  await page.getByLabel('Calle y número').fill('Sarmiento 9')
  await expect(summary(page)).toContainText(told)
  await page.getByLabel('Calle y número').fill(address.street)
  await expect(summary(page)).not.toContainText('reemplaza')
  // The same cart leads to the same order.
  await payButton(page).click()
  await expect(page.getByRole('link', { name: `Ver la orden Nº ${id}` })).toBeVisible()
  await page.getByRole('button', { name: 'Volver al carrito' }).click()
  await isShipped(page)
}

test("delivery and address outlast reload, Back, a second tab and another sign-in until the order is cancelled; that 'Pagar' will replace it is said before it happens, in every tab", async ({
  shop,
  visit,
}) => {
  const { buyer, page, ...order } = await orderedForShipping(shop, visit)
  await isShipped(page)
  await expect(page.getByText('Llega a 2000 en hasta 4 días hábiles, por $\u00a0450,50.')).toBeVisible()
  await page.reload()
  await isShipped(page)
  const second = await page.context().newPage()
  await second.goto('/shoppingCart')
  await isShipped(second)
  const elsewhere = await visit({ as: buyer, width: 390 })
  await elsewhere.goto('/shoppingCart')
  await isShipped(elsewhere)
  await changeInTwoTabs(page, second, order)
  await page.getByRole('button', { name: 'Agregar uno' }).first().click()
  await expect(summary(page)).toContainText(order.told)
  await page.getByRole('button', { name: 'Cancelar la orden' }).click()
  await page.getByRole('button', { name: 'Sí, cancelar la orden' }).click()
  await expect(page.getByRole('radio', { name: 'Retiro en el local' })).toBeChecked()
  await expect(summary(page)).not.toContainText('reemplaza')
  expect(await page.evaluate(() => localStorage.getItem('delivery'))).toBeNull()
})

test('an admin writes the prices of shipping; what is wrong is named and has the focus', async ({ shop, visit }) => {
  const admin = await shop.newAdmin()
  await priceShipping(admin, [rosario])
  const page = await visit({ as: admin, width: 390 })
  await page.goto('/controlPanel?tab=ordenes')
  await page.getByRole('button', { name: 'Precios de envío' }).click()
  const dialog = page.getByRole('dialog', { name: 'Precios de envío' })
  const first = dialog.getByRole('group', { name: 'Fila 1' })
  await expect(first.getByLabel('Precio')).toHaveValue('450,5')
  await dialog.getByRole('button', { name: 'Agregar fila' }).click()
  const second = dialog.getByRole('group', { name: 'Fila 2' })
  for (const [field, text] of [
    ['Desde', '2099'],
    ['Hasta', '2199'],
    ['Precio', '1.200,50'],
    ['Días', '6'],
  ] as const)
    await second.getByLabel(field).fill(text)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(second).toContainText('Fila 2, Desde: se superpone con la fila 1 (2000 a 2099).')
  await expect(second.getByLabel('Desde')).toBeFocused()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await second.getByLabel('Desde').fill('2100')
  await dialog.getByLabel('Envío gratis desde').fill('90000')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await admin.get('/api/panel/delivery')).body).toMatchObject({
    ranges: [rosario, { from: 2100, to: 2199, price: 1200.5, days: 6 }],
    freeFrom: 90_000,
  })
  const auditor = await visit({ as: await shop.newStaff('auditor') })
  await auditor.goto('/controlPanel?tab=ordenes')
  await auditor.getByRole('button', { name: 'Precios de envío' }).click()
  await expect(auditor.getByRole('group', { name: 'Fila 2' }).getByLabel('Precio')).toHaveValue('1200,5')
  await expect(auditor.getByRole('dialog').getByRole('button')).toHaveText(['Cerrar'])
})

test('shipping prices that were saved are announced even to an admin who closed their dialog meanwhile', async ({
  shop,
  visit,
}) => {
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=ordenes')
  await page.getByRole('button', { name: 'Precios de envío' }).click()
  const dialog = page.getByRole('dialog', { name: 'Precios de envío' })
  await dialog.getByLabel('Envío gratis desde').fill('80000')
  const { answered, release } = await holdAnswers(page, '**/api/panel/delivery')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await answered
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await release()
  await expect(page.getByText('Precios de envío modificados!')).toBeVisible()
})

test('an order by transfer keeps the address in the account, too, if that is asked', async ({ ownShop, visit }) => {
  const shop = await ownShop()
  await offerTransfer(shop)
  await priceShipping(await shop.newAdmin(), [rosario])
  const buyer = await buyerOf(shop)
  const page = await visit({ shop, as: buyer })
  await page.goto('/shoppingCart')
  await page.getByRole('radio', { name: 'Envío a domicilio' }).check()
  await fillAddress(page)
  await page.getByRole('radio', { name: 'Transferencia bancaria' }).check()
  await payButton(page).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
  const saved = async () => (await buyer.get(`/api/users/${buyer.id}/address`)).body
  await expect.poll(saved).toMatchObject({ address: { street: address.street } })
})
