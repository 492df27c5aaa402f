// What a product's page shows of its reviews, in a real browser.
import type { Locator, Page } from 'playwright'
import { pngOf, uploadAvatar } from '#backend/testing/picture-fixture.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf } from '#frontend/testing/network.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Reviews:' })
const entries = (page: Page) => panel(page).getByRole('listitem')
const entryOf = (page: Page, author: string) =>
  entries(page).filter({ has: page.getByRole('heading', { name: author, exact: true }) })
const scoreOf = (entry: Locator) => entry.getByRole('img', { name: /de 5 estrellas$/ })

/** The colours that the five stars of 'Puntuación general:' are filled with. */
async function overallStars(page: Page, productId: number): Promise<string[]> {
  await page.goto(`/product/${productId}`)
  const overall = panel(page).locator('div:has(> h3)').filter({ hasText: 'Puntuación general:' })
  const stars = overall.locator('div > span > [role=img] > svg')
  await expect(stars).toHaveCount(5)
  return stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).fill))
}

test('[REV-01] the panel shows stars and each review with its author and text, newest first', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct()
  const authors = ['Ana', 'Beto', 'Caro', 'Dani', 'Ema', 'Fede']
  for (const [index, name] of authors.entries()) {
    await shop.postReview(await shop.newShopper(name), product.id, (index % 5) + 1, `Lo dice ${name}.`)
  }
  await page.goto(`/product/${product.id}`)
  await expect(panel(page).getByRole('heading', { name: 'Reviews:' })).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Puntuación general:' })).toBeVisible()
  await expect(panel(page).getByRole('img', { name: '2,7 de 5 estrellas' })).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'Últimas reseñas:' })).toBeVisible()
  await expect(entries(page).getByRole('heading')).toHaveText(authors.toReversed())
  for (const [index, name] of authors.entries()) {
    await expect(entryOf(page, name).getByRole('paragraph')).toHaveText(`Comentario: Lo dice ${name}.`)
    await expect(scoreOf(entryOf(page, name))).toHaveAccessibleName(`${(index % 5) + 1} de 5 estrellas`)
  }
})

test('of many reviews ten show at a time; page, order and number of stars stand in the address, and Back returns to those of before', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct()
  for (let nth = 1; nth <= 13; nth++)
    await shop.postReview(await shop.newShopper(), product.id, nth <= 2 ? 1 : 5, `Reseña número ${nth}.`)
  const [all, first] = [`/product/${product.id}`, entries(page).first()]
  const order = panel(page).getByLabel('Ordenar las reseñas')
  const choose = async (act: () => Promise<unknown>, query: string, count: number, top: string) => {
    await act()
    await expect(page).toHaveURL(`${all}${query}`)
    await expect(entries(page)).toHaveCount(count)
    await expect(first).toContainText(top)
  }
  await choose(() => page.goto(all), '', 10, 'Reseña número 13.')
  expect(callsOf(page, `/api/product/${product.id}/reviews`)).toEqual([])
  const pages = panel(page).getByRole('navigation', { name: 'Páginas de reseñas' })
  await choose(() => pages.getByRole('button', { name: 'Página 2' }).click(), '?page=2', 3, 'Reseña número 3.')
  await choose(() => order.selectOption('Menor puntaje'), '?order=worst', 10, 'Reseña número 2.')
  await expect(panel(page).getByRole('heading', { name: 'Las de menor puntaje:' })).toBeVisible()
  const ones = panel(page).getByRole('button', { name: '2 de 13, 1 estrella' })
  await choose(() => ones.click(), '?stars=1', 2, 'Reseña número 2.')
  await expect(ones).toHaveAttribute('aria-pressed', 'true')
  await choose(() => page.reload(), '?stars=1', 2, 'Reseña número 2.')
  await choose(() => page.goBack(), '?order=worst', 10, 'Reseña número 2.')
  await expect(order).toHaveValue('worst')
  await choose(() => page.goBack(), '?page=2', 3, 'Reseña número 3.')
  await choose(() => page.goBack(), '', 10, 'Reseña número 13.')
  await expect(order).toHaveValue('')
  // A page that there is not any more leads to the last one, and what makes no sense is left out.
  await page.goto(`${all}?page=9&order=nadie`)
  await expect(page).toHaveURL(`${all}?page=2`)
  await expect(first).toContainText('Reseña número 3.')
})

