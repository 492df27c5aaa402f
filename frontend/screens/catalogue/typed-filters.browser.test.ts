// Filters by values in a real browser: an admin gives a category its schema, and shoppers filter by it.
import type { Page } from 'playwright'
import { axeFaults } from '#frontend/testing/axe.ts'
import { test as browserTest, expect } from '#frontend/testing/browser-test.ts'

const category = 'Pantallas de prueba'
const monitor = (name: string, hz: string, inches: string) => ({
  name,
  category,
  specs: [
    { name: 'Frecuencia', value: hz },
    { name: 'Tamaño', value: inches },
  ].filter(({ value }) => value !== ''),
})
const products = [
  monitor('Pantalla Alfa', '144 Hz', '27"'),
  monitor('Pantalla Beta', '240 Hz', '27 pulgadas'),
  monitor('Pantalla Gama', '60 Hz', '27"'),
  monitor('Pantalla Delta', '165 Hz', '34" curva'),
  monitor('Pantalla Sigma', '', '24"'),
]

const test = browserTest.extend('home', { scope: 'file' }, async ({ shop }) => {
  for (const product of products) await shop.addProduct({ price: 100, ...product })
  return `/home?${new URLSearchParams({ category }).toString()}`
})

const column = (page: Page) => page.getByRole('complementary', { name: 'Filtros' })
const choice = (page: Page, facet: string, name: string) =>
  column(page).getByRole('group', { name: facet, exact: true }).getByRole('checkbox', { name })

async function giveSchema(admin: Page): Promise<void> {
  await admin.goto('/controlPanel?tab=productos')
  await admin.getByRole('button', { name: 'Propiedades' }).click()
  const form = admin.getByRole('dialog', { name: 'Propiedades de los productos' })
  await form.getByLabel('Categoría').fill(category)
  for (const [name, unit, filter, steps] of [
    ['Frecuencia', 'Hz', 'atLeast', '60; 144'],
    ['Tamaño', '"', 'values', ''],
  ] as const) {
    await form.getByRole('button', { name: 'Agregar propiedad' }).click()
    const row = form
      .getByRole('group')
      .filter({ hasText: /^Propiedad \d/ })
      .last()
    await row.getByLabel('Tipo').selectOption('number')
    await row.getByLabel('Unidad').fill(unit)
    await row.getByLabel('Escalones').fill(steps)
    await row.getByLabel('Filtro').selectOption(filter)
    await row.getByLabel('Nombre', { exact: true }).fill(name)
  }
  expect(await axeFaults(admin)).toEqual([])
  await form.getByRole('button', { name: 'Confirmar' }).click()
  await expect(admin.getByText(`Propiedades de ${category} guardadas!`)).toBeVisible()
}

/** Monitors of 27 inches with 144 Hz or more, by what their spec sheets say. */
async function plainLook(page: Page): Promise<typeof products> {
  const all = await page.evaluate(
    async (of) => (await fetch(`/api/catalogue?size=24&category=${encodeURIComponent(of)}`)).json(),
    category,
  )
  return (all.items as typeof products).filter(({ specs }) => {
    const of = (name: string) => Number.parseFloat(specs.find((row) => row.name === name)?.value ?? '')
    return of('Frecuencia') >= 144 && of('Tamaño') === 27
  })
}

/** The lower end is that of the step chosen before. */
async function chooseOwnEnds(page: Page): Promise<void> {
  const group = column(page).getByRole('group', { name: 'Frecuencia', exact: true })
  await group.getByText('Otro rango').click()
  await expect(group.getByLabel('Frecuencia desde')).toHaveValue('144')
  expect(await axeFaults(page)).toEqual([])
  await group.getByLabel('Frecuencia hasta').fill('200')
  await group.getByRole('button', { name: 'Aplicar frecuencia' }).click()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['PANTALLA ALFA'])
  await expect(choice(page, 'Frecuencia', '144 Hz a 200 Hz 1 producto')).toBeChecked()
}

test('[TRUE-01 partial] [TRUE-03] an admin makes a property a filter, and the hits and counts are those of a plain look; undone, all is as before', async ({
  shop,
  visit,
  home,
}) => {
  const admin = await visit({ as: await shop.newAdmin() })
  await giveSchema(admin)
  await shop.settled()

  const page = await visit()
  await page.goto(home)
  await expect(choice(page, 'Frecuencia', '144 Hz o más 3 productos')).toBeVisible()
  await expect(column(page).getByText('1 no lo indica')).toBeVisible()
  await choice(page, 'Frecuencia', '144 Hz o más').check()
  await choice(page, 'Tamaño', '27" 2 productos').check()
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['PANTALLA ALFA', 'PANTALLA BETA'])
  await expect(page).toHaveURL(/attr=frecuencia/)
  const meeting = await plainLook(page)
  await expect(page.getByRole('article')).toHaveCount(meeting.length)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Filtros elegidos' }).getByRole('button')).toHaveText([
    ...[/Frecuencia: 144 Hz o más/, /Tamaño: 27"/, /Quitar todos/],
  ])
  await chooseOwnEnds(page)

  await admin.goto('/controlPanel?tab=auditoria')
  await admin
    .getByRole('button', { name: /^Deshacer/ })
    .first()
    .click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Deshacer|Confirmar/ })
    .click()
  await shop.settled()
  await page.goto(home)
  await expect(choice(page, 'Frecuencia', '144 Hz 1 producto')).toBeVisible()
})
