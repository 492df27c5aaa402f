// An admin finds products that lack a value, turns their words into values, and notes what one costs.
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'

const category = 'Pantallas por completar'
const rate = attribute('hz', { label: 'Tasa', kind: 'number', unit: 'Hz', isRequired: true })

test('[TRUE-01 partial] words of spec sheets become values after a look at each product; what lacks one is listed', async ({
  shop,
  visit,
}) => {
  const admin = await shop.newAdmin()
  const names = ['Pantalla legible', 'Pantalla ilegible']
  const [, unread] = await Promise.all(
    ['144 Hz', 'variable'].map((value, nth) =>
      shop.addProduct({ name: names[nth] ?? '', category, specs: [{ name: 'Refresco', value }] }),
    ),
  )
  expect((await admin.post('/api/panel/schemas', { category, revision: 0, attributes: [rate] })).status).toBe(200)
  const page = await visit({ as: admin })
  await page.goto('/controlPanel?tab=productos&state=incomplete&q=Pantalla')
  await expect(page.getByText('Falta: Tasa')).toHaveCount(2)
  await page.getByRole('button', { name: 'Propiedades' }).click()
  const form = page.getByRole('dialog', { name: 'Propiedades de los productos' })
  await form.getByLabel('Categoría').fill(category)
  await form.getByLabel('De (propiedad o fila)').fill('refresco')
  expect(await axeFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Ver qué cambiaría' }).click()
  await expect(page.getByText(`Conversión: ${category}: refresco → Tasa`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cambian' })).toContainText('hz: 144 Hz')
  await page.getByRole('button', { name: 'Con errores (1)' }).click()
  await expect(page.getByText('No se puede leer «variable».')).toBeVisible()
  await page.getByLabel('Motivo').fill('Filtros por tasa')
  await page.getByRole('button', { name: 'Aplicar a 1 producto' }).click()
  await expect(page.getByText('Hecho en 1 producto.')).toBeVisible()
  await shop.settled()
  await page.goto('/controlPanel?tab=productos&state=incomplete&q=Pantalla')
  await expect(page.getByRole('row').filter({ hasText: 'Falta: Tasa' })).toHaveText([new RegExp(`^${unread?.id}`)])
})

test('a cost is saved apart by an admin and told in the story of the product; an editor sees nothing of it', async ({
  shop,
  visit,
}) => {
  const { id, name } = await shop.addProduct()
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto(`/controlPanel?dossier=product-${id}`)
  const cost = page.getByRole('group', { name: 'Costo' })
  await cost.getByLabel('Costo de una unidad').fill('muchos')
  await expect(cost.getByText('Escribí un número')).toBeVisible()
  await cost.getByLabel('Costo de una unidad').fill('1.234,50')
  await cost.getByRole('button', { name: 'Guardar costo' }).click()
  await expect(page.getByText('Costo guardado!')).toBeVisible()
  await expect(cost.getByLabel('Costo de una unidad')).toHaveValue('1234,50')
  await expect(page.getByText(/El costo del producto Nº \d+ pasó a U\$S\s1\.234,50/).first()).toBeVisible()

  const editor = await visit({ as: await shop.newStaff('editor') })
  await editor.goto(`/controlPanel?dossier=product-${id}`)
  await expect(editor.getByText(name).first()).toBeVisible()
  await expect(editor.getByRole('group', { name: 'Costo' })).toHaveCount(0)
})