test('[REV-02] [REV-03] the overall score is the rounded average in stars; without reviews none is filled', async ({
  shop,
  page,
}) => {
  const [good, fair, unknown] = [await shop.addProduct(), await shop.addProduct(), await shop.addProduct()]
  const authors = [await shop.newShopper(), await shop.newShopper(), await shop.newShopper()]
  for (const [place, author] of authors.entries()) {
    await shop.postReview(author, fair.id, place === 2 ? 4 : 3, 'Cumple.')
    if (place < 2) await shop.postReview(author, good.id, place + 4, 'Muy bueno.')
  }
  const [empty = ''] = await overallStars(page, unknown.id)
  expect(await overallStars(page, unknown.id)).toEqual([empty, empty, empty, empty, empty])
  await expect(entries(page)).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('NaN')
  const [filled = ''] = await overallStars(page, good.id)
  expect(filled).not.toBe(empty)
  expect(await overallStars(page, good.id)).toEqual([filled, filled, filled, filled, filled])
  expect(await overallStars(page, fair.id)).toEqual([filled, filled, filled, empty, empty])
})

test("[REV-04] a visitor sees the author's name and picture, or the default one, without a call for people", async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct()
  const [pictured, plain] = [await shop.newShopper('Ñata Núñez'), await shop.newShopper('Sin Foto')]
  const uploaded = await uploadAvatar(shop, pictured, await pngOf('teal'), pictured)
  const { imageUrl } = uploaded.body
  const changed = await pictured.post('/api/users/modifyuser', { id: pictured.id, name: 'Ñata Núñez', imageUrl })
  expect([uploaded.status, changed.status]).toEqual([201, 200])
  for (const author of [pictured, plain]) await shop.postReview(author, product.id, 4, 'Liviano.')
  await page.goto(`/product/${product.id}`)
  const pictures = { 'Ñata Núñez': imageUrl, 'Sin Foto': '/img/avatar-default.svg' }
  for (const [name, address] of Object.entries(pictures)) {
    const picture = entryOf(page, name).locator('img')
    await expect(picture).toHaveAttribute('src', address)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  expect(callsOf(page)).not.toEqual([])
  expect(callsOf(page, '/api/users').filter(({ path }) => !/\/avatar/.test(path))).toEqual([])
})

test("[REV-05] the review of an erased author stays, as 'Usuario desconocido'", async ({ shop, page }) => {
  const product = await shop.addProduct()
  const [author, other] = [await shop.newShopper('Rita Olvido'), await shop.newShopper('Queda')]
  await shop.postReview(author, product.id, 2, 'Se calienta.')
  await shop.postReview(other, product.id, 5, 'Impecable.')
  await page.goto(`/product/${product.id}`)
  const review = entries(page).filter({ hasText: 'Comentario: Se calienta.' })
  await expect(review.getByRole('heading')).toHaveText('Rita Olvido')
  await shop.erase(author)
  await page.reload()
  await expect(review.getByRole('heading')).toHaveText('Usuario desconocido')
  await expect(scoreOf(review)).toHaveAccessibleName('2 de 5 estrellas')
  await expect(page.getByText('Rita')).toHaveCount(0)
  await expect(entryOf(page, 'Queda')).toBeVisible()
})

test('an answer of the shop stays under a revised review, and says that it is older', async ({ shop, page }) => {
  const product = await shop.addProduct()
  const author = await shop.newShopper('Beto Sol')
  await shop.postReview(author, product.id, 2, 'Se calienta.')
  const seen = { text: 'Se calienta.', score: 2, answer: null }
  const support = await shop.newStaff('support')
  const answer = { productId: product.id, reviewId: author.id, answer: 'Probá el perfil silencioso.', seen }
  expect((await support.post('/api/product/answerreview', answer)).status).toBe(200)
  await page.goto(`/product/${product.id}`)
  const entry = entryOf(page, 'Beto Sol')
  await expect(entry).toContainText('Probá el perfil silencioso.')
  const older = entry.getByText('Respondida antes de que cambiara la reseña.')
  await expect(older).toHaveCount(0)
  await shop.postReview(author, product.id, 4, 'Mejoró.')
  await page.reload()
  await expect(entry).toContainText('Comentario: Mejoró.')
  await expect(entry).toContainText('Probá el perfil silencioso.')
  await expect(older).toBeVisible()
})

test("[REV-10] only the review of a buyer who paid has the mark 'Compra verificada'", async ({ shop, page }) => {
  const product = await shop.addProduct()
  const [paid, unpaid, never] = [
    await shop.newShopper('Pagó'),
    await shop.newShopper('Debe'),
    await shop.newShopper('Mira'),
  ]
  for (const buyer of [paid, unpaid]) await shop.addToCart(buyer, product.id)
  await shop.pay(paid, await shop.placeOrder(paid))
  await shop.placeOrder(unpaid)
  for (const author of [paid, unpaid, never]) await shop.postReview(author, product.id, 4, 'Bien.')
  await page.goto(`/product/${product.id}`)
  await expect(entries(page)).toHaveCount(3)
  await expect(entryOf(page, 'Pagó').getByText('Compra verificada')).toBeVisible()
  await expect(panel(page).getByText('Compra verificada')).toHaveCount(1)
})
