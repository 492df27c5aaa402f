// The section Reseñas of the control panel.
import type { Locator, Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls } from '#frontend/testing/network.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

const panelOf = (q: string) => `/controlPanel?${new URLSearchParams({ tab: 'resenas', q })}`
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const reviewsIn = (detail: Locator) => detail.getByRole('listitem')

let unique = 0

/** A product with three reviews, oldest first by Ana, Beto and an author who was erased; one with a single review, and one with none. */
async function reviewedProducts(shop: TestShop) {
  const name = `Reseñado ${++unique} de ${process.pid}`
  const product = await shop.addProduct({ name: `${name} A` })
  const other = await shop.addProduct({ name: `${name} B` })
  await shop.addProduct({ name: `${name} sin reseñas` })
  const [ana, beto, caro] = [
    await shop.newShopper('Ana Paz'),
    await shop.newShopper('Beto Sol'),
    await shop.newShopper(),
  ]
  await shop.postReview(ana, product.id, 4, 'Muy bueno.')
  await shop.postReview(beto, product.id, 4, 'Cumple.')
  await shop.postReview(caro, product.id, 5, 'Impecable.')
  await shop.postReview(ana, other.id, 1, 'Se rompió.')
  await shop.erase(caro)
  return { name, product, other }
}

/** Opens the reviews of a product from the list. */
async function openReviews(page: Page, name: string, product: string): Promise<Locator> {
  await page.goto(panelOf(name))
  await page.getByRole('button', { name: `Ver reseñas de ${product}` }).click()
  return page.getByRole('region', { name: `Reseñas de ${product}` })
}

/** Asks for the newest review to be deleted, and answers the question. */
async function deleteNewest(detail: Locator, answer: string): Promise<void> {
  await reviewsIn(detail).first().getByRole('button', { name: 'Eliminar Reseña' }).click()
  await detail.page().getByRole('dialog').getByRole('button', { name: answer }).click()
}

test('[PAN-20] only products with a review are listed, with their number and average', async ({ shop, visit }) => {
  const { name, product, other } = await reviewedProducts(shop)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(panelOf(name))
  const names = ['ID', 'Producto', 'Número de reseñas', 'Puntuación', 'Acciones']
  await expect(page.getByRole('columnheader')).toHaveText(names)
  await expect(rows(page).getByRole('cell')).toHaveText([
    ...[String(product.id), `${name} A`, '3', '4,3', 'Ver reseñas'],
    ...[String(other.id), `${name} B`, '1', '1,0', 'Ver reseñas'],
  ])
})

test('[PAN-21] [PAN-22] reviews are deleted one by one, and number and average follow in panel and shop', async ({
  shop,
  visit,
}) => {
  const { name, product } = await reviewedProducts(shop)
  const page = await visit({ as: await shop.newAdmin() })
  const store = await visit()
  const detail = await openReviews(page, name, product.name)
  const authors = ['Usuario desconocido', 'Beto Sol', 'Ana Paz']
  await expect(reviewsIn(detail).getByRole('heading')).toHaveText(authors)
  await expect(reviewsIn(detail).getByRole('paragraph')).toHaveText(['Impecable.', 'Cumple.', 'Muy bueno.'])
  const isOf = { has: page.getByText(product.name, { exact: true }) }
  for (let left = 2; left >= 0; left--) {
    const lists = callsOf(page, '/api/panel/products').length
    await deleteNewest(detail, 'Sí, eliminar')
    await expect(reviewsIn(detail)).toHaveCount(left)
    await expect.poll(() => callsOf(page, '/api/panel/products').length).toBeGreaterThan(lists)
    if (left > 0) await expect(rows(page).filter(isOf).getByRole('cell').nth(2)).toHaveText(String(left))
    await store.goto(`/product/${product.id}`)
    await expect(store.getByText('Comentario:')).toHaveCount(left)
    await expect(
      store.getByRole('img', { name: left > 0 ? /^4 de 5 estrellas/ : /^Sin puntajes/ }).first(),
    ).toBeVisible()
  }
  await expect(rows(page).filter(isOf)).toHaveCount(0)
  await expect(detail.getByText('No se encuentran reseñas')).toBeVisible()
  await page.reload()
  await expect(detail.getByText('No se encuentran reseñas')).toBeVisible()
})

test('a review stays after a no, and after a failure, which is told in the question', async ({ shop, visit }) => {
  const { name, other } = await reviewedProducts(shop)
  const page = await visit({ as: await shop.newAdmin() })
  const detail = await openReviews(page, name, other.name)
  await deleteNewest(detail, 'Cancelar')
  expect(callsOf(page, '/api/product/deletereviewscore')).toEqual([])
  await failCalls(page, '/api/product/deletereviewscore')
  await deleteNewest(detail, 'Sí, eliminar')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Algo falló.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(reviewsIn(detail).getByRole('heading')).toHaveText(['Ana Paz'])
})

