// Comparing products in a real browser: from cards to the table, at a desk and on a phone.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'

const category = 'Comparables'
const sheet = (hz: string, panel: string) => [
  { name: 'Frecuencia', value: hz },
  { name: 'Panel', value: panel },
  { name: 'Base', value: 'Altura' },
]
const products = [
  { name: 'Comparado Uno', specs: sheet('144 Hz', 'IPS') },
  { name: 'Comparado Dos', specs: sheet('240 Hz', 'IPS') },
  { name: 'Comparado Tres', specs: sheet('60 Hz', 'VA').slice(0, 2) },
  { name: 'Comparado Cuatro', specs: sheet('144 Hz', 'VA') },
]

const test = browserTest.extend('ids', { scope: 'file' }, async ({ shop }) => {
  const ids: number[] = []
  for (const product of products) ids.push((await shop.addProduct({ price: 100, category, ...product })).id)
  return ids
})

const table = (page: Page) => page.getByRole('region', { name: 'Diferencias' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(`^${name}`) })

test('[COMP-01] four products are compared at a desk and on a phone: differences lit, equal ones folded, and the address shared opens the same', async ({
  visit,
  ids,
}) => {
  const page = await visit()
  await page.goto(`/home?category=${category}`)
  for (const { name } of products) await page.getByRole('checkbox', { name: `Comparar ${name}` }).check()
  await page.reload()
  await expect(page.getByText('4 elegidos de Comparables')).toBeVisible()
  await page.getByRole('link', { name: 'Comparar (4)' }).click()
  await expect(page).toHaveURL(new RegExp(`/comparar\\?ids=${ids.join('(,|%2C)')}`))
  await expect(rowOf(page, 'Frecuencia').getByRole('cell')).toHaveText(['144 Hz', '240 Hz', '60 Hz', '144 Hz'])
  await expect(rowOf(page, 'Base').getByRole('cell').nth(2)).toHaveText('No indicado')
  expect(await axeFaults(page)).toEqual([])

  const phone = await visit({ width: 390, height: 844 })
  await phone.goto(`/comparar?ids=${ids.slice(0, 2).join(',')}`)
  await expect(rowOf(phone, 'Frecuencia').getByRole('cell')).toHaveText(['144 Hz', '240 Hz'])
  await expect(phone.getByText('2 datos iguales en todos')).toBeVisible()
  await expect(phone.getByRole('rowheader', { name: 'Panel' })).toBeHidden()
  await phone.getByText('2 datos iguales en todos').press('Enter')
  await expect(phone.getByRole('rowheader', { name: 'Panel' })).toBeVisible()
  const isWide = (of: Element) => of.scrollWidth > of.clientWidth
  expect(await table(phone).evaluate(isWide)).toBe(true)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await axeFaults(phone)).toEqual([])
})

test('nothing, one product, one of another category and one that went each have their words', async ({
  shop,
  visit,
  ids,
}) => {
  const [first = 0, second = 0] = ids
  const other = await shop.addProduct({ name: 'De otra', price: 5, category: 'Otra cosa' })
  const gone = await shop.addProduct({ name: 'Se fue', price: 5, category })
  await shop.changeProduct(gone.id, { isActive: false })
  const page = await visit()
  await page.goto('/comparar')
  await expect(page.getByText('Todavía no elegiste qué comparar')).toBeVisible()
  await page.goto(`/comparar?ids=${first}`)
  await expect(page.getByRole('link', { name: 'Elegir otro de Comparables' })).toBeVisible()
  await page.goto(`/comparar?ids=${first},${other.id}`)
  await expect(page.getByText('Son de categorías distintas')).toBeVisible()
  await page.goto(`/comparar?ids=${first},${second},${gone.id}`)
  await expect(page.getByText('Uno de los productos ya no se ofrece')).toBeVisible()
  await page.getByRole('button', { name: /^Quitar Comparado Dos/ }).click()
  await expect(page.getByText('Falta otro producto para comparar')).toBeVisible()
})
