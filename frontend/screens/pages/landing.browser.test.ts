// The landing in a real browser.

import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { expectRotation } from '#frontend/testing/hero.ts'
import { failCalls } from '#frontend/testing/network.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

const categories = [
  ...['Impresoras e Insumos', 'Sillas Gamer', 'Monitores', 'Periféricos', 'Almacenamiento', 'Conectividad'],
  ...['Consolas', 'Placas de Video', 'Laptops', 'Coolers', 'Procesadores'],
]
const categoryTiles = (page: Page) => page.getByRole('region', { name: 'Categorías' }).getByRole('listitem')

test('[LAND-01] [LAND-03] the hero fills the window, and Registrarse opens /login; the header leads to the categories, to the products and to the sign-in', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bienvenidos a GamerTech' }) })
  await expect(hero).toBeVisible()
  expect(await hero.boundingBox()).toMatchObject({ y: 0, height: 800 })
  await hero.getByRole('link', { name: 'Registrarse' }).click()
  await expect(page).toHavePath('/login')
  await page.goBack()
  const header = page.getByRole('navigation', { name: 'Principal' })
  await header.getByRole('link', { name: 'Categorias' }).click()
  await expect(page).toHaveURL('/#categorias')
  await expect(page.getByRole('heading', { name: 'Categorías' })).toBeInViewport({ ratio: 1 })
  await header.getByRole('link', { name: 'Productos' }).click()
  await expect(page).toHavePath('/home')
  await page.goBack()
  await header.getByRole('link', { name: 'Ingresar' }).click()
  await expect(page).toHavePath('/login')
})

test('[LAND-02] the hero changes its picture every 10 seconds, through 3 of them', async ({ visit }) => {
  const page = await visit({ motion: true })
  await page.clock.install()
  await page.goto('/')
  await expectRotation(page)
})

test('where the hero stands still, its other pictures are not asked for until somebody wants them', async ({
  page,
}) => {
  await page.goto('/')
  const pictures = page.locator('section > picture')
  await expect(page.getByRole('button', { name: 'Animar las imágenes de fondo' })).toBeVisible()
  await expect(pictures).toHaveCount(1)
  await page.getByRole('button', { name: 'Animar las imágenes de fondo' }).click()
  await expect(pictures).toHaveCount(3)
})

test('[LAND-04] on a phone the menu slides in, and out when it is closed or followed', async ({ visit }) => {
  const page = await visit({ width: 390, motion: true })
  await page.addInitScript(() => {
    addEventListener('animationstart', ({ animationName }) => console.debug(animationName))
  })
  const slides = () => consoleOf(page).filter((line) => line.startsWith('debug: slide'))
  await page.goto('/')
  const open = page.getByRole('button', { name: 'Abrir menú' })
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await open.click()
  await expect(menu.getByRole('link')).toHaveText(['Categorias', 'Productos', 'Ingresar'])
  await expect(menu).toBeInViewport({ ratio: 1 })
  await menu.getByRole('button', { name: 'Cerrar menú' }).click()
  await expect(menu).toBeHidden()
  expect(slides()).toEqual(['debug: slide', 'debug: slide-out'])

  await open.click()
  await menu.getByRole('link', { name: 'Categorias' }).click()
  await expect(menu).toBeHidden()
  expect(slides()).toEqual(['debug: slide', 'debug: slide-out', 'debug: slide', 'debug: slide-out'])
  await expect(page).toHaveURL('/#categorias')
  const others = { Productos: '/home', Ingresar: '/login' }
  for (const [name, path] of Object.entries(others)) {
    await page.goto('/')
    await open.click()
    await menu.getByRole('link', { name }).click()
    await expect(page).toHavePath(path)
    await expect(menu).toBeHidden()
  }
})

test('pictures below the hero wait for nothing of the page but to be near', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('/img/hero-1*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const picture = categoryTiles(page).last().locator('img')
  await expect(picture).toHaveAttribute('loading', 'lazy')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  gate.resolve()
})

