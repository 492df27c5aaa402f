// An invoice in the shopper's name: asked for in the cart, shown on the order and to the staff.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

async function buyerOf(shop: TestShop) {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id, 1)
  return buyer
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true })
const choice = (page: Page) => page.getByRole('group', { name: 'Factura A o B' })

async function pay(page: Page): Promise<number> {
  await payButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información de Pago')
  const link = page.getByRole('link', { name: /^Ver la orden Nº/ })
  return Number(/\d+/.exec((await link.textContent()) ?? '')?.[0])
}

test('an invoice is asked for in a folded part of the cart, which opens on a wrong number and survives a reload', async ({
  shop,
  visit,
}) => {
  const page = await visit({ as: await buyerOf(shop), width: 390 })
  await page.goto('/shoppingCart')
  await expect(choice(page)).toBeHidden()
  const fold = page.getByText('Factura A o B').first()
  await fold.click()
  await choice(page).getByRole('radio', { name: 'Factura A' }).check()
  await page.getByLabel('CUIT', { exact: true }).fill('28.123.456')
  await fold.click()
  await expect(choice(page)).toBeHidden()
  await payButton(page).click()
  await expect(page.getByLabel('CUIT', { exact: true })).toBeFocused()
  await expect(choice(page)).toContainText('Para la Factura A escribí un CUIT válido, de 11 números.')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  await choice(page).getByRole('radio', { name: 'Factura B' }).check()
  await expect(page.getByRole('textbox', { name: 'DNI o CUIT' })).toHaveValue('28.123.456')
  const id = await pay(page)

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'DNI o CUIT' })).toHaveValue('28.123.456')
  await expect(payButton(page)).toBeEnabled()
  expect(await pay(page)).toBe(id)
  await page.goto(`/order/${id}`)
  await expect(page.getByRole('region', { name: 'Productos' })).toContainText('Factura pedidaFactura B, DNI 28.123.456')
})

test('the staff read on an order which invoice its buyer asked for', async ({ shop, visit }) => {
  const buyer = await buyerOf(shop)
  const asked = { quantity: '1', price: 10.5, description: 'Tu compra en GamerTech' }
  const invoice = { kind: 'A', taxId: '30-12345678-1' }
  const { orderId } = (await buyer.post('/api/payment/create_preference', { ...asked, invoice })).body
  await shop.settled()
  const page = await visit({ as: await shop.newStaff('support'), width: 390 })
  await page.goto(`/controlPanel?tab=ordenes&id=${orderId}`)
  const detail = page.getByRole('region', { name: 'Detalle de la orden' })
  await expect(detail.getByText('Factura A, CUIT 30-12345678-1')).toBeVisible()
  // The cart of another browser goes on with it.
  const own = await visit({ as: buyer })
  await own.goto('/shoppingCart')
  await expect(own.getByLabel('CUIT', { exact: true })).toHaveValue('30123456781')
  expect(await pay(own)).toBe(orderId)
})
