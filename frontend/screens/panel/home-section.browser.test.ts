// The section Inicio of the control panel: what somebody has to look at, and how the shop does.
import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { failCalls } from '#frontend/testing/network.ts'
import { openTestShop, type Person, type TestShop } from '#frontend/testing/shop.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, name: RegExp) =>
  page
    .getByRole('definition')
    .filter({ has: page.locator('xpath=preceding-sibling::dt') })
    .filter({ hasText: name })
/** In milliseconds: the section looks again every ten seconds. */
const nextLook = { timeout: 15_000 }

/** Somebody buys all units of a product, somebody else holds one of another, and a third is suspended. */
async function sell(shop: TestShop, price: number) {
  const product = await shop.addProduct({ price, stock: 2 })
  const buyer = await shop.newShopper('Dana Luz')
  await shop.addToCart(buyer, product.id, 2)
  const paid = await shop.placeOrder(buyer)
  await shop.pay(buyer, paid)
  await shop.postReview(buyer, product.id, 2, 'Llegó con una tecla floja.')
  const other = await shop.newShopper()
  await shop.addToCart(other, (await shop.addProduct({ stock: 50 })).id)
  const open = await shop.placeOrder(other)
  await shop.ban(await shop.newShopper())
  return { product, open }
}

/** Each part of a shop that has sold nothing says so. */
async function expectNothingYet(page: Page): Promise<void> {
  const empty = {
    'Ventas por día': 'no hay ventas',
    'Más vendidos': 'no se vendió nada',
    'Órdenes por estado': 'no hay órdenes',
    'Reseñas para leer': 'no hay reseñas',
  }
  for (const [name, text] of Object.entries(empty)) await expect(part(page, name)).toContainText(`Todavía ${text}`)
}

/** The sales as a table are what the API answers, and what was sold. */
async function expectTable(page: Page, admin: Person): Promise<void> {
  const { days } = (await admin.get('/api/panel/overview/sales')).body
  await page.getByRole('button', { name: 'Ventas por día: ver como tabla' }).click()
  const rows = page.getByRole('table', { name: 'Ventas por día' }).getByRole('row')
  await expect(rows).toHaveCount(31)
  const today = days.at(-1)
  expect(today).toMatchObject({ placed: 2, paid: 1, units: 2, income: 2501, refunded: 0 })
  const [, month, date] = today.day.split('-')
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    ...[`${date}/${month}`, '2', '1', '2'],
    ...['U$S 2.501,00', 'U$S 0,00'],
  ])
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Ventas por día: ver como gráfico' }).click()
}

/** Nothing is wider than a phone, and of who wants less motion nothing moves for longer than a blink. */
async function expectNarrowAndCalm(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const moving = () =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 10).length
  expect(await page.evaluate(moving)).toBe(0)
}

test('a shop without sales says so; sales, orders, exceptions and reviews then appear without a reload, and tables say what the API says', async ({
  ownShop,
  visit,
}) => {
  const shop = await ownShop()
  const admin = await shop.newAdmin()
  const page = await visit({ shop, as: admin })
  await page.goto('/controlPanel')
  await expect(page.getByRole('tab', { name: 'Inicio' })).toHaveAttribute('aria-selected', 'true')
  await expectNothingYet(page)

  const { product, open } = await sell(shop, 1250.5)
  await expect(figure(page, /1 orden pagada, 2 unidades/)).toHaveCount(3, nextLook)
  await expect(part(page, 'Ventas por día')).toContainText(/se cobraron U\$S.2\.501,00 por 1 orden/, nextLook)
  const chart = part(page, 'Ventas por día').getByRole('img')
  await expect(chart).toHaveAccessibleName(/^En 30 días se cobraron U\$S.2\.501,00/)
  await expect(part(page, 'Reseñas para leer')).toContainText('Llegó con una tecla floja.', nextLook)
  const exceptions = part(page, 'Para atender').getByRole('listitem')
  await expect(exceptions.filter({ hasText: '1 producto agotado que se vende' })).toContainText(product.name, nextLook)
  await expect(exceptions.filter({ hasText: '1 cuenta suspendida esta semana' })).toBeVisible(nextLook)

  await expectTable(page, admin)
  await expect(chart).toBeVisible()
  await expectNarrowAndCalm(page)
  await exceptions.getByRole('link', { name: '1 cuenta suspendida esta semana' }).click()
  await expect(page.getByRole('tab', { name: 'Auditoría' })).toHaveAttribute('aria-selected', 'true')
  await expect(
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ hasText: /suspend/i })
      .first(),
  ).toBeVisible()
  await page.goBack()
  shop.passMinutes(10)
  await exceptions.getByRole('link', { name: `Nº ${open.id}` }).click(nextLook)
  await expect(page.getByRole('region', { name: 'Detalle de la orden' })).toBeVisible()
})

test('each of the staff sees the parts of their role, and a part that fails leaves the others', async ({ visit }) => {
  // Nobody has verified this shop.
  const shop = await openTestShop()
  onTestFinished(() => shop.stop())
  await shop.addProduct()
  const parts = ['Ventas por día', 'Más vendidos', 'Stock para reponer', 'Reseñas para leer']
  const seen = async (page: Page) => {
    await page.goto('/controlPanel')
    await expect(part(page, 'Para atender')).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
    const shown = await Promise.all(parts.map(async (name) => ((await part(page, name).count()) > 0 ? [name] : [])))
    return shown.flat()
  }
  const of = async (role: 'editor' | 'support' | 'auditor' | 'operator') =>
    visit({ shop, as: await shop.newStaff(role) })
  expect(await seen(await of('editor'))).toEqual(['Más vendidos', 'Stock para reponer', 'Reseñas para leer'])
  expect(await seen(await of('support'))).toEqual(parts)
  expect(await seen(await of('auditor'))).toEqual(parts)
  const operator = await of('operator')
  expect(await seen(operator)).toEqual([])
  await expect(operator.getByText('Lo que se muestra')).toBeVisible()
  await operator.keyboard.press('Control+k')
  await operator.keyboard.type('orden 1')
  await expect(operator.getByRole('dialog').getByRole('status')).toHaveText('Nada de tu rol coincide.')
  expect(await axeFaults(operator, { within: '[role=dialog]' })).toEqual([])
  await operator.keyboard.press('Escape')
  await part(operator, 'Para atender').getByRole('link', { name: 'Sin verificación reciente' }).click()
  await expect(operator.getByRole('tab', { name: 'Operaciones' })).toHaveAttribute('aria-selected', 'true')

  const page = await visit({ shop, as: await shop.newAdmin() })
  await failCalls(page, '/api/panel/overview/sales')
  await page.goto('/controlPanel')
  await expect(page.getByRole('alert')).toContainText('No pudimos cargar las ventas')
  await expect(part(page, 'Reseñas para leer')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(part(page, 'Ventas por día')).toBeVisible()
})