test('[LAND-05] [LAND-06] exactly eleven categories, by their names only, and each leads to the catalogue, as do the parts below', async ({
  page,
}) => {
  await page.goto('/')
  await expect(categoryTiles(page)).toHaveText(categories)
  for (const name of categories) {
    await categoryTiles(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHavePath('/home')
    await page.goBack()
    await expect(page).toHavePath('/')
  }
  const parts = page.getByRole('region', { name: 'Para armar tu PC' }).getByRole('link')
  await expect(parts).toHaveText(['Placas Madre', 'Memorias RAM', 'Fuentes', 'Gabinetes'])
  await parts.first().click()
  await expect(page).toHaveURL('/home?category=Placas+Madre')
})

test('[LAND-07] the fragment #ofertas leads to what became cheaper, and the logos of the brands stand below', async ({
  shop,
  page,
}) => {
  await shop.changePriceSettings({ daysBeforePercent: 0 })
  const product = await shop.addProduct({ name: 'Mouse rebajado', price: 2000 })
  await shop.changeProduct(product.id, { price: 1500 })
  await page.goto('/#ofertas')
  const offers = page.locator('#ofertas')
  await expect(offers).toBeInViewport()
  const offer = offers.getByRole('link', { name: /Mouse rebajado/ })
  await expect(offer).toContainText(/Rebajado un .*25 %/)
  await expect(offer).toContainText(/antes.*2\.000(?!,).*1\.500(?!,)/)
  const logos = page.getByRole('region', { name: 'Marcas' }).getByRole('img')
  expect(await logos.count()).toBeGreaterThanOrEqual(3)
  for (const logo of await logos.all()) {
    const { name, drawing } = await logo.evaluate((stencil) => {
      const drawing = /url\("(.*)"\)/.exec(getComputedStyle(stencil).maskImage)?.[1]
      return { name: stencil.ariaLabel ?? '', drawing: drawing ?? '' }
    })
    expect(drawing).toContain(`/img/brands/${name.toLowerCase()}.svg`)
    expect((await page.request.get(drawing)).headers()['content-type']).toContain('image/svg+xml')
    await expect(logo).toBeVisible()
  }
  const top = (of: typeof offers) => of.evaluate((element) => element.getBoundingClientRect().top)
  expect(await top(logos.first())).toBeGreaterThan(await top(offers))
  await offer.click()
  await expect(page).toHavePath(`/product/${product.id}`)
})

test('what buyers rate best stands on the landing, the best first; where they cannot be loaded nothing of them is shown', async ({
  shop,
  page,
}) => {
  const [fine, better] = [await shop.addProduct(), await shop.addProduct()]
  for (const score of [5, 4]) await shop.postReview(await shop.newShopper(), fine.id, score, 'Bien.')
  for (const score of [5, 5, 5]) await shop.postReview(await shop.newShopper(), better.id, score, 'Muy bien.')
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Los mejor calificados' })
  const names = () => shelf.getByRole('link').allInnerTexts()
  await expect
    .poll(async () => (await names()).findIndex((text) => text.includes(better.name)))
    .toBeGreaterThanOrEqual(0)
  const places = await names()
  const placeOf = (name: string) => places.findIndex((text) => text.startsWith(`${name}\n`))
  expect(placeOf(better.name)).toBeLessThan(placeOf(fine.name) < 0 ? places.length : placeOf(fine.name))
  await failCalls(page, '**/api/catalogue/shelf?*')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Marcas' })).toBeVisible()
  await expect(shelf).toBeHidden()
})

test('the newest products stand on the landing, the newest first, and lead to all of them in that order', async ({
  shop,
  page,
}) => {
  const older = await shop.addProduct({ name: 'Recién llegado uno' })
  const newer = await shop.addProduct({ name: 'Recién llegado dos' })
  const soldOut = await shop.addProduct({ name: 'Recién llegado sin stock', stock: 0 })
  await shop.settled()
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Recién llegados' })
  await expect(shelf.getByRole('listitem')).toHaveCount(4)
  await expect(shelf.getByRole('listitem').nth(0)).toContainText(newer.name)
  await expect(shelf.getByRole('listitem').nth(1)).toContainText(older.name)
  await expect(shelf).not.toContainText(soldOut.name)
  await shelf.getByRole('link', { name: 'Ver todo lo nuevo' }).click()
  await expect(page).toHaveURL('/home?sort=added&direction=descendente')
  await expect(page.getByLabel('Ordenar por')).toHaveValue('added-descendente')
  await expect(page.getByRole('article').getByRole('heading').nth(0)).toHaveText(newer.name.toUpperCase())
  await expect(page.getByRole('article').getByRole('heading').nth(1)).toHaveText(older.name.toUpperCase())
})

test('[LAND-09] [LAND-10] the footer leads to Nosotros and Preguntas; Contáctanos and the three networks lead nowhere', async ({
  page,
}) => {
  const footer = page.locator('footer')
  await page.goto('/')
  for (const [name, path] of Object.entries({ Nosotros: '/about', Preguntas: '/preguntas-frecuentes' })) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expect(page).toHavePath(path)
    await page.goBack()
    await expect(page).toHavePath('/')
  }
  const networks = footer.getByRole('listitem').getByRole('img')
  await expect(networks).toHaveCount(3)
  for (const plain of [footer.getByText('Contáctanos'), ...(await networks.all())]) {
    expect(await plain.evaluate((element) => element.closest('a, button, [role=link], [onclick]'))).toBeNull()
    await plain.click()
    await expect(page).toHaveURL('/')
  }
})
