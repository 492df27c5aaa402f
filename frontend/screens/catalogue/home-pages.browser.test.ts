// The storefront's pagination in a real browser.
import type { Page } from 'playwright'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'
import { openTestShop } from '#frontend/testing/shop.ts'

const pages = 12
/** A shop with 12 pages of products and one product on the last, and the names by id, in capitals as the cards have them. */
const test = browserTest.extend('long', { scope: 'file' }, async ({}, { onCleanup }) => {
  const shop = await openTestShop()
  onCleanup(() => shop.stop())
  const full = Array.from({ length: (pages - 1) * 6 }, () => shop.addProduct({ category: 'Monitores' }))
  const products = [...(await Promise.all(full)), await shop.addProduct({ category: 'Consolas' })]
  const names = products.toSorted((one, other) => one.id - other.id).map(({ name }) => name.toUpperCase())
  return { shop, names }
})

const steps = ['Primera página', 'Página anterior', 'Página siguiente', 'Última página'] as const
const paginations = (page: Page) => [
  page.getByRole('navigation', { name: 'Páginas, arriba' }),
  page.getByRole('navigation', { name: 'Páginas, abajo' }),
]

/** Both paginations stand on this page, and the cards are those of this page. */
async function expectToStandOn(page: Page, names: readonly string[], number: number): Promise<void> {
  for (const pagination of paginations(page)) {
    await expect(pagination.locator('[aria-current=page]')).toHaveText(String(number))
  }
  const shown = names.slice((number - 1) * 6, number * 6)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(shown)
}

test('[CAT-17] first and previous rest on page 1, next and last on the last page', async ({
  long: { shop },
  visit,
}) => {
  const page = await visit({ shop })
  const expectDisabled = async (address: string, disabled: readonly string[]) => {
    await page.goto(address)
    for (const pagination of paginations(page)) {
      for (const step of steps) {
        const button = pagination.getByRole('button', { name: step })
        if (disabled.includes(step)) await expect(button).toBeDisabled()
        else await expect(button).toBeEnabled()
      }
    }
  }
  await expectDisabled('/home', steps.slice(0, 2))
  await expectDisabled('/home?page=2', [])
  await expectDisabled('/home?page=7', [])
  await expectDisabled('/home?page=12', steps.slice(2))
  await expectDisabled('/home?category=Consolas', steps)
})

test('[CAT-18] at most five numbers from one before the present page', async ({ long: { shop, names }, visit }) => {
  const page = await visit({ shop })
  const windows = { 1: [1, 2, 3, 4, 5], 6: [5, 6, 7, 8, 9], 12: [11, 12] }
  for (const [number, shown] of Object.entries(windows)) {
    await page.goto(`/home?page=${number}`)
    await expectToStandOn(page, names, Number(number))
    for (const pagination of paginations(page)) {
      await expect(pagination.getByRole('button', { name: /^Página \d+$/ })).toHaveText(shown.map(String))
    }
  }
})

test('[CAT-19] each button of either pagination leads to its page', async ({ long: { shop, names }, visit }) => {
  const page = await visit({ shop })
  await page.goto('/home')
  for (const place of [0, 1]) {
    const press = async (name: string, number: number) => {
      await paginations(page)[place]?.getByRole('button', { name, exact: true }).click()
      await expectToStandOn(page, names, number)
    }
    await expectToStandOn(page, names, 1)
    await press('Página 4', 4)
    await press('Página siguiente', 5)
    await press('Página siguiente', 6)
    await press('Página anterior', 5)
    await press('Última página', 12)
    await press('Página anterior', 11)
    await press('Primera página', 1)
  }
})

test('who comes back from a product finds the list where it was: by Back at the same place, by Volver with its filters and page', async ({
  long: { shop, names },
  visit,
}) => {
  const page = await visit({ shop, width: 390 })
  const address = '/home?category=Monitores&page=3'
  const cards = page.getByRole('article')
  const fifth = cards.nth(4)
  const place = () => page.evaluate(() => Math.round(scrollY))
  await page.goto(address)
  await expect(cards.getByRole('heading')).toHaveText(names.slice(12, 18))
  await fifth.scrollIntoViewIfNeeded()
  const before = await place()
  expect(before).toBeGreaterThan(300)
  // Pages learn of a scroll with the next frame; nobody presses sooner.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  // Anywhere on the card, not on its link alone.
  await fifth.getByText(/^Unidades Disponibles/).click({ force: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[16] ?? '', { ignoreCase: true })
  await page.goBack()
  await expect(cards.getByRole('heading')).toHaveText(names.slice(12, 18))
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(5)
  await fifth.getByRole('link', { name: /Detalle/ }).click()
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(address)
  await expect(cards.getByRole('heading')).toHaveText(names.slice(12, 18))
})

test('more products stand on a page if that is chosen; the address carries it, and back undoes it', async ({
  long: { shop, names },
  visit,
}) => {
  const page = await visit({ shop })
  await page.goto('/home?page=3')
  const sizes = page.getByRole('group', { name: 'Productos por página' }).getByRole('button')
  await expect(sizes).toHaveText(['6', '12', '24'])
  await expect(sizes.nth(0)).toHaveAttribute('aria-pressed', 'true')
  await sizes.nth(2).press('Enter')
  const cards = page.getByRole('article').getByRole('heading')
  await expect(cards).toHaveText(names.slice(0, 24))
  await expect(page).toHaveURL('/home?size=24')
  await page.getByRole('navigation', { name: 'Páginas, abajo' }).getByRole('button', { name: 'Página 3' }).click()
  await expect(cards).toHaveText(names.slice(48))
  await page.reload()
  await expect(cards).toHaveText(names.slice(48))
  await expect(sizes.nth(2)).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await page.goBack()
  await expect(cards).toHaveText(names.slice(12, 18))
  await page.goto('/home?category=Consolas')
  await expect(cards).toHaveCount(1)
  await expect(sizes).toHaveCount(0)
})
