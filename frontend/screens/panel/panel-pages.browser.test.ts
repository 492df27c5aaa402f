// The pages of the panel's lists, and what the address carries.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { addRows } from './testing/panel-rows.ts'

const pagination = (page: Page) => page.getByRole('navigation', { name: 'Páginas' })
const step = (page: Page, name: string) => pagination(page).getByRole('button', { name, exact: true })
const ids = (page: Page) => page.getByRole('row').locator('td:first-child')
const texts = (numbers: readonly number[]) => numbers.map(String)

async function openList(page: Page, tab: string, q: string): Promise<void> {
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('searchbox').fill(q)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByText(`Búsqueda: «${q}»`)).toBeVisible()
}

/** The list stands on this page of `rows`: its rows, the numbers offered, and which steps rest. */
async function expectPage(page: Page, rows: readonly number[], at: number, numbers: readonly number[]): Promise<void> {
  await expect(ids(page)).toHaveText(texts(rows.slice(5 * (at - 1), 5 * at)))
  const pages = Math.ceil(rows.length / 5)
  await expect(pagination(page).getByRole('button', { name: /^Página \d+$/ })).toHaveText(texts(numbers))
  await expect(pagination(page).locator('[aria-current]')).toHaveText(String(at))
  for (const name of ['Primero', 'Página anterior']) await expect(step(page, name)).toBeEnabled({ enabled: at > 1 })
  for (const name of ['Página siguiente', 'Último']) await expect(step(page, name)).toBeEnabled({ enabled: at < pages })
}

const lists = [
  ['Productos', 'products', 'productos'],
  ['Clientes', 'users', 'clientes'],
  ['Reseñas', 'products', 'resenas'],
] as const

test('[CONST-02] [PAN-25] a page holds five rows, or more if they are asked for, and the address leads back to section, search and page', async ({
  shop,
  visit,
}) => {
  const name = `Once filas ${process.pid}`
  const rows = await addRows(shop, name, 11)
  const page = await visit({ as: await shop.newAdmin() })
  for (const [tab, kind, address] of lists) {
    await openList(page, tab, name)
    await expectPage(page, rows[kind], 1, [1, 2, 3])
    await step(page, 'Página siguiente').click()
    await expectPage(page, rows[kind], 2, [1, 2, 3])
    const carried = { tab: address, q: name, page: '2' }
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(carried)
    await page.reload()
    await expectPage(page, rows[kind], 2, [1, 2, 3])
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await step(page, 'Página 3').click()
    await expectPage(page, rows[kind], 3, [2, 3])
    await page.goBack()
    await expectPage(page, rows[kind], 2, [1, 2, 3])
  }
  await page.getByLabel('Filas por página').selectOption('20')
  await expect(ids(page)).toHaveText(texts(rows.products))
  await page.reload()
  await expect(ids(page)).toHaveText(texts(rows.products))
  await expect(page.getByLabel('Filas por página')).toHaveValue('20')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tab: 'resenas', q: name, size: '20' })
})

test('[PAN-24] eight pages are walked by first, previous, numbers, next and last', async ({ shop, visit }) => {
  const name = `Ocho paginas ${process.pid}`
  const rows = await addRows(shop, name, 38)
  const page = await visit({ as: await shop.newAdmin() })
  for (const [tab, kind] of lists) {
    await openList(page, tab, name)
    await expectPage(page, rows[kind], 1, [1, 2, 3, 4, 5])
    const walk = [
      ['Página 4', 4, [3, 4, 5, 6, 7]],
      ['Página siguiente', 5, [4, 5, 6, 7, 8]],
      ['Último', 8, [7, 8]],
      ['Página anterior', 7, [6, 7, 8]],
      ['Primero', 1, [1, 2, 3, 4, 5]],
    ] as const
    for (const [press, at, numbers] of walk) {
      await step(page, press).click()
      await expectPage(page, rows[kind], at, numbers)
    }
  }
})
