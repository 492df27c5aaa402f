// One product in a real browser: what it shows, and putting it into the cart.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { pngOf, uploadPicture } from '#backend/testing/picture-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { failCalls, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'
import { consoleOf } from '#frontend/testing/visits.ts'

/** Held back it is waited for, and lost it is asked for again. */
async function loadLateAndInVain(page: Page, id: number): Promise<void> {
  const release = await holdCalls(page, `/api/product/${id}`)
  await page.goto(`/product/${id}`)
  await expect(page.getByText('Cargando...')).toBeVisible()
  await release()
  await expect(page.getByRole('heading', { name: 'Ñandú mecánico RGB' })).toBeVisible()
  await expect(page.getByText('Cargando...')).toBeHidden()

  const mend = await failCalls(page, `/api/product/${id}`)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('alert')).toContainText('No pudimos cargar el producto')
  await mend()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: 'Ñandú mecánico RGB' })).toBeVisible()
}

test('[PROD-01] [PROD-02] [PROD-03] picture, name with a first capital, description, price and stock, which lead to the review form and back to the catalogue; Cargando... until they arrive, Reintentar where they did not', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({
    name: 'ñandú mecánico RGB',
    description: 'Con patas y luces.',
    price: 1234.5,
    stock: 7,
  })
  const page = await visit()
  await page.goto(`/product/${product.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ñandú mecánico RGB')
  const picture = main.getByRole('img', { name: 'Ñandú mecánico RGB' })
  await expect(picture).toBeVisible()
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await expect(main.getByText('Con patas y luces.')).toBeVisible()
  await expect(main.getByText(/^\$\s1\.234,50$/)).toBeVisible()
  await expect(main.getByText('Stock: 7', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Dejar reseña' }).click()
  await expect(page).toHavePath(`/review/${product.id}`)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHavePath('/home')

  await loadLateAndInVain(page, product.id)
})

test('a price that fell lately stands beside the one of before, here and in the catalogue; one that rose stands alone', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct({ price: 2000 })
  await shop.changeProduct(product.id, { price: 1500 })
  await shop.changePriceSettings({ daysBeforePercent: 0 })
  await shop.settled()
  const inCatalogue = page.getByRole('article')
  for (const [path, place] of [
    [`/product/${product.id}`, page.getByRole('main')],
    [`/home?q=${encodeURIComponent(product.name)}`, inCatalogue],
  ] as const) {
    await page.goto(path)
    await expect(place).toContainText(/Rebajado un −?25 %/)
    await expect(place).toContainText(/antes \$\s2\.000(?!,)/)
    await expect(place).toContainText(/\$\s1\.500(?!,)/)
  }
  await shop.changeProduct(product.id, { price: 2100 })
  await expect(inCatalogue).toContainText(/\$\s2\.100(?!,)/)
  await expect(inCatalogue).not.toContainText('antes')
})

test('[PROD-04] an inactive product and an unknown id show nothing of a product, and say so in the log', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  await shop.changeProduct(product.id, { isActive: false })
  // Staff may read an inactive product, and their page is the shop's all the same.
  const editor = await shop.newStaff('editor')
  const [visitor, staff] = [await visit(), await visit({ as: editor })]
  for (const [id, page] of [
    [product.id, visitor],
    [999_999, visitor],
    [product.id, staff],
  ] as const) {
    const before = consoleOf(page).length
    await page.goto(`/product/${id}`)
    await expect.poll(() => consoleOf(page).slice(before)).toContain('info: No hay Stock o no existe el producto!')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Producto no disponible')
    await expect(main).not.toContainText(product.name)
    await expect(main).not.toContainText(/\$|Stock:/)
    await expect(main.getByRole('button', { name: 'Añadir al Carrito' })).toBeHidden()
  }
})

test('[PROD-05] a sold-out product is shown with no stock, and cannot be added', async ({ shop, page }) => {
  const product = await shop.addProduct({ stock: 0 })
  await page.goto(`/product/${product.id}`)
  await expect(page.getByText('Stock: 0', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Cantidad' })).toHaveAccessibleDescription(
    'Se agotó: no quedan unidades.',
  )
  await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
  await expect.poll(() => toastsOf(page)).toEqual(['¡No hay Stock suficiente!'])
})

test('[PROD-15] a product of the demo has a spec sheet of at least 3 named properties', async ({ shop, page }) => {
  const product = await shop.addDemoProduct()
  expect(product.specs.length).toBeGreaterThanOrEqual(3)
  await page.goto(`/product/${product.id}`)
  const sheet = page.getByRole('region', { name: 'Ficha técnica' })
  const trade = ['Garantía', 'Número de parte', 'Código de barras', 'Peso con caja', 'Medidas de la caja']
  await expect(sheet.getByRole('term')).toHaveText([...product.specs.map(({ name }) => name), ...trade])
  await expect(sheet.getByRole('definition')).toHaveText([
    ...product.specs.map(({ value }) => value),
    /^\d+ meses/,
    ...trade.slice(1).map(() => /\d/),
  ])
})

test('a mean score is read out in Spanish with one decimal, on the page and on its card', async ({ shop, page }) => {
  const product = await shop.addProduct()
  for (const score of [5, 5, 4]) {
    const { id: userId, post } = await shop.newShopper()
    const textReview = { userId, mensaje: 'Anda muy bien.' }
    const review = { productId: product.id, textReview, score: { userId, score } }
    expect((await post('/api/product/addreviewscore', review)).status).toBe(201)
  }
  await shop.settled()
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('img', { name: '4,7 de 5 estrellas', exact: true })).toHaveCount(2)
  await expect(page.getByRole('img', { name: '5 de 5 estrellas', exact: true })).toHaveCount(2)
  await page.goto(`/home?q=${encodeURIComponent(product.name)}`)
  await expect(page.getByRole('img', { name: '4,7 de 5 estrellas, 3 reseñas', exact: true })).toBeVisible()
})

test('beside a product stand the best rated of its category and what was seen before, until it is sold no more', async ({
  shop,
  visit,
}) => {
  const [fine, poor, gone] = [
    await shop.addProduct({ category: 'Estantes', name: 'Estante fino' }),
    await shop.addProduct({ category: 'Estantes', name: 'Estante flojo' }),
    await shop.addProduct({ category: 'Repisas', name: 'Repisa de prueba' }),
  ]
  await shop.postReview(await shop.newShopper(), fine.id, 5, 'Excelente.')
  await shop.postReview(await shop.newShopper(), poor.id, 1, 'Se dobla.')
  const product = await shop.addProduct({ category: 'Estantes', name: 'Estante de hoy' })
  const page = await visit()
  await page.goto(`/product/${gone.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Repisa de prueba')
  await expect(page.getByRole('region', { name: 'También en Repisas' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Vistos hace poco' })).toBeHidden()

  await page.goto(`/product/${product.id}`)
  const related = page.getByRole('region', { name: 'También en Estantes' }).getByRole('link')
  await expect(related).toContainText(['Estante fino', 'Estante flojo'])
  const seen = page.getByRole('region', { name: 'Vistos hace poco' }).getByRole('link')
  await expect(seen).toHaveText(['Repisa de prueba'])
  await shop.changeProduct(gone.id, { isActive: false })
  await seen.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Producto no disponible')
  await page.goto(`/product/${fine.id}`)
  await expect(seen).toHaveText(['Estante de hoy'])
})

test('on a phone the purchase stays in reach while its box is out of sight, and hides nothing', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct({ price: 1500.5, stock: 5 })
  const page = await visit({ width: 390, as: await shop.newShopper() })
  await page.goto(`/product/${product.id}`)
  const box = page.getByRole('button', { name: 'Añadir al Carrito' })
  const bar = page.getByRole('region', { name: 'Compra rápida' })
  await box.scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Agregar uno' }).click()
  await page.locator('footer').scrollIntoViewIfNeeded()
  await expect(bar).toContainText('3.001')
  /** How much of the page's end the bar covers when it is scrolled to, in pixels. */
  const covered = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const [end, top] = await Promise.all([
      page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom),
      bar.evaluate((element) => element.getBoundingClientRect().top),
    ])
    return end - top
  }
  await expect.poll(covered).toBeLessThanOrEqual(1)
  await bar.getByRole('button', { name: 'Añadir 2 al carrito' }).click()
  await expect.poll(() => toastsOf(page)).toEqual([expect.stringContaining('¡Agregado correctamente!')])
  await expect(page).toHavePath('/home')
})

test('an uploaded picture comes from the server as it is, and one that is gone is a plate with the name', async ({
  shop,
  visit,
}) => {
  const admin = await shop.newAdmin()
  const sent = await uploadPicture(shop, admin, await pngOf('teal'), { path: '/api/panel/pictures' })
  const { url } = sent.body
  const product = await shop.addProduct({ name: 'Teclado de antes', imageUrl: url, category: 'De antes' })
  const folder = join(shop.dataDir, 'files/product')
  const files = async () => (await readdir(folder)).filter((name) => url.includes(name.slice(0, 32)))
  expect(await files()).toHaveLength(6)
  const page = await visit()
  const picture = page.getByRole('main').getByRole('img', { name: product.name, exact: true })
  const width = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  // As the server rendered it, and as the browser does.
  await page.goto(`/product/${product.id}`)
  await expect.poll(width).toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('src', url)
  await page.goto('/home?category=De+antes')
  await page.getByRole('link', { name: /Detalle/ }).click()
  await expect.poll(width).toBeGreaterThan(0)
  for (const name of await files()) await rm(join(folder, name))
  const later = await visit()
  await later.goto(`/product/${product.id}`)
  const plate = later.getByRole('main').getByRole('img', { name: product.name, exact: true })
  await expect(plate.locator('svg')).toBeVisible()
})

/** A product with three pictures, and what they are. */
async function addGallery(shop: TestShop) {
  const [front, side, detail] = ['titan', 'aero', 'strata'].map((name) => `/img/products/silla-drakon-${name}.webp`)
  const urls = { front: front ?? '', side: side ?? '', detail: detail ?? '' }
  const alts = { front: '', side: 'De costado', detail: '' }
  const pictures = (['front', 'side', 'detail'] as const).map((view) => ({ url: urls[view], alt: alts[view] }))
  return { ...urls, product: await shop.addProduct({ imageUrl: urls.front, pictures }) }
}

test('several pictures are chosen, swiped, and looked at one after the other by keyboard', async ({ shop, visit }) => {
  const { product, front, side, detail } = await addGallery(shop)
  const page = await visit()
  await page.goto(`/product/${product.id}`)
  const main = page.getByRole('main')
  const choice = main.getByRole('list', { name: 'Imágenes del producto' }).getByRole('button')
  await expect(main.getByRole('img', { name: product.name, exact: true })).toBeInViewport()
  const isDrawn = (pictures: HTMLImageElement[]) => pictures.map(({ naturalWidth }) => naturalWidth > 0)
  await expect.poll(() => choice.locator('img').evaluateAll(isDrawn)).toEqual([true, true, true])
  await choice.nth(1).click()
  await expect(main.getByRole('img', { name: 'De costado' })).toBeInViewport()
  await expect(choice.nth(1)).toHaveAttribute('aria-current', 'true')
  await main.locator('ul').first().hover()
  await page.mouse.wheel(2000, 0)
  await expect(choice.nth(2)).toHaveAttribute('aria-current', 'true')

  const open = main.locator('li:not([inert])').getByRole('button', { name: 'Ampliar la imagen' })
  await open.press('Enter')
  const close = page.getByRole('dialog', { name: product.name })
  const picture = close.getByRole('img')
  await expect(picture).toHaveAttribute('src', detail)
  await page.keyboard.press('ArrowRight')
  await expect(picture).toHaveAttribute('src', front)
  await expect(close.getByRole('status')).toHaveText('1 de 3')
  await close.getByRole('button', { name: 'Imagen siguiente' }).click()
  await expect(picture).toHaveAttribute('src', side)
  await page.keyboard.press('Escape')
  await expect(close).toBeHidden()
  await expect(choice.nth(1)).toHaveAttribute('aria-current', 'true')
})

test('a picture comes closer where it is pressed, and is moved over by keys', async ({ shop, visit }) => {
  const { product } = await addGallery(shop)
  const page = await visit()
  await page.goto(`/product/${product.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Ampliar la imagen' }).first().click()
  const close = page.getByRole('dialog', { name: product.name })
  const picture = close.getByRole('img')
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const left = async () => (await picture.boundingBox())?.x ?? 0
  // All of it is seen, also in a window that is wider than high.
  await expect(picture).toBeInViewport({ ratio: 1 })
  const whole = await width()
  await picture.click()
  await expect.poll(width).toBeGreaterThan(whole * 1.2)
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await expect(picture).toHaveAccessibleName(product.name)
  await close.getByRole('button', { name: 'Alejar' }).press('Enter')
  await expect.poll(width).toBe(whole)
})
