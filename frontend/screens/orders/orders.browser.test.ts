// The list of a shopper's orders in a real browser, and who may see an order.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const dayOf = (iso: string) => {
  const inBuenosAires = new Date(Date.parse(iso) - 3 * 3_600_000)
  return new RegExp(`^${inBuenosAires.getUTCDate()} [a-z]{3,4} ${inBuenosAires.getUTCFullYear()}$`)
}

async function order(shop: TestShop, buyer: Person, productId: number, quantity: number) {
  await shop.addToCart(buyer, productId, quantity)
  const placed = await shop.placeOrder(buyer)
  return { ...placed, placedAt: (await buyer.get(`/api/order/${placed.id}`)).body.placedAt as string }
}

test('[ORD-01] only the own orders, newest first, each with number, date, state, total and a link', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 10.1, stock: 20 })
  const [buyer, other] = [await shop.newShopper(), await shop.newShopper()]
  const paid = await order(shop, buyer, product.id, 1)
  await shop.pay(buyer, paid)
  await order(shop, other, product.id, 4)
  const rejected = await order(shop, buyer, product.id, 2)
  await shop.pay(buyer, rejected, 'rejected')
  const open = await order(shop, buyer, product.id, 1)
  expect(new Set([open.placedAt, rejected.placedAt, paid.placedAt]).size).toBe(3)

  const page = await visit({ as: buyer })
  const expected = [
    { ...open, state: 'Pendiente de pago', total: '$ 30,30' },
    { ...rejected, state: 'Pago rechazado', total: '$ 20,20' },
    { ...paid, state: 'Pagada', total: '$ 10,10' },
  ]
  for (const [place, { id, state, total, placedAt }] of expected.entries()) {
    await page.goto('/orders')
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(3)
    const card = cards.nth(place)
    await expect(card.getByText(state, { exact: true })).toBeVisible()
    await expect(card.getByText(total, { exact: true })).toBeVisible()
    await expect(card.getByRole('time')).toHaveText(dayOf(placedAt))
    await expect(card.getByRole('time')).toHaveAttribute('datetime', placedAt)
    await card.getByRole('link', { name: `Orden Nº ${id}`, exact: true }).click()
    await expect(page).toHavePath(`/order/${id}`)
  }
})

test('of many orders the newest twenty, and further ones when they are asked for, by keyboard too', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 10, stock: 30 })
  const buyer = await shop.newShopper()
  const ids: number[] = []
  for (let count = 0; count < 22; count++) {
    const placed = await order(shop, buyer, product.id, 1) // each replaces the one before
    ids.unshift(placed.id)
    // Without it so many would make the account wait.
    if (count === 11) await shop.pay(buyer, placed)
  }
  const page = await visit({ as: buyer })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === `/api/purchase/${buyer.id}`) asked.push(search)
  })
  await page.goto('/orders')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(20)
  expect(new Set(asked)).toEqual(new Set(['?page=1&size=20']))
  const more = page.getByRole('button', { name: 'Ver más compras' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(cards).toHaveCount(22)
  await expect(more).toHaveCount(0)
  const links = await cards.getByRole('link', { name: /^Orden Nº/ }).allTextContents()
  expect(links).toEqual(ids.map((id) => `Orden Nº ${id}`))
})

/** What a page says once it no longer loads. */
async function saidBy(page: Page, path: string): Promise<string> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
  return page.getByRole('main').innerText()
}

test("[ORD-08] orders lead a visitor to /login, and somebody else's is not found like an absent one", async ({
  shop,
  page,
  visit,
}) => {
  const product = await shop.addProduct({ name: 'Secreto ajeno' })
  const [owner, other] = [await shop.newShopper(), await shop.newShopper()]
  const { id } = await order(shop, owner, product.id, 1)
  for (const path of ['/orders', `/order/${id}`]) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
    await expect.poll(() => toastsOf(page)).toContain('¡Primero debes iniciar sesión!')
  }
  const absent = id + 1_000_000
  const stranger = await visit({ as: other })
  const [foreign, none] = [await saidBy(stranger, `/order/${id}`), await saidBy(stranger, `/order/${absent}`)]
  expect(foreign).toContain('No encontramos esa orden')
  expect(foreign.replaceAll(String(id), 'N')).toBe(none.replaceAll(String(absent), 'N'))
  expect(await saidBy(await visit({ as: owner }), `/order/${id}`)).toContain('Secreto ajeno')
  const answers = [await other.get(`/api/order/${id}`), await other.get(`/api/order/${absent}`)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})
