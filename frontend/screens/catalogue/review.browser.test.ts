// Writing a review in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'
import { shownFor, stopTime } from '#frontend/testing/page-time.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

const comment = (page: Page) => page.getByRole('textbox', { name: 'Comentario' })
/** Presses a star, as a person does: the radio button itself is not seen. */
async function choose(page: Page, score: number): Promise<void> {
  const radio = page.getByRole('radio', { name: new RegExp(`^${score} `) })
  await page.locator('label').filter({ has: radio }).click()
  await expect(radio).toBeChecked()
}
const send = (page: Page) => page.getByRole('button', { name: 'Enviar reseña' }).click()
const sent = (page: Page) => callsOf(page, '/api/product/addreviewscore')
const entries = (page: Page) => page.getByRole('region', { name: 'Reviews:' }).getByRole('listitem')

/** Raises the chosen score by an arrow key and sends with Enter, more than once while the shop has not answered. */
async function sendByKeyboard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^4 / }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^5 / })).toBeChecked()
  const release = await holdCalls(page, '**/api/product/addreviewscore')
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Enviar reseña' })).toBeDisabled()
  await release()
}

test('[REV-06] [REV-07] a review without a comment or without a score is not sent', async ({ shop, visit }) => {
  const product = await shop.addProduct()
  const page = await visit({ as: await shop.newShopper() })
  await page.goto(`/review/${product.id}`)
  const [noComment, noScore] = [
    page.getByText('Debes dejar un comentario!'),
    page.getByText('Debes seleccionar un puntaje!'),
  ]
  await expect(noComment.or(noScore)).toHaveCount(0)
  await send(page)
  await expect(noComment).toBeVisible()
  await expect(comment(page)).toBeFocused()
  await expect(noScore).toHaveCount(0)

  await comment(page).fill('Bueno.')
  await send(page)
  await expect(noScore).toBeVisible()
  await expect(page.getByRole('radio', { name: /^1 / })).toBeFocused()
  await expect(comment(page)).toHaveValue('Bueno.')
  await expect(noComment).toHaveCount(0)

  await page.reload()
  await choose(page, 4)
  for (const nothing of ['', '   ']) {
    await comment(page).fill(nothing)
    await send(page)
    await expect(noComment).toBeVisible()
    await expect(noScore).toHaveCount(0)
  }
  await expect(page).toHavePath(`/review/${product.id}`)
  expect(sent(page)).toEqual([])

  await comment(page).fill('Bueno.')
  await sendByKeyboard(page)
  await expect(page).toHavePath(`/product/${product.id}`)
  expect(sent(page)).toMatchObject([{ body: { score: { score: 5 } } }])
})

/** From the product to its form, which holds nothing. */
async function openEmptyForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dejar reseña' }).click()
  await expect(page.getByRole('button', { name: 'Enviar reseña' })).toBeVisible()
  await expect(comment(page)).toHaveValue('')
  await expect(page.getByRole('radio', { name: /estrella/, checked: true })).toHaveCount(0)
}

test('[REV-08] [REV-09] a review of each score is thanked for and listed once, and the form is empty again', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const author = await shop.newShopper('Ana Reseña')
  const page = await visit({ as: author })
  await page.clock.install()
  for (const score of [1, 2, 3, 4, 5]) {
    await page.goto(`/product/${product.id}`)
    await openEmptyForm(page)
    await comment(page).fill(`Doy ${score}.`)
    await choose(page, score)
    await stopTime(page)
    await send(page)
    const shown = await shownFor(page, page.getByText('Gracias por tu comentario!'))
    expect(shown).toBeGreaterThan(1200)
    expect(shown).toBeLessThan(1800)
    await page.clock.resume()
    await expect(page).toHavePath(`/product/${product.id}`)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page).getByRole('heading')).toHaveText('Ana Reseña')
    await expect(entries(page).getByRole('paragraph')).toHaveText(`Comentario: Doy ${score}.`)
    await expect(entries(page).getByRole('img')).toHaveAccessibleName(`${score} de 5 estrellas`)
    // One review of one person: what was revised counts once in the rating.
    await shop.settled()
    const { rating } = (await author.get(`/api/product/${product.id}`)).body
    expect(rating).toEqual({ average: score, count: 1, scores: { [score]: 1 } })
  }
  await openEmptyForm(page)
  const history = await shop.core.store.readStreams([`review-${product.id}:${author.id}`])
  const kept = [...history.values()].flat().map(({ type, data }) => [type, (data as { text: string }).text])
  expect(kept).toEqual([
    ['ReviewPosted', 'Doy 1.'],
    ['ReviewRevised', 'Doy 2.'],
    ['ReviewRevised', 'Doy 3.'],
    ['ReviewRevised', 'Doy 4.'],
    ['ReviewRevised', 'Doy 5.'],
  ])
})

test('[REV-11] a visitor who sends a review is asked to sign in, and none is made', async ({ shop, page }) => {
  const product = await shop.addProduct()
  await page.goto(`/review/${product.id}`)
  await comment(page).fill('Sin cuenta.')
  await choose(page, 5)
  await send(page)
  await expect.poll(() => toastsOf(page)).toEqual(['¡Primero debes iniciar sesión!'])
  await expect(page).toHavePath('/login')
  expect(sent(page)).toEqual([])
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
  await expect(entries(page)).toHaveCount(0)
})

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click()
}

test('what was written is still there after the sign-in, for a visitor and for a session that ended in the middle, and nobody else finds it', async ({
  shop,
  visit,
}) => {
  const product = await shop.addProduct()
  const [author, other] = [await shop.newShopper(), await shop.newShopper()]
  const page = await visit()
  await page.goto(`/review/${product.id}`)
  await comment(page).fill('Sin cuenta todavía.')
  await choose(page, 4)
  await send(page)
  await expect(page).toHavePath('/login')
  await signIn(page, author)
  await expect(page).toHavePath(`/review/${product.id}`)
  await expect(comment(page)).toHaveValue('Sin cuenta todavía.')
  await expect(page.getByRole('radio', { name: /^4 / })).toBeChecked()

  await comment(page).fill('Terminó la sesión.')
  await page.context().clearCookies({ name: 'sid' })
  await send(page)
  await expect(page.getByText('Tu sesión ha caducado. Por favor vuelve a iniciar sesión')).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHavePath('/login')
  await signIn(page, other)
  await expect(page).toHavePath(`/review/${product.id}`)
  await expect(comment(page)).toHaveValue('')

  await page.goto(`/login?redirect=${encodeURIComponent(`/review/${product.id}`)}`)
  await signIn(page, author)
  await expect(page).toHavePath(`/review/${product.id}`)
  await comment(page).fill('Ahora sí.')
  await page.reload()
  await expect(comment(page)).toHaveValue('Ahora sí.')
  await choose(page, 5)
  await send(page)
  await expect(page).toHavePath(`/product/${product.id}`)
  await expect(entries(page).getByRole('paragraph')).toHaveText('Comentario: Ahora sí.')
  await openEmptyForm(page)
})
