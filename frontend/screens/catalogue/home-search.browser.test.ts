// Searching, ordering and filtering the catalogue in a real browser, and its state in the address.
import type { Page } from 'playwright'
import { expect } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'
import { assortment, expectCards, test } from './testing/assortment.ts'

const { byId, inAlphabet, cheapestFirst, gamer, inactive, peripherals, monitors, of } = assortment
const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar productos' })
const order = (page: Page) => page.getByLabel('Ordenar por')
const currentPage = (page: Page) => page.getByRole('navigation', { name: 'Páginas, arriba' }).locator('[aria-current]')
const categoryChip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filtrar por categoría' }).getByRole('button', { name })

async function search(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

test('[CAT-07] Enter and Buscar show exactly the products whose name contains the text, in any letter case', async ({
  store,
  visit,
}) => {
  const texts = {
    gAmEr: gamer,
    ÑAND: ['Ñandú gamer'],
    'O gAm': ['Zócalo gamer', 'teclado GAMER', 'arco gamer', 'Oso Gamer'],
  }
  expect(gamer).toHaveLength(9)
  expect(inactive).toContain('gamer')
  const page = await visit({ shop: store })
  await page.goto('/home')
  for (const [text, found] of Object.entries(texts)) {
    for (const press of ['Enter', 'Buscar']) {
      await expect(page).toHaveURL('/home')
      await box(page).fill(text)
      if (press === 'Enter') await box(page).press('Enter')
      else await page.getByRole('button', { name: 'Buscar' }).click()
      await expectCards(page, found)
      await page.getByRole('button', { name: /quitar la búsqueda/ }).click()
    }
  }
})

test('[CAT-08] [CAT-09] a search on page 3 leads to its page 1 and empties the box; one without results says so, and clearing it brings the list back', async ({
  store,
  visit,
}) => {
  expect(gamer.length).toBeGreaterThan(6)
  const page = await visit({ shop: store })
  await page.goto('/home?page=3')
  await expect(currentPage(page)).toHaveText('3')
  await search(page, 'gamer')
  await expect(currentPage(page)).toHaveText('1')
  await expect(box(page)).toHaveValue('')
  await expectCards(page, gamer)
  await page.goto('/home')
  for (const clear of [/quitar la búsqueda/, 'Ver todos los productos']) {
    await search(page, 'heladera')
    await expect(page.getByText('No se encontraron productos')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Cargando productos' })).toHaveCount(0)
    await page.getByRole('button', { name: clear }).click()
    await expect(page.getByText('No se encontraron productos')).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(6)
  }
  await expectCards(page, byId)
})

test('[CAT-10] the sort form offers name and price, each in both directions, and what is rated best or newest', async ({
  store,
  visit,
}) => {
  const page = await visit({ shop: store })
  await page.goto('/home')
  await expect(order(page).locator('option')).toHaveText([
    'Destacados',
    'Mejor calificados',
    'Más nuevos',
    ...['Precio ascendente', 'Precio descendente', 'Orden alfabético ascendente', 'Orden alfabético descendente'],
  ])
  for (const [label, sort] of [
    ['Orden alfabético', 'name'],
    ['Precio', 'price'],
  ] as const) {
    for (const way of ['descendente', 'ascendente']) {
      await order(page).selectOption(`${label} ${way}`)
      await expect(order(page)).toHaveValue(`${sort}-${way}`)
      await expect(page).toHaveURL(way === 'ascendente' ? `/home?sort=${sort}` : `/home?sort=${sort}&direction=${way}`)
    }
  }
  await order(page).selectOption('Mejor calificados')
  await expect(page).toHaveURL('/home?sort=rating&direction=descendente')
  await order(page).selectOption('Más nuevos')
  await expect(page).toHaveURL('/home?sort=added&direction=descendente')
  await order(page).selectOption('Destacados')
  await expect(page).toHaveURL('/home')
})

/** No other order would pass for the one that is meant. */
function expectTellingOrders(): void {
  const lower = (names: readonly string[]) =>
    names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const asText = cheapestFirst.toSorted((one, other) =>
    String(assortment.priceOf(one)) < String(assortment.priceOf(other)) ? -1 : 1,
  )
  const english = inAlphabet.toSorted(new Intl.Collator('en').compare)
  for (const order of [byId, cheapestFirst, inAlphabet.toSorted(), lower(inAlphabet), english])
    expect(order).not.toEqual(inAlphabet)
  for (const order of [byId, inAlphabet, asText]) expect(order).not.toEqual(cheapestFirst)
  expect(cheapestFirst.slice(0, 3).map(assortment.priceOf)).toEqual([5, 9.5, 10.5])
}

test('[CAT-11] [CAT-12] [CAT-13] names follow the Spanish alphabet, then its reverse; prices rise as numbers, then fall; a search that is sorted holds only what it found, in that order', async ({
  store,
  visit,
}) => {
  expectTellingOrders()
  const dearestFirst = cheapestFirst.toReversed().filter((name) => gamer.includes(name))
  expect(dearestFirst).not.toEqual(gamer)
  expect(inactive).toContain('gamer')
  const page = await visit({ shop: store })
  await page.goto('/home')
  for (const [order, names] of [
    ['Orden alfabético ascendente', inAlphabet],
    ['Orden alfabético descendente', inAlphabet.toReversed()],
    ['Precio ascendente', cheapestFirst],
    ['Precio descendente', cheapestFirst.toReversed()],
  ] as const) {
    await page.getByLabel('Ordenar por').selectOption(order)
    await expectCards(page, names)
  }
  await page.getByLabel('Ordenar por').selectOption('Destacados')
  await search(page, 'gamer')
  await expectCards(page, gamer)
  await order(page).selectOption('Precio descendente')
  await expectCards(page, dearestFirst)
  await order(page).selectOption('Orden alfabético descendente')
  await expectCards(page, inAlphabet.filter((name) => gamer.includes(name)).toReversed())
})

const cards = (page: Page) => page.getByRole('article').getByRole('heading')
const shouted = (names: readonly string[]) => names.map((name) => name.toLocaleUpperCase('es-AR'))

async function expectDearestGamerPeripherals(page: Page): Promise<void> {
  await expect(order(page)).toHaveValue('price-descendente')
  await expect(categoryChip(page, peripherals)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Búsqueda: «gamer»')).toBeVisible()
}

test('[CAT-20] the address carries search, order, filter and page; reload, a new window and Back follow it', async ({
  store,
  visit,
}) => {
  const found = cheapestFirst.toReversed().filter((name) => gamer.includes(name))
  const filtered = found.filter((name) => of(peripherals).includes(name))
  const [firstPage, secondPage] = [shouted(filtered.slice(0, 6)), shouted(filtered.slice(6))]
  expect(secondPage.length).toBeGreaterThan(0)
  expect(firstPage).not.toEqual(shouted(found.slice(0, 6)))
  const page = await visit({ shop: store })
  await page.goto('/home')
  await search(page, 'gamer')
  await expect(page).toHaveURL(/q=gamer/)
  await order(page).selectOption('Precio descendente')
  await expect(cards(page)).toHaveText(shouted(found.slice(0, 6)))
  await categoryChip(page, peripherals).click()
  await expect(cards(page)).toHaveText(firstPage)
  await page.getByRole('button', { name: 'Página siguiente' }).first().click()
  await expect(cards(page)).toHaveText(secondPage)
  const address = page.url()
  const carried = { q: 'gamer', sort: 'price', direction: 'descendente', category: peripherals, page: '2' }
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual(carried)

  await page.reload()
  await expect(cards(page)).toHaveText(secondPage)
  const other = await visit({ shop: store })
  await other.goto(address)
  await expect(cards(other)).toHaveText(secondPage)
  await expectDearestGamerPeripherals(other)

  await page.goBack()
  await expect(cards(page)).toHaveText(firstPage)
  await expect(currentPage(page)).toHaveText('1')
  await page.goBack()
  await expect(cards(page)).toHaveText(shouted(found.slice(0, 6)))
  await expect(categoryChip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true')
})

test('[CAT-21] each change asks the catalogue once, and never for the full list', async ({ store, visit }) => {
  const page = await visit({ shop: store })
  await page.goto('/home')
  const asked = () =>
    callsOf(page, '/api/catalogue').map(({ method, path }) => ({
      method,
      ...Object.fromEntries(new URL(path, store.url).searchParams),
    }))
  const sorted = { method: 'GET', q: 'gamer', sort: 'price' }
  const falling = { ...sorted, direction: 'descendente' }
  const filtered = { ...falling, category: peripherals }
  const changes: [() => Promise<unknown>, Record<string, string>][] = [
    [() => search(page, 'gamer'), { method: 'GET', q: 'gamer' }],
    [() => order(page).selectOption('Precio ascendente'), sorted],
    [() => order(page).selectOption('Precio descendente'), falling],
    [() => categoryChip(page, peripherals).click(), filtered],
    [() => page.getByRole('button', { name: 'Página 2' }).first().click(), { ...filtered, page: '2' }],
  ]
  // The first page came with the document.
  const expected: Record<string, string>[] = []
  await expect.poll(asked).toEqual(expected)
  for (const [change, call] of changes) {
    await change()
    expected.push(call)
    await expect.poll(asked).toEqual(expected)
  }
  await expect(cards(page)).toHaveCount(2)
  expect(asked()).toEqual(expected)
  // A card under the pointer reads its own product ahead; anything else would be a list.
  expect(callsOf(page, '/api/product').filter(({ path }) => !/^\/api\/product\/\d+$/.test(path))).toEqual([])
})

test('[CAT-22] a category shows its products only, as many as its number says', async ({ store, visit }) => {
  const page = await visit({ shop: store })
  await page.goto('/home')
  for (const [category, count] of [
    [peripherals, 9],
    [monitors, 6],
  ] as const) {
    expect(of(category)).toHaveLength(count)
    await expect(categoryChip(page, category)).toHaveText(`${category}${count}`)
    await categoryChip(page, category).click()
    await expect(page.getByRole('status').filter({ hasText: 'productos' })).toHaveText(`${count} productos`)
    await expectCards(page, of(category))
  }
})
