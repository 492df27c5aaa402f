// The 'Botón de arrepentimiento' without an account.
import type { Page } from 'playwright'
import { handOverIn } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

/** In minutes. */
const [hour, tenDays, laterDelivery] = [60, 10 * 24 * 60, 5 * 24 * 60]

async function placedOrder(shop: TestShop) {
  const product = await shop.addProduct()
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  return { buyer, order: await shop.placeOrder(buyer) }
}

/** Picked up five days after everything else happened to it. */
async function pickedUpOrder(shop: TestShop, admin: Person) {
  const { buyer, order } = await placedOrder(shop)
  await shop.pay(buyer, order)
  await admin.post(`/api/order/${order.id}/prepare`, {})
  await admin.post(`/api/order/${order.id}/ready`, {})
  await handOverIn(laterDelivery, shop, order.id, 'pickup')
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

/** An order may be taken back for ten days from the moment at which its buyer has it. */
async function expectTenDays(shop: TestShop, page: Page, admin: Person): Promise<void> {
  const form = page.getByRole('region', { name: 'Tu orden' })
  const { buyer: late, order } = await pickedUpOrder(shop, admin)
  await form.getByLabel('Número de orden').fill(String(order.id))
  await form.getByLabel('Correo con el que compraste').fill(late.email)
  for (const [minutes, said] of [
    [laterDelivery + tenDays + hour, 'Pasaron más de diez días desde la entrega'],
    [laterDelivery + tenDays - hour, 'Recibimos tu pedido. Te mandamos su código por correo.'],
  ] as const) {
    shop.passMinutes(minutes)
    try {
      await withdrawal(page)
      await expect(form.getByRole('status')).toContainText(said)
    } finally {
      shop.passMinutes(-minutes)
    }
  }
}

test('the form says in Spanish what is missing, and asks the shop for nothing', async ({ page }) => {
  await page.goto('/arrepentimiento')
  const [order, email] = [page.getByLabel('Número de orden'), page.getByLabel('Correo con el que compraste')]
  for (const name of ['Ver el estado de la orden', 'Me arrepiento de la compra']) {
    await order.fill('')
    await email.fill('sin arroba')
    await page.getByRole('button', { name }).click()
    await expect(order).toHaveAccessibleDescription('Escribí solo los números de la orden.')
    await expect(email).toHaveAccessibleDescription('Escribí el correo con el que compraste.')
    await expect(order).toBeFocused()
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(callsOf(page, '/api/order')).toEqual([])
})

test('[LIFE-03] a visitor takes a purchase back by number and e-mail from the landing page, up to ten days after its delivery; a wrong e-mail is told like an absent order', async ({
  shop,
  visit,
  page,
}) => {
  const { buyer, order } = await placedOrder(shop)
  await page.goto('/')
  await page.getByRole('link', { name: 'Botón de arrepentimiento' }).first().click()
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
  const events = (await shop.core.store.readStreams([`order-${order.id}`])).get(`order-${order.id}`)
  expect(events?.at(-1)?.type).toBe('WithdrawalRequested')
  const admin = await shop.newAdmin()
  await expectCodeFor(shop, await visit({ as: admin }), { order, email: buyer.email })

  await expectTenDays(shop, page, admin)
})
