// One order in a real browser: what it holds, paying it, and how it stands.
import type { Locator, Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

const lines = (page: Page) => page.getByRole('region', { name: 'Productos' })
const amounts = (place: Locator) => place.getByText(/^\$\s\d/)
/** The names of the states, as a whole text. */
const stateNames = /^(Pendiente de pago|Pagada|Pago rechazado|Vencida|Cancelada|Reembolsada)$/
const badge = (page: Page) => page.getByRole('main').locator('span').getByText(stateNames)

/** An order of 2 keyboards at 10.50 and 3 mice at 0.10. */
async function placedOrder(shop: TestShop) {
  const keyboard = await shop.addProduct({ price: 10.5 })
  const mouse = await shop.addProduct({ price: 0.1 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, keyboard.id, 2)
  await shop.addToCart(buyer, mouse.id, 3)
  return { buyer, keyboard, mouse, order: await shop.placeOrder(buyer) }
}

async function expectBoughtLines(page: Page, names: readonly string[]): Promise<void> {
  const [first, second] = [lines(page).getByRole('listitem').first(), lines(page).getByRole('listitem').last()]
  await expect(lines(page).getByRole('listitem').getByRole('link')).toHaveText(names)
  await expect(first).toContainText(/2 × \$\s10,50/)
  await expect(second).toContainText(/3 × \$\s0,10/)
  await expect(amounts(lines(page)).last()).toHaveText('$ 21,30')
}

test('[ORD-02] an order shows its number, state, lines with unit price and quantity, and total', async ({
  shop,
  visit,
}) => {
  const { buyer, keyboard, mouse, order } = await placedOrder(shop)
  const page = await visit({ as: buyer })
  const states = ['Pendiente de pago', 'Pagada']
  for (const state of states) {
    await page.goto(`/order/${order.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden Nº ${order.id}`)
    await expect(page.getByRole('status').getByText(stateNames)).toHaveText(state)
    await expectBoughtLines(page, [keyboard.name, mouse.name])
    if (state === states[0]) await shop.pay(buyer, order)
  }
})

test("[ORD-03] an order keeps the names and prices of the moment of 'Pagar'", async ({ shop, visit }) => {
  const { buyer, keyboard, mouse, order } = await placedOrder(shop)
  await shop.pay(buyer, order)
  await shop.changeProduct(keyboard.id, { name: 'Otro nombre', price: 99 })
  const page = await visit({ as: buyer })
  await page.goto(`/product/${keyboard.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otro nombre')
  await page.goto(`/order/${order.id}`)
  await expectBoughtLines(page, [keyboard.name, mouse.name])
  await expect(page.getByText('Otro nombre')).toHaveCount(0)
})

test('[ORD-04] a placed order shows amount, end of the hold and the way to pay, a paid one no way to pay', async ({
  shop,
  visit,
}) => {
  const { buyer, order } = await placedOrder(shop)
  const { holdUntil } = (await buyer.get(`/api/order/${order.id}`)).body
  const page = await visit({ as: buyer })
  await page.goto(`/order/${order.id}/checkout/payment`)
  const pending = page.getByRole('region', { name: 'Pago pendiente' })
  await expect(amounts(pending)).toHaveText(['$ 21,30'])
  await expect(pending.getByRole('time')).toHaveAttribute('datetime', holdUntil)
  await expect(pending.getByText(/^\d\d?:\d\d$/)).toBeVisible()
  await pending.getByRole('link', { name: 'Pagar en Mercado Pago' }).click()
  await expect(page).toHaveURL(order.walletUrl)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByText('Pago realizado correctamente')).toBeVisible()

  await page.goto(`/order/${order.id}/checkout/payment`)
  await expect(badge(page)).toHaveText('Pagada')
  await expect(pending).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /pagar/i })).toHaveCount(0)
  const addresses = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(addresses.filter((address) => new URL(address).origin !== new URL(page.url()).origin)).toEqual([])
})

for (const step of ['checkout', 'checkout/payment']) {
  test(`[ORD-05] [ORD-06] /${step}/confirmation shows the real state, and success only of a paid order`, async ({
    shop,
    visit,
  }) => {
    const { buyer, keyboard, mouse, order } = await placedOrder(shop)
    const page = await visit({ as: buyer })
    const path = `/order/${order.id}/${step}/confirmation`
    const success = page.getByRole('heading', { name: 'Compra exitosa' })
    const expectOrder = async (state: string) => {
      await expect(page.getByText(`Orden Nº ${order.id}`, { exact: true }).last()).toBeVisible()
      await expect(badge(page)).toHaveText(state)
      await expectBoughtLines(page, [keyboard.name, mouse.name])
    }
    await page.goto(path)
    await expectOrder('Pendiente de pago')
    await page.goto(`${path}/success`)
    await expectOrder('Pendiente de pago')
    await expect(success).toHaveCount(0)

    await shop.pay(buyer, order)
    await page.goto(path)
    await expectOrder('Pagada')
    await page.goto(`${path}/success`)
    await expectOrder('Pagada')
    await expect(success).toBeVisible()
  })

  test(`[ORD-07] /${step}/confirmation/error of a rejected and of an expired order leads back to the cart`, async ({
    shop,
    visit,
  }) => {
    for (const state of ['Pago rechazado', 'Vencida']) {
      const { buyer, order } = await placedOrder(shop)
      const page = await visit({ as: buyer })
      const path = `/order/${order.id}/${step}/confirmation/error`
      const failed = page.getByRole('heading', { name: 'Compra fallida' })
      await page.goto(path)
      await expect(badge(page)).toHaveText('Pendiente de pago')
      await expect(failed).toHaveCount(0)
      if (state === 'Vencida') await shop.expire(order)
      else await shop.pay(buyer, order, 'rejected')
      await page.goto(path)
      await expect(failed).toBeVisible()
      await expect(badge(page)).toHaveText(state)
      await page.getByRole('main').getByRole('link', { name: 'Volver al carrito' }).click()
      await expect(page).toHavePath('/shoppingCart')
    }
  })
}
