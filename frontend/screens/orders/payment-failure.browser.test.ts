// Back from the wallet by whatever way, paid or not, in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { goToWallet } from '#frontend/testing/steps.ts'

const waiting = (page: Page) => page.getByRole('region', { name: 'Orden sin pagar' })
const payButton = (page: Page) => page.getByRole('button', { name: 'Pagar', exact: true })

/** A shopper with one product in the cart. */
async function buyerOf(shop: TestShop, price = 10.5) {
  const product = await shop.addProduct({ price, stock: 5 })
  const buyer = await shop.newShopper()
  await shop.addToCart(buyer, product.id)
  return { product, buyer }
}

test('leaving the wallet without paying says that the order can still be paid, and leads back to its wallet', async ({
  shop,
  visit,
}) => {
  const { buyer } = await buyerOf(shop)
  const order = await shop.placeOrder(buyer)
  const page = await visit({ as: buyer })
  await page.goto(order.walletUrl)
  const wallet = page.url()
  await page.getByRole('link', { name: 'Volver sin pagar' }).click()
  await expect(page).toHavePath('/payment/failure')
  await expect(page.getByRole('heading', { name: 'Tu orden espera el pago' })).toBeVisible()
  await expect(page.getByText('El Pago no pudo realizarse')).toBeHidden()
  await expect(page.getByText(/^1[34]:\d\d$/)).toBeVisible()
  await page.getByRole('link', { name: 'Seguir pagando' }).click()
  await expect(page).toHaveURL(wallet)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByRole('heading', { name: 'El Pago no pudo realizarse' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Seguir pagando' })).toBeHidden()
})

test('an order that was paid meanwhile is not said to have failed', async ({ shop, visit }) => {
  const { buyer } = await buyerOf(shop)
  const order = await shop.placeOrder(buyer)
  await shop.pay(buyer, order)
  const page = await visit({ as: buyer })
  await page.goto(`/payment/failure?order=${order.id}`)
  await expect(page.getByRole('heading', { name: 'Pago realizado correctamente' })).toBeVisible()
})

test('Back from the wallet shows the cart and the order that waits; with a price that changed meanwhile another order takes its place', async ({
  shop,
  visit,
}) => {
  const { buyer, product } = await buyerOf(shop, 10)
  const page = await visit({ as: buyer, width: 390 })
  await goToWallet(page)
  await page.goBack()
  await expect(waiting(page)).toContainText('espera tu pago')
  await expect(payButton(page)).toBeEnabled()
  await shop.changeProduct(product.id, { price: 12.5 })
  await page.goForward()
  // What was ordered costs what it did.
  await expect(page.getByRole('main')).toContainText('10,00')
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Productos del carrito' })).toContainText('12,50')
  await payButton(page).click()
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Total$\u00a012,50')
  await shop.settled()
  const orders: { state: string; total: number }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  expect(orders.map(({ state, total }) => [state, total])).toEqual([
    ['placed', 12.5],
    ['cancelled', 10],
  ])
})

test('a page that the browser kept while its order was paid does not offer to pay again when it is shown', async ({
  shop,
  visit,
}) => {
  const { buyer } = await buyerOf(shop)
  const page = await visit({ as: buyer })
  await page.goto('/shoppingCart')
  await payButton(page).click()
  const link = page.getByRole('link', { name: 'Ir al sitio de pago' })
  await expect(link).toBeVisible()
  const preferenceId = new URL((await link.getAttribute('href')) ?? '').searchParams.get('pref_id') ?? ''
  await shop.settled()
  const [order]: { id: number }[] = (await buyer.get(`/api/purchase/${buyer.id}`)).body
  // As Chromium does when it puts a page away and takes it out again; started by a test it keeps none.
  const shown = (visibility: 'hidden' | 'visible', event: 'pagehide' | 'pageshow') =>
    page.evaluate(
      ([state, name]) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))
      },
      [visibility, event] as const,
    )
  await shown('hidden', 'pagehide')
  await shop.payUnseen({ id: order?.id ?? 0, preferenceId })
  await shown('visible', 'pageshow')
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
  await expect(link).toHaveCount(0)
})

const pending = (page: Page) => page.getByText('Tu pago está pendiente')
/** The page says so, and after a while its order does. */
const known = (page: Page) => page.getByRole('heading', { name: /^(Pago realizado correctamente|Compra exitosa)$/ })

test('the way back is the same after a reload, while nobody knows of the payment and once it is known; opened twice it is one purchase', async ({
  shop,
  visit,
}) => {
  const { buyer, product } = await buyerOf(shop)
  const page = await visit({ as: buyer })
  await goToWallet(page)
  await page.getByRole('button', { name: 'Dejar pendiente' }).click()
  await expect(page).toHavePath('/payment/success')
  const back = new URL(page.url())
  const orderId = Number(back.searchParams.get('order'))
  await expect(pending(page)).toBeVisible()
  await page.reload()
  await expect(pending(page)).toBeVisible()
  const twin = await page.context().newPage()
  await twin.goto(back.href)
  await expect(pending(twin)).toBeVisible()
  await shop.settled()
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toMatchObject([{ id: orderId, state: 'placed' }])

  const letGo = await holdCalls(page, '**/api/payment/return')
  await shop.settleUnsaid(back.searchParams.get('payment_id') ?? '', 'approved')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Confirmando tu pago…' })).toBeVisible()
  await expect(page.getByText('Pago realizado correctamente')).toBeHidden()
  await letGo()
  // The twin asks by itself.
  for (const tab of [page, twin]) await expect(known(tab)).toBeVisible()
  for (const tab of [page, twin]) {
    await tab.goto(back.href)
    await expect(known(tab)).toBeVisible()
    await tab.reload()
    await expect(known(tab)).toBeVisible()
  }
  await shop.settled()
  expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toMatchObject([{ id: orderId, state: 'paid' }])
  expect(await shop.stockOf(product.id)).toEqual({ onHand: 4, available: 4 })
})
