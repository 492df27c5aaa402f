// What the search box suggests, and what stands where nothing was found, in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdAnswers } from '#frontend/testing/network.ts'
import { stopTime } from '#frontend/testing/page-time.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar productos' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Sugerencias' })
const options = (page: Page) => list(page).getByRole('option')

async function expectArrowsMove(page: Page): Promise<void> {
  const pointedTo = () => box(page).getAttribute('aria-activedescendant')
  for (const [key, index] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ] as const) {
    await box(page).press(key)
    await expect(options(page).nth(index)).toHaveAttribute('aria-selected', 'true')
    expect(await pointedTo()).toBe(await options(page).nth(index).getAttribute('id'))
  }
}

test('[SRCH-04] three letters bring suggestions with picture, name and price; arrows, Enter and Escape work in them', async ({
  shop,
  page,
}) => {
  const first = await shop.addProduct({ name: 'Zurdo uno', price: 1234.5 })
  const second = await shop.addProduct({ name: 'Zurdo dos', price: 99 })
  await page.goto('/home')
  await box(page).pressSequentially('zu')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(callsOf(page, '/api/catalogue?q=')).toEqual([])
  await box(page).pressSequentially('r')
  await expect(options(page)).toHaveText([/Zurdo uno.*1\.234,50/, /Zurdo dos.*99$/])
  await expect(options(page).first().locator('img')).toBeVisible()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(box(page)).toHaveAttribute('aria-controls', (await list(page).getAttribute('id')) ?? '')

  await expectArrowsMove(page)
  await box(page).press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('zur')
  await expect(box(page)).toBeFocused()
  await box(page).pressSequentially('do d')
  await expect(options(page)).toHaveText([/Zurdo dos/])
  await box(page).press('ArrowDown')
  await box(page).press('Enter')
  await expect(page).toHavePath(`/product/${second.id}`)

  await page.goBack()
  await box(page).fill('zurdo')
  await options(page).first().click()
  await expect(page).toHavePath(`/product/${first.id}`)
})

test('what is not suggested is a step further: all that is found, without the filters that were chosen', async ({
  shop,
  page,
}) => {
  for (const nth of [1, 2, 3, 4, 5, 6]) await shop.addProduct({ name: `Quillango ${nth}`, category: 'Otros' })
  await shop.addProduct({ category: 'Todo lo demás' })
  await page.goto('/home?category=Todo+lo+dem%C3%A1s&max=1')
  await box(page).fill('quillango')
  await expect(options(page)).toHaveCount(6)
  await box(page).press('ArrowUp')
  await expect(options(page).last()).toHaveText('Ver los 6 resultados')
  await box(page).press('Enter')
  await expect(page).toHaveURL('/home?q=quillango')
  await expect(page.getByRole('article')).toHaveCount(6)
})

test('[SRCH-05] answers that come late never show over those of the last text', async ({ shop, page }) => {
  await shop.addProduct({ name: 'Yunque azul' })
  await shop.addProduct({ name: 'Yunque rojo' })
  await page.goto('/home')
  const late = await holdAnswers(page, /q=yunque$/)
  await box(page).fill('yunque')
  await late.answered
  await box(page).fill('yunque rojo')
  await expect(options(page)).toHaveText([/Yunque rojo/])
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = []
    const look = () => texts.push(document.querySelector('[role=listbox]')?.textContent ?? '')
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    return texts
  })
  await late.release()
  const answered = () => callsOf(page).find(({ path }) => path.endsWith('q=yunque'))?.status
  await expect.poll(answered).toBe(200)
  await expect(options(page)).toHaveText([/Yunque rojo/])
  expect((await seen.jsonValue()).filter((text) => text.includes('azul'))).toEqual([])
})

test('[SRCH-05 partial] what was suggested for one text goes as soon as another is typed, before its answer comes', async ({
  shop,
  page,
}) => {
  await shop.addProduct({ name: 'Farol azul' })
  await shop.addProduct({ name: 'Farol rojo' })
  await page.clock.install()
  await page.goto('/home')
  await box(page).fill('farol azul')
  await expect(options(page)).toHaveText([/Farol azul/])
  const late = await holdAnswers(page, /q=farol(\+|%20)rojo$/)
  await stopTime(page)
  await box(page).fill('farol rojo')
  // No time passes: they go with the letters, not when the text has stood still.
  await expect(options(page)).toHaveCount(0)
  await page.clock.resume()
  await late.answered
  await expect(options(page)).toHaveCount(0)
  await late.release()
  await expect(options(page)).toHaveText([/Farol rojo/])
})

test('[SRCH-06] a search for what is not sold says so, and leads on by category; a rival’s word leads to its category, and what is sold out is told', async ({
  shop,
  page,
}) => {
  const product = await shop.addProduct({ name: 'Xilofón' })
  const fan = await shop.newShopper()
  await shop.postReview(fan, product.id, 5, 'Suena muy bien.')
  await page.goto('/home?q=heladera')
  await expect(page.getByText('No se encontraron productos')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  const popular = page.getByRole('region', { name: 'Mirá por categoría' }).getByRole('link')
  await expect(popular.first()).toBeVisible()
  await expect(popular.first().locator('img')).toHaveCount(1)
  await popular.first().click()
  await expect(page).toHaveURL(/\/home\?category=/)

  // Other tests of this shop have video cards too: these two have a word of their own.
  const word = `zafiro${Date.now().toString(36)}`
  const card = { category: 'Placas de Video' }
  const sold = await shop.addProduct({ ...card, name: `Placa ${word} en venta` })
  const gone = await shop.addProduct({ ...card, name: `Placa ${word} agotada`, stock: 0 })
  const cards = page.getByRole('article')
  await page.goto('/home?q=rtx+4070')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Placas de Video')
  await expect(page.getByText('No vendemos «rtx 4070». Esto es lo que tenemos en Placas de Video.')).toBeVisible()
  await expect(cards.first()).toBeVisible()
  for (const one of await cards.all()) await expect(one).toContainText('Placas de Video')
  await page.goto(`/home?q=${word}`)
  await expect(page.getByText(`1 sin stock: ${gone.name}.`)).toBeVisible()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(sold.name)
  await page.getByRole('link', { name: gone.name }).click()
  await expect(page).toHavePath(`/product/${gone.id}`)
})
