// The section Reseñas of the control panel.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls } from '#frontend/testing/network.ts'

const panelOf = (q: string) => `/controlPanel?${new URLSearchParams({ tab: 'resenas', q })}`
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('[PAN-20] [PAN-21] [PAN-22] reviews are looked at and deleted one by one, and number and average follow in panel and shop', async ({
  shop,
  visit,
}) => {
  const name = `Reseñado de ${process.pid}`
  const product = await shop.addProduct({ name: `${name} A` })
  const other = await shop.addProduct({ name: `${name} B` })
  await shop.addProduct({ name: `${name} sin reseñas` })
  const authors = [
    await shop.newShopper('Ana Paz'),
    await shop.newShopper('Beto Sol'),
    await shop.newShopper('Caro Mar'),
  ]
  const [ana, beto, caro] = authors as [(typeof authors)[0], (typeof authors)[0], (typeof authors)[0]]
  await shop.postReview(ana, product.id, 4, 'Muy bueno.')
  await shop.postReview(beto, product.id, 4, 'Cumple.')
  await shop.postReview(caro, product.id, 5, 'Impecable.')
  await shop.postReview(ana, other.id, 1, 'Se rompió.')
  await shop.erase(caro)
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(panelOf(name))
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['ID', 'Producto', 'Número de reseñas', 'Puntuación', 'Acciones'],
  ])
  const rowTexts = (shown: unknown[][]) =>
    Promise.all(shown.map((texts, at) => expect(rows(page).nth(at).getByRole('cell')).toHaveText(texts.map(String))))
  await rowTexts([
    [product.id, `${name} A`, 3, '4,3', 'Ver reseñas'],
    [other.id, `${name} B`, 1, '1,0', 'Ver reseñas'],
  ])
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: `Ver reseñas de ${name} A` }).click()
  const detail = page.getByRole('region', { name: `Reseñas de ${name} A` })
  await expect(detail.getByRole('listitem').getByRole('heading')).toHaveText([
    'Usuario desconocido',
    'Beto Sol',
    'Ana Paz',
  ])
  await expect(detail.getByRole('listitem').getByRole('paragraph')).toHaveText(['Impecable.', 'Cumple.', 'Muy bueno.'])
  const confirmed = async (press: string) => {
    await detail.getByRole('listitem').first().getByRole('button', { name: 'Eliminar Reseña' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: press }).click()
  }
  await confirmed('Cancelar')
  const mend = await failCalls(page, '/api/product/deletereviewscore')
  await confirmed('Sí, eliminar')
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('Algo falló.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect(detail.getByRole('listitem')).toHaveCount(3)
  await mend()

  const store = await visit()
  const lists = () => callsOf(page, '/api/panel/products').length
  for (const [left, average] of [
    [['Beto Sol', 'Ana Paz'], '4,0'],
    [['Ana Paz'], '4,0'],
  ] as const) {
    const before = lists()
    await confirmed('Sí, eliminar')
    await expect(detail.getByRole('listitem').getByRole('heading')).toHaveText([...left])
    await rowTexts([[product.id, `${name} A`, left.length, average, 'Ver reseñas']])
    expect(lists()).toBeGreaterThan(before)
    await store.goto(`/product/${product.id}`)
    await expect(store.getByText('Comentario:')).toHaveCount(left.length)
  }
  await confirmed('Sí, eliminar')
  await expect(detail.getByText('No se encuentran reseñas')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await store.reload()
  await expect(store.getByText('Reviews:')).toBeVisible()
  await expect(store.getByText('Comentario:')).toHaveCount(0)
  await page.reload()
  await expect(detail.getByText('No se encuentran reseñas')).toBeVisible()
})
