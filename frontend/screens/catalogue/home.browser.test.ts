// The catalogue in a real browser: what it shows before anything is searched.
import { expect } from '#frontend/testing/browser-test.ts'
import { holdCalls } from '#frontend/testing/network.ts'
import { assortment, expectCards, test } from './testing/assortment.ts'

test('[CONST-01] 13 products stand on pages of 6, 6 and 1', async ({ ownShop, visit }) => {
  const shop = await ownShop()
  for (let made = 0; made < 13; made++) await shop.addProduct()
  const page = await visit({ shop })
  await page.goto('/home')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(6)
  const next = page.getByRole('button', { name: 'Página siguiente' }).first()
  await next.click()
  await expect(page).toHaveURL(/page=2/)
  await expect(cards).toHaveCount(6)
  await next.click()
  await expect(cards).toHaveCount(1)
  await expect(next).toBeDisabled()
})

test('[CAT-01] a visitor finds the chat, a search box, a sort form, a grid, and a pagination above and below it', async ({
  store,
  visit,
}) => {
  const page = await visit({ shop: store })
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Abrir el chat' })).toBeVisible()
  const search = page.getByRole('search')
  await expect(search.getByRole('combobox')).toBeVisible()
  await expect(search.getByRole('button', { name: 'Buscar' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Ordenar' })).toBeVisible()
  const grid = page.getByRole('list').filter({ has: page.getByRole('article') })
  await expect(grid.getByRole('article')).toHaveCount(6)
  const paginations = page.getByRole('navigation', { name: /^Páginas/ })
  await expect(paginations).toHaveCount(2)
  // What is above may still push the rest down between two looks.
  const areAround = async () => {
    const upper = await paginations.first().evaluate((nav) => nav.getBoundingClientRect().bottom)
    const lower = await paginations.last().evaluate((nav) => nav.getBoundingClientRect().top)
    const { top, bottom } = await grid.evaluate((list) => list.getBoundingClientRect())
    return upper <= top && lower >= bottom
  }
  await expect.poll(areAround).toBe(true)
})

test('[CAT-02] at 1280 px the cards stand in exactly 3 columns', async ({ store, visit }) => {
  const page = await visit({ shop: store, width: 1280 })
  await page.goto('/home')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(6)
  const places = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()))
  const columns = new Set(places.map(({ x }) => Math.round(x)))
  const rows = new Set(places.map(({ y }) => Math.round(y)))
  expect([columns.size, rows.size]).toEqual([3, 2])
})

test('[CAT-03] [CAT-04] a card shows the product, and Detalle opens it', async ({ ownShop, visit }) => {
  const shop = await ownShop()
  await shop.addProduct({ name: 'Otro teclado' })
  const product = await shop.addProduct({
    name: 'ñandú mecánico',
    description: 'Con patas y luces.',
    price: 1234.5,
    stock: 7,
  })
  expect(product.id).not.toBe(1)
  const page = await visit({ shop })
  await page.goto('/home')
  const card = page.getByRole('article').filter({ hasText: 'patas' })
  await expect(card.getByRole('heading')).toHaveText('ÑANDÚ MECÁNICO')
  await expect(card.getByText('Con patas y luces.')).toBeVisible()
  await expect(card.getByText('Unidades Disponibles: 7', { exact: true })).toBeVisible()
  await expect(card.getByText(/^\$\s1\.234,50$/)).toBeVisible()
  const picture = card.getByRole('img', { name: 'ñandú mecánico' })
  await expect(picture).toBeVisible()
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await card.getByRole('link', { name: 'Detalle' }).click()
  await expect(page).toHavePath(`/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ñandú mecánico')
})

test('[CAT-05] [CAT-06] all that can be bought stands by id over all pages, and nothing else', async ({
  store,
  visit,
}) => {
  const { byId, inAlphabet, cheapestFirst, inactive, soldOut } = assortment
  for (const other of [inAlphabet, cheapestFirst, byId.toReversed()]) expect(other).not.toEqual(byId)
  const admin = await store.newAdmin()
  const all = (await admin.get('/api/product')).body as { name: string; isActive: boolean; stock: number }[]
  expect(all.find(({ name }) => name === inactive)).toMatchObject({ isActive: false, stock: 5 })
  expect(all.find(({ name }) => name === soldOut)).toMatchObject({ isActive: true, stock: 0 })
  const page = await visit({ shop: store })
  await page.goto('/home')
  await expectCards(page, byId)
})

test('[CAT-14] a loading image shows until the products arrive', async ({ store, visit }) => {
  const page = await visit({ shop: store })
  const release = await holdCalls(page, '/api/catalogue*')
  await page.goto('/home')
  const loading = page.getByRole('img', { name: 'Cargando productos' })
  await expect(loading).toBeVisible()
  expect(
    await loading.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await release()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(loading).toBeHidden()
})

test('[CAT-16] a text about the shop says that it sells quality components of PCs', async ({ store, visit }) => {
  const page = await visit({ shop: store })
  await page.goto('/home')
  const about = page.getByRole('region', { name: 'Sobre GamerTech' })
  await expect(about.getByRole('heading', { name: 'Sobre GamerTech' })).toBeVisible()
  await expect(about.getByText('una tienda dedicada a la venta de componentes de PC de calidad')).toBeVisible()
})

test('a bad page, sort or direction in the address shows the catalogue as if it were not there', async ({
  store,
  visit,
}) => {
  const page = await visit({ shop: store })
  const names = page.getByRole('main').getByRole('article').getByRole('heading')
  await page.goto('/home')
  await expect(names).toHaveCount(6)
  const plain = await names.allTextContents()
  const bad = ['page=abc', 'page=-1', 'page=1.5', 'page=99999999', 'sort=evil', 'direction=arriba', 'category=%20']
  for (const search of [...bad, 'sort=evil&direction=descendente&page=0']) {
    await page.goto(`/home?${search}`)
    await expect(names).toHaveText(plain)
    await expect(page.getByLabel('Ordenar por')).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Página siguiente' }).first().click()
  await expect(page).toHaveURL('/home?page=2')
})
