// The catalogue's filters in a real browser: in a column, in a sheet, as chips, and in the address.
import type { Locator, Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'

const category = 'Monitores de prueba'
const spec = (brand: string, panel: string) => [
  { name: 'Marca', value: brand },
  { name: 'Panel', value: panel },
]
const products = [
  { name: 'Filtro Alfa', price: 100, specs: spec('Lumora', 'IPS') },
  { name: 'Filtro Beta', price: 200, specs: spec('Lumora', 'VA') },
  { name: 'Filtro Gama', price: 300, specs: spec('Kyntra', 'IPS') },
  { name: 'Filtro Delta', price: 400, specs: spec('Kyntra', 'IPS') },
  { name: 'Filtro Sigma', price: 150, specs: spec('Lumora', 'IPS'), stock: 0 },
]

/** In the category of these products alone, whatever else the shop has. */
const test = browserTest.extend('address', { scope: 'file' }, async ({ shop }) => {
  for (const product of products) {
    const { id } = await shop.addProduct({ ...product, category })
    if (product.price < 400) await shop.postReview(await shop.newShopper(), id, product.price < 300 ? 5 : 2, 'Bien.')
  }
  return `/home?${new URLSearchParams({ category }).toString()}`
})

const cards = (page: Page) => page.getByRole('article').getByRole('heading')
const column = (page: Page) => page.getByRole('complementary', { name: 'Filtros' })
const choice = (page: Page, facet: string, name: string) =>
  column(page).getByRole('group', { name: facet, exact: true }).getByRole('checkbox', { name })
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros elegidos' }).getByRole('button')

/** What the column says of each choice, and what the API says for the same address. */
async function expectCountsOfApi(page: Page): Promise<void> {
  const { search } = new URL(page.url())
  const { facets, total } = await page.evaluate(async (query) => (await fetch(`/api/catalogue${query}`)).json(), search)
  const expected = [
    ...facets.brands.map((brand: { name: string; count: number }) => ['Marca', brand.name, brand.count]),
    ...facets.ratings
      .filter(({ count }: { count: number }) => count > 0)
      .map((rating: { stars: number; count: number }) => [
        'Calificación',
        `${rating.stars} estrellas o más`,
        rating.count,
      ]),
    ...facets.specs.flatMap((sheet: { name: string; values: { value: string; count: number }[] }) =>
      sheet.values.map(({ value, count }) => [sheet.name, value, count]),
    ),
    ['Disponibilidad', 'Solo en stock', facets.stock.available],
  ]
  for (const [facet, name, count] of expected) {
    const products = `${count} ${count === 1 ? 'producto' : 'productos'}`
    await expect(choice(page, facet, `${name} ${products}`)).toBeVisible()
  }
  // A chosen one stays where nothing is left of it.
  await expect(column(page).getByRole('checkbox', { name: /(?<!\s0) productos?$/ })).toHaveCount(expected.length)
  await expect(page.getByRole('status').filter({ hasText: 'producto' })).toHaveText(
    `${total} ${total === 1 ? 'producto' : 'productos'}`,
  )
}

/** Alfa and Sigma are left: Gama is rated too low, Delta too dear, and Beta has another panel. */
async function narrow(page: Page): Promise<void> {
  await choice(page, 'Marca', 'Lumora').check()
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO BETA'])
  await choice(page, 'Marca', 'Kyntra').check()
  await choice(page, 'Panel', 'IPS').check()
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO GAMA', 'FILTRO DELTA'])
  await choice(page, 'Disponibilidad', 'Solo en stock').uncheck()
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO GAMA', 'FILTRO DELTA', 'FILTRO SIGMA'])
  await expectCountsOfApi(page)
  await column(page).getByLabel('Precio mínimo').fill('9.000')
  await column(page).getByLabel('Precio máximo').fill('350')
  await column(page).getByLabel('Precio máximo').press('Enter')
  await expect(column(page).getByText('El mínimo es mayor que el máximo.')).toBeVisible()
  await column(page).getByLabel('Precio mínimo').fill('$ 50,50')
  await column(page).getByLabel('Precio mínimo').press('Enter')
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO GAMA', 'FILTRO SIGMA'])
  await choice(page, 'Calificación', '4 estrellas o más').check()
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO SIGMA'])
  await expectCountsOfApi(page)
}

/** The focus goes on to the next chip each time, so Enter alone takes all of them away. */
async function dropAllByKeyboard(page: Page): Promise<void> {
  await chips(page).first().focus()
  for (const [left, shown] of [
    [5, ['FILTRO ALFA', 'FILTRO SIGMA']],
    [4, []],
    [3, ['FILTRO ALFA', 'FILTRO SIGMA']],
    [2, ['FILTRO ALFA', 'FILTRO GAMA', 'FILTRO DELTA', 'FILTRO SIGMA']],
    [1, ['FILTRO ALFA', 'FILTRO BETA', 'FILTRO GAMA', 'FILTRO DELTA', 'FILTRO SIGMA']],
    [0, ['FILTRO ALFA', 'FILTRO BETA', 'FILTRO GAMA', 'FILTRO DELTA']],
  ] as const) {
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveText(shown)
    await expect(chips(page)).toHaveCount(left > 1 ? left + 1 : left)
    if (left > 0) await expect(page.locator('ul[aria-label="Filtros elegidos"] :focus')).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

test('[SRCH-07] filters narrow the cards together, agree with the API, stand in the address, and go away by keyboard', async ({
  address,
  visit,
}) => {
  const page = await visit({ width: 1280 })
  await page.goto(address)
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO BETA', 'FILTRO GAMA', 'FILTRO DELTA'])
  await expectCountsOfApi(page)
  await narrow(page)
  expect(await axeFaults(page)).toEqual([])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    category,
    brand: 'Lumora|Kyntra',
    spec: 'Panel:IPS',
    stock: 'todos',
    min: '50.5',
    max: '350',
    rating: '4',
  })
  await page.reload()
  await expect(cards(page)).toHaveText(['FILTRO ALFA', 'FILTRO SIGMA'])
  await expect(chips(page)).toHaveText([
    ...[/^De \$\s50,50 a \$\s350/, /^Lumora/, /^Kyntra/, /^4 estrellas o más/, /^Panel: IPS/, /^También agotados/],
    'Quitar todos',
  ])
  await dropAllByKeyboard(page)
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(chips(page)).toHaveText([/^También agotados/])
})

test('filters that make no sense are as if they were not in the address', async ({ address, visit }) => {
  const page = await visit()
  await page.goto(`${address}&min=abc&brand=%7C&rating=9&spec=Panel&stock=si`)
  await expect(cards(page)).toHaveCount(4)
  await expect(chips(page)).toHaveCount(0)
})

test('a phone has the filters in a sheet, which gives the focus back', async ({ address, visit }) => {
  const page = await visit({ width: 390 })
  await page.goto(address)
  await expect(column(page)).toBeHidden()
  const opener = page.getByRole('button', { name: 'Filtros', exact: true })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByRole('checkbox', { name: 'Kyntra' }).check()
  await expect(sheet.getByRole('button', { name: 'Ver 2 productos' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeFocused()
  await expect(cards(page)).toHaveText(['FILTRO GAMA', 'FILTRO DELTA'])
})

test('on a phone filters and order stay at the bottom of the window, with one row of choices above the products, and hide nothing', async ({
  address,
  visit,
}) => {
  const page = await visit({ width: 390 })
  await page.goto(address)
  const [filters, order] = [page.getByRole('button', { name: 'Filtros', exact: true }), page.getByLabel('Ordenar por')]
  const boxOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect)
  const [search, first] = [await boxOf(page.getByRole('search')), await boxOf(cards(page).first())]
  const rows = await page.locator('main :is(button, select, a):visible').evaluateAll(
    (all, [from, to]) => {
      const places = all.map((node) => node.getBoundingClientRect())
      return [...new Set(places.filter(({ top, bottom }) => top >= from && bottom <= to).map(({ top }) => top))]
    },
    [search.bottom, first.top] as const,
  )
  expect(rows).toHaveLength(1)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(filters).toBeInViewport({ ratio: 1 })
  await expect(order).toBeInViewport({ ratio: 1 })
  const bar = await boxOf(filters)
  expect([bar.top > (page.viewportSize()?.height ?? 0) - 80, (await boxOf(order)).top]).toEqual([true, bar.top])
  expect((await boxOf(page.locator('footer'))).bottom).toBeLessThanOrEqual(bar.top)
  await order.selectOption('Precio ascendente')
  await expect(page).toHaveURL(/sort=price/)
  await order.selectOption('Precio descendente')
  await expect(page).toHaveURL(/direction=descendente/)
  expect(await axeFaults(page)).toEqual([])
})

test('the heading says what is shown', async ({ address, visit }) => {
  const page = await visit()
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(address)
  await expect(heading).toHaveText(category)
  await expect(page).toHaveTitle(`${category} · GamerTech`)
  await page.goto(`${address}&q=filtro`)
  await expect(heading).toHaveText(`4 resultados para «filtro» en ${category}`)
  await page.goto(`${address}&q=filtro%20beta`)
  await expect(heading).toHaveText(`1 resultado para «filtro beta» en ${category}`)
})