test('several reviews are deleted at once with one reason: how far it is, which one was refused and why, and the reason in the audit', async ({
  shop,
  visit,
}) => {
  const { name, product } = await reviewedProducts(shop)
  const support = await visit({ as: await shop.newStaff('support') })
  const detail = await openReviews(support, name, product.name)
  await detail.getByLabel('Elegir las 3 que se ven').check()
  await detail.getByRole('button', { name: 'Eliminar (3)' }).press('Enter')
  const dialog = support.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sí, eliminar' }).click()
  expect(callsOf(support, '/api/product/deletereviewscore')).toEqual([])
  await dialog.getByRole('button', { name: 'Publicidad' }).press('Space')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Publicidad')
  expect(await axeFaults(support, { within: '[role=dialog]' })).toEqual([])
  // Another moderator was faster with Beto's.
  const other = await visit({ as: await shop.newAdmin() })
  const same = await openReviews(other, name, product.name)
  await reviewsIn(same).filter({ hasText: 'Beto Sol' }).getByRole('button', { name: 'Eliminar Reseña' }).click()
  await other.getByRole('dialog').getByLabel('Motivo (opcional)').fill('Copiada de otra tienda')
  await other.keyboard.press('Enter')
  await expect(reviewsIn(same)).toHaveCount(2)
  const letGo = await holdCalls(support, '/api/product/deletereviewscore')
  await dialog.getByRole('button', { name: 'Sí, eliminar' }).click()
  await expect(detail.getByRole('progressbar', { name: 'Eliminar' })).toBeVisible()
  await letGo()
  const result = detail.getByRole('region', { name: 'Resultado' })
  await expect(result).toContainText('Eliminadas: 2 de 3 reseñas')
  await expect(result.getByRole('listitem')).toContainText('Beto Sol: ')
  await expect(detail.getByText('No se encuentran reseñas')).toBeVisible()
  await other.goto('/controlPanel?tab=auditoria&kind=review')
  const entries = other.getByRole('main')
  await expect(entries.getByText('Motivo: Publicidad')).toHaveCount(1)
  await expect(entries.getByText('Motivo: Copiada de otra tienda')).toHaveCount(1)
})

/** Writes an answer to the newest review by keyboard alone. */
async function answerNewest(detail: Locator, text: string): Promise<Locator> {
  const page = detail.page()
  await reviewsIn(detail)
    .first()
    .getByRole('button', { name: /^(Responder|Editar Respuesta)$/ })
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Respuesta')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  await dialog.getByRole('button', { name: 'Publicar respuesta' }).press('Enter')
  return dialog
}

const answerOf = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Respuesta de GamerTech' })
const publish = (dialog: Locator) => dialog.getByRole('button', { name: 'Publicar respuesta' }).click()

test('an answer is published by keyboard and shown to visitors on a phone; what is empty, names the author or fails stays in the question', async ({
  shop,
  visit,
}) => {
  const { name, other } = await reviewedProducts(shop)
  const support = await visit({ as: await shop.newStaff('support') })
  const visitor = await visit({ width: 390, height: 844 })
  const detail = await openReviews(support, name, other.name)
  const dialog = await answerNewest(detail, '  ')
  await expect(dialog.getByText('Escribí la respuesta.')).toBeVisible()
  await expect(dialog.getByLabel('Respuesta')).toBeFocused()
  expect(callsOf(support, '/api/product/answerreview')).toEqual([])
  expect(await axeFaults(support, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Respuesta').fill('Hola Ana, traelo al local.')
  await publish(dialog)
  await expect(dialog.getByText(/^No nombres a quien escribió la reseña/)).toBeVisible()
  const mend = await failCalls(support, '/api/product/answerreview')
  await dialog.getByLabel('Respuesta').fill('Traelo al local.')
  await publish(dialog)
  await expect(dialog.getByRole('alert')).toHaveText('Algo falló.')
  await mend()
  await publish(dialog)
  await expect(dialog).toHaveCount(0)
  await expect(answerOf(support)).toContainText('Traelo al local.')
  await visitor.goto(`/product/${other.id}`)
  await expect(answerOf(visitor)).toContainText('Traelo al local.')
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await visitor.evaluate(overflow)).toBe(0)
})

test('of two who answer at once the second is shown the first answer and may publish all the same, or withdraw it', async ({
  shop,
  visit,
}) => {
  const { name, other } = await reviewedProducts(shop)
  const support = await visit({ as: await shop.newStaff('support') })
  const editor = await visit({ as: await shop.newStaff('editor') })
  const detail = await openReviews(support, name, other.name)
  const dialog = support.getByRole('dialog')
  await reviewsIn(detail).first().getByRole('button', { name: 'Responder' }).click()
  const same = await openReviews(editor, name, other.name)
  await expect(same.getByRole('button', { name: 'Eliminar Reseña' })).toHaveCount(0)
  await answerNewest(same, 'Lo cubre la garantía.')
  await expect(answerOf(editor)).toContainText('Lo cubre la garantía.')
  await dialog.getByLabel('Respuesta').fill('Escribinos.')
  await publish(dialog)
  await expect(dialog.getByRole('alert')).toContainText('cambió mientras escribías')
  await expect(dialog.getByText('Respuesta publicada: Lo cubre la garantía.')).toBeVisible()
  await expect(dialog.getByLabel('Respuesta')).toHaveValue('Escribinos.')
  await publish(dialog)
  await expect(dialog).toHaveCount(0)
  const visitor = await visit()
  await visitor.goto(`/product/${other.id}`)
  await expect(answerOf(visitor)).toContainText('Escribinos.')
  await reviewsIn(detail).first().getByRole('button', { name: 'Editar Respuesta' }).click()
  await dialog.getByRole('button', { name: 'Retirar la respuesta' }).click()
  await expect(reviewsIn(detail).first().getByRole('button', { name: 'Responder' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('Comentario: Se rompió.')).toBeVisible()
  await expect(answerOf(visitor)).toHaveCount(0)
})
