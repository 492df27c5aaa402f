// The 'Botón de arrepentimiento' without an account.
import type { Page } from 'playwright'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

/** In minutes. */
const elevenDays = 11 * 24 * 60

async function placedOrder(shop: TestShop) {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  return { buyer, order: await shop.placeOrder(buyer) }
}

async function pickedUpOrder(shop: TestShop, admin: Person) {
  const { buyer, order } = await placedOrder(shop)
  await shop.pay(buyer, order)
  await admin.post(`/api/order/${order.id}/prepare`, {})
  await admin.post(`/api/order/${order.id}/ready`, {})
  await admin.post(`/api/order/${order.id}/handover`, {})
  await shop.settled()
  return { buyer, order }
}

/** The panel shows the code of the request, and the buyer has it by mail. */
async function expectCodeFor(shop: TestShop, panel: Page, { order, email }: { order: { id: number }; email: string }) {
  await shop.settled()
  await panel.goto(`/controlPanel?tab=ordenes&id=${order.id}`)
  const code = panel.getByRole('region', { name: 'Detalle de la orden' }).getByText(/^A-\d+-[0-9A-F]{6}$/)
  const text = (await code.textContent()) ?? 'no code'
  const mails = async () => (await mailsTo(shop.mailboxUrl, email)).map(({ text_body }) => text_body).join()
  await expect.poll(mails).toContain(text)
}

/** Presses the button, and answers what it asks. */
async function withdrawal(page: Page, answer = 'Sí, me arrepiento'): Promise<void> {
  await page.getByRole('button', { name: 'Me arrepiento de la compra' }).click()
  const dialog = page.getByRole('alertdialog', { name: /¿Devolver la compra de la orden Nº \d+\?/ })
  await dialog.getByRole('button', { name: answer }).click()
}

test('[LIFE-03 partial] a visitor takes a purchase back by number and e-mail from the landing page; a wrong e-mail is told like an absent order', async ({
  shop,
  visit,
  page,
}) => {
  const { buyer, order } = await placedOrder(shop)
  await page.goto('/')
  await page.getByRole('link', { name: 'Botón de arrepentimiento' }).click()
  await expect(page).toHavePath('/arrepentimiento')
  expect(await axeFaults(page, { within: 'main' })).toEqual([])
  const form = page.getByRole('region', { name: 'Tu orden' })
  await form.getByLabel('Número de orden').fill(String(order.id))
  await form.getByLabel('Correo con el que compraste').fill('otra@gamertech.test')
  await withdrawal(page, 'No, quedármela')
  await expect(form.getByRole('status')).toHaveCount(0)
  await withdrawal(page)
  await expect(form.getByRole('status')).toHaveText('No encontramos una orden con ese número y ese correo.')
  await form.getByLabel('Correo con el que compraste').fill(buyer.email)
  await withdrawal(page)
  await expect(form.getByRole('status')).toHaveText('La orden no está pagada: no hay nada que devolver.')
  await shop.pay(buyer, order)
  await withdrawal(page)
  await expect(form.getByRole('status')).toHaveText('Recibimos tu pedido. Te mandamos su código por correo.')
  await form.getByLabel('Correo con el que compraste').press('Enter') // only looks
  await expect(form.getByRole('status')).toHaveText(`Orden Nº ${order.id} Pagada`)
  await expect(form.getByRole('listitem').last()).toContainText('Arrepentimiento')
  const admin = await shop.newAdmin()
  await expectCodeFor(shop, await visit({ as: admin }), { order, email: buyer.email })

  const { buyer: late, order: other } = await pickedUpOrder(shop, admin)
  await form.getByLabel('Número de orden').fill(String(other.id))
  await form.getByLabel('Correo con el que compraste').fill(late.email)
  shop.passMinutes(elevenDays)
  try {
    await withdrawal(page)
    await expect(form.getByRole('status')).toContainText('Pasaron más de diez días desde la entrega')
  } finally {
    shop.passMinutes(-elevenDays)
  }
})
