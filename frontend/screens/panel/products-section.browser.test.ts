// The section Productos of the control panel.
import type { Locator, Page } from 'playwright'
import { pngOf } from '#backend/testing/picture-fixture.ts'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'
import type { Person, TestShop } from '#frontend/testing/shop.ts'

const panelOf = (q: string) => `/controlPanel?${new URLSearchParams({ tab: 'productos', q })}`
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const cellsOf = (row: Locator) => row.getByRole('cell')
const saves = (page: Page) => callsOf(page, '/api/product/modifyproduct')
const fields = ['Categoría', 'Nombre', 'Descripción', 'Precio (U$S)', 'URL de la imagen', 'Stock']
const valuesOf = (form: Locator) => Promise.all(fields.map((label) => form.getByLabel(label).inputValue()))

let unique = 0
const freshName = () => `Panelito ${++unique} de ${process.pid}`

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await form.getByLabel(label).fill(text)
}

/** What the shop's API says of a product to a visitor: null when it is not there. */
async function inShop(shop: TestShop, person: Person, id: number) {
  await shop.settled()
  const { status, body } = await person.get(`/api/product/${id}`)
  return status === 200 ? body : null
}

test('[PAN-03] [PAN-11] [CONST-04] every product has its row by id, inactive and sold-out ones too, and a search finds them by a part of the name', async ({
  shop,
  visit,
}) => {
  const name = freshName()
  const products = [
    await shop.addProduct({ name: `${name} uno`, price: 1234.5, stock: 7 }),
    await shop.addProduct({ name: `${name} dos`, price: 10, stock: 3 }),
    await shop.addProduct({ name: `Tercer ${name}`, price: 0.99, stock: 0 }),
  ]
  const [active, inactive] = products
  await shop.changeProduct(inactive?.id ?? 0, { isActive: false })
  const page = await visit({ as: await shop.newAdmin() })
  await page.goto('/controlPanel?tab=productos')
  await expect(page.getByRole('columnheader')).toHaveText(['ID', 'Nombre', 'Precio', 'Stock', 'Acciones'])
  await page.getByRole('searchbox', { name: 'Buscar producto...' }).fill(name.toUpperCase())
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('row').locator('td:first-child')).toHaveText(products.map(({ id }) => String(id)))
  const shown = [
    [active?.id, `${name} uno`, 'U$S 1.234,50', '7', 'EditarDesactivar'],
    [inactive?.id, `${name} dosInactivo`, 'U$S 10,00', '3', 'EditarActivar'],
    [products[2]?.id, `Tercer ${name}`, 'U$S 0,99', '0', 'EditarDesactivar'],
  ]
  for (const [index, texts] of shown.entries())
    await expect(cellsOf(page.getByRole('row').nth(index + 1))).toHaveText(texts.map(String))
  const store = await visit()
  await store.goto(`/product/${active?.id}`)
  await expect(store.getByText('$ 1.234,50').first()).toBeVisible()
  await expect(store.getByText('U$S')).toHaveCount(0)
})

test('[PAN-04] [PAN-05] a product is edited in a modal, which leaves it alone until it is confirmed', async ({
  shop,
  visit,
}) => {
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  for (const isActive of [true, false]) {
    const name = freshName()
    const description = 'Con luces.'
    const { id } = await shop.addProduct({ name, description, category: 'Coolers', price: 99.5, stock: 4 })
    if (!isActive) await shop.changeProduct(id, { isActive })
    await page.goto(panelOf(name))
    const modal = page.getByRole('dialog')
    await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
    const image = '/img/products/teclado-kyntra-forge-tkl.webp'
    await expect.poll(() => valuesOf(modal)).toEqual(['Coolers', name, description, '99,50', image, '4'])
    const before = saves(page).length
    await modal.getByLabel('Nombre').fill('Otro nombre')
    await modal.getByRole('button', { name: 'Cancelar' }).click()
    await expect(modal).toBeHidden()
    await expect(rowOf(page, name).getByRole('button', { name: 'Editar' })).toBeFocused()
    expect(saves(page)).toHaveLength(before)

    await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
    const changed = { category: 'Sillas', name: `${name} X`, description: 'Sin luces.' }
    await fill(modal, { Categoría: changed.category, Nombre: changed.name, Descripción: changed.description })
    await fill(modal, { 'Precio (U$S)': '1250,75', 'URL de la imagen': '/img/otra.webp', Stock: '9' })
    await modal.getByRole('button', { name: 'Confirmar' }).click()
    await expect(modal).toBeHidden()
    const cells = [String(id), `${changed.name}${isActive ? '' : 'Inactivo'}`, 'U$S 1.250,75', '9']
    await expect(cellsOf(rowOf(page, changed.name))).toHaveText([
      ...cells,
      isActive ? 'EditarDesactivar' : 'EditarActivar',
    ])
    const present = { ...changed, price: 1250.75, imageUrl: '/img/otra.webp', stock: 9, isActive }
    expect(await inShop(shop, admin, id)).toMatchObject(present)
    expect(await inShop(shop, await shop.newShopper(), id)).toEqual(isActive ? expect.objectContaining(present) : null)
  }
})

/** What was sold since the panel was opened stays sold. */
async function sellMeanwhile(shop: TestShop, page: Page, product: { id: number; name: string }): Promise<void> {
  const { name } = product
  const buyer = await shop.newShopper()
  const buyOne = async () => {
    await shop.addToCart(buyer, product.id)
    await shop.pay(buyer, await shop.placeOrder(buyer))
  }
  const stock = (of: string) => cellsOf(rowOf(page, of)).nth(3)
  await expect(stock(name)).toHaveText('5')
  await buyOne()
  await rowOf(page, name).getByRole('button', { name: 'Desactivar' }).click()
  await expect(stock(name)).toHaveText('4')
  await rowOf(page, name).getByRole('button', { name: 'Activar' }).click()
  await expect(rowOf(page, name).getByRole('button', { name: 'Desactivar' })).toBeEnabled()
  await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
  await buyOne()
  await page.getByRole('dialog').getByLabel('Nombre').fill(`${name} Z`)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(stock(`${name} Z`)).toHaveText('3')
  expect(await shop.stockOf(product.id)).toMatchObject({ onHand: 3 })
}

test('[PAN-06] [PAN-07] a product is taken from sale and put back by posting it whole; what was sold since the panel was opened stays sold, whatever is saved', async ({
  shop,
  visit,
}) => {
  const name = freshName()
  const product = await shop.addProduct({ name, stock: 5 })
  const page = await visit({ as: await shop.newAdmin() })
  const store = await visit()
  const inCatalogue = async (count: number) => {
    await store.goto(`/home?${new URLSearchParams({ q: name })}`)
    // The search may offer others of a similar name.
    await expect(store.getByRole('status').filter({ hasText: /^\d+ producto/ })).toBeVisible()
    const heading = store.getByRole('heading', { name: name.toUpperCase(), exact: true })
    await expect(store.getByRole('article').filter({ has: heading })).toHaveCount(count)
  }
  await page.goto(panelOf(name))
  for (const [press, next, isActive] of [
    ['Desactivar', 'Activar', false],
    ['Activar', 'Desactivar', true],
  ] as const) {
    await rowOf(page, name).getByRole('button', { name: press, exact: true }).click()
    await expect(rowOf(page, name).getByRole('button', { name: next, exact: true })).toBeEnabled()
    const { id, imageUrl, price } = product
    const texts = { category: expect.any(String), description: expect.any(String) }
    expect(saves(page).at(-1)?.body).toMatchObject({ id, name, ...texts, imageUrl, price, stock: 5, isActive })
    await inCatalogue(isActive ? 1 : 0)
  }
  await sellMeanwhile(shop, page, product)
})

/** Letters for price or stock are not sent: each field says what is wrong. */
async function refuseLetters(place: Locator, confirm: string): Promise<void> {
  for (const [label, wrong, right] of [
    ['Precio (U$S)', 'abc', '5'],
    ['Stock', 'diez', '5'],
  ] as const) {
    await fill(place, { 'Precio (U$S)': '5', Stock: '5', [label]: wrong })
    await place.getByRole('button', { name: confirm }).click()
    await expect(place.getByLabel(label)).toBeFocused()
    await expect(place.getByLabel(label)).toHaveValue(wrong)
    await expect(place.getByLabel(label)).toHaveAccessibleDescription(/^Escribí un número/)
    await fill(place, { [label]: right })
    await expect(place.getByLabel(label)).toHaveAccessibleDescription('')
  }
}

test('[PAN-08] [PAN-09] [PAN-10] a new product is written in a form below the list and stands in panel and shop at once; letters for price or stock are not sent, by neither form', async ({
  shop,
  visit,
}) => {
  const { id: previous, name: other } = await shop.addProduct()
  const page = await visit({ as: await shop.newAdmin(), height: 500 })
  await page.goto('/controlPanel?tab=productos')
  await page.getByRole('button', { name: 'Agregar Producto' }).click()
  const form = page.getByRole('region', { name: 'Nuevo producto' })
  await expect(form.getByRole('heading')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  for (const label of fields) await expect(form.getByLabel(label)).toHaveValue('')
  await fill(form, { Categoría: 'C', Nombre: 'N', Descripción: 'D', 'URL de la imagen': '/img/x.webp' })
  await refuseLetters(form, 'Crear producto')
  expect(callsOf(page, '/api/product/new')).toEqual([])
  const name = freshName()
  const entry = { Categoría: 'Coolers', Nombre: name, Descripción: 'Fresco.', 'Precio (U$S)': '25.5', Stock: '8' }
  await fill(form, { ...entry, 'URL de la imagen': '/img/products/teclado-kyntra-forge-tkl.webp' })
  const release = await holdCalls(page, '/api/product/new')
  await form.getByLabel('Stock').press('Enter')
  await expect(form.getByRole('button', { name: 'Crear producto' })).toBeDisabled()
  await form.getByLabel('Stock').press('Enter')
  await release()
  await expect(cellsOf(rowOf(page, name))).toHaveText([/^\d+$/, name, 'U$S 25,50', '8', 'EditarDesactivar'])
  await expect(form).toBeHidden()
  const ids = (await cellsOf(page.getByRole('row').last()).first().textContent()) ?? ''
  expect(Number(ids)).toBe(previous + 1)
  expect(callsOf(page, '/api/product/new')).toHaveLength(1)
  await page.goto(panelOf(other))
  await page.getByRole('button', { name: 'Agregar Producto' }).click()
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await rowOf(page, other).getByRole('button', { name: 'Editar' }).click()
  await refuseLetters(page.getByRole('dialog'), 'Confirmar')
  expect(saves(page)).toEqual([])
  const store = await visit()
  await store.goto(`/home?${new URLSearchParams({ q: name })}`)
  await expect(store.getByRole('article').getByRole('heading')).toHaveText([name.toUpperCase()])
})

test('of two admins who edit a product both keep what only they changed, and the second sees what both did', async ({
  shop,
  visit,
}) => {
  const name = freshName()
  const { id } = await shop.addProduct({ name, price: 10, description: 'Primera.' })
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  await page.goto(panelOf(name))
  await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
  await shop.changeProduct(id, { price: 77.5, description: 'De otra persona.' })
  const modal = page.getByRole('dialog')
  await fill(modal, { Nombre: `${name} M`, 'Precio (U$S)': '55' })
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  const price = modal.getByLabel('Precio (U$S)')
  await expect(price).toHaveAccessibleDescription('Otra persona lo cambió a «U$S 77,50». Si confirmás, queda lo tuyo.')
  const others = modal.getByRole('region', { name: 'Cambios de otra persona' }).getByRole('group', { name: 'Precio' })
  await expect(others).toContainText(
    /Lo tuyo\s*U\$S\s55,00\s*De la otra persona\s*U\$S\s77,50\s*Al abrirlo decía: U\$S\s10,00/,
  )
  await expect(others.getByLabel('Lo tuyo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(price).toHaveValue('77,50')
  await expect(price).not.toHaveAccessibleDescription(/Otra persona/)
  await page.keyboard.press('ArrowLeft')
  await expect(price).toHaveValue('55')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  expect(await inShop(shop, admin, id)).toMatchObject({ name, price: 77.5 })
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal).toBeHidden()
  expect(await inShop(shop, admin, id)).toMatchObject({ name: `${name} M`, price: 55, description: 'De otra persona.' })
})

const sidePicture = async () => ({
  name: 'lado.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await pngOf('#5b3df5')),
})

/** Opens the modal of a product. */
async function edit(page: Page, name: string): Promise<Locator> {
  await page.goto(panelOf(name))
  await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
  return page.getByRole('dialog')
}

test('a spec sheet is typed by keyboard, from what its category knows, and says each thing once; pictures are sent and put into order', async ({
  shop,
  visit,
}) => {
  const [name, category] = [freshName(), `Ventilación ${process.pid}`]
  for (const value of ['120 mm', '140 mm']) await shop.addProduct({ category, specs: [{ name: 'Diámetro', value }] })
  const { id } = await shop.addProduct({ name, category })
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  const modal = await edit(page, name)
  await modal.getByRole('button', { name: `Traer las de ${category} (1)` }).press('Enter')
  await expect(modal.getByLabel('Valor 1', { exact: true })).toBeFocused()
  await page.keyboard.type('140 mm')
  await modal.getByRole('button', { name: 'Agregar característica' }).press('Enter')
  await modal.getByLabel('Característica 2', { exact: true }).fill('diámetro')
  await modal.getByLabel('Valor 2', { exact: true }).fill('Polaria')
  await modal.getByLabel('Valor 2', { exact: true }).press('Enter')
  await expect(modal.getByLabel('Característica 2', { exact: true })).toHaveAccessibleDescription(
    'Esta característica ya está.',
  )
  await expect(modal.getByLabel('Característica 2', { exact: true })).toBeFocused()
  await modal.getByLabel('Característica 2', { exact: true }).fill('Marca')
  await modal.getByLabel('Subir imágenes').setInputFiles(await sidePicture())
  await modal.getByLabel('Qué muestra la imagen 2 de 2').fill('De costado')
  await modal.getByRole('button', { name: 'Subir la imagen 2' }).press('Enter')
  await expect(modal.getByLabel('URL de la imagen')).toHaveValue(/^\/img\/uploads\//)
  await expect(modal.getByRole('button', { name: 'Bajar la imagen 1' })).toBeFocused()
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal).toHaveCount(0)
  expect(await inShop(shop, admin, id)).toMatchObject({
    specs: [
      { name: 'Diámetro', value: '140 mm' },
      { name: 'Marca', value: 'Polaria' },
    ],
    pictures: [
      { url: expect.stringMatching(/^\/img\/uploads\//), alt: 'De costado' },
      { url: '/img/products/teclado-kyntra-forge-tkl.webp', alt: '' },
    ],
  })
})

test('a picture that is on its way belongs to the product: nothing is sent without it, and it ends what was wrong', async ({
  shop,
  visit,
}) => {
  const name = freshName()
  await shop.addProduct({ name })
  const page = await visit({ as: await shop.newAdmin() })
  const modal = await edit(page, name)
  const address = modal.getByLabel('URL de la imagen')
  await address.fill('')
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(address).toHaveAccessibleDescription('Falta este dato.')
  const release = await holdCalls(page, '/api/panel/pictures')
  await modal.getByLabel('Subir imágenes').setInputFiles(await sidePicture())
  await expect(modal.getByRole('button', { name: 'Confirmar' })).toBeDisabled()
  await modal.getByLabel('Nombre').press('Enter')
  await release()
  await expect(address).toHaveValue(/^\/img\/uploads\//)
  await expect(address).toHaveAccessibleDescription('')
  expect(saves(page)).toEqual([])
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal).toHaveCount(0)
})

test('what was typed outlives a reload, beside what another admin changed since then, until it is given up', async ({
  shop,
  visit,
}) => {
  const name = freshName()
  const { id } = await shop.addProduct({ name, specs: [{ name: 'Marca', value: 'Lumora' }] })
  const admin = await shop.newAdmin()
  const page = await visit({ as: admin })
  const modal = await edit(page, name)
  await modal.getByLabel('Valor 1', { exact: true }).fill('Polaria')
  await shop.changeProduct(id, { description: 'De otra persona.', specs: [{ name: 'Marca', value: 'Kyntra' }] })
  await page.reload()
  await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
  await expect(modal.getByRole('status')).toContainText('Recuperamos lo que habías escrito')
  await expect(modal.getByLabel('Valor 1', { exact: true })).toHaveValue('Polaria')
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal.getByText('Otra persona lo cambió a «Marca: Kyntra». Si confirmás, queda lo tuyo.')).toBeVisible()
  await modal.getByRole('button', { name: 'Confirmar' }).click()
  await expect(modal).toBeHidden()
  const specs = [{ name: 'Marca', value: 'Polaria' }]
  expect(await inShop(shop, admin, id)).toMatchObject({ description: 'De otra persona.', specs })
  await edit(page, name)
  await expect(modal.getByRole('status')).toHaveCount(0)
  await modal.getByLabel('Valor 1', { exact: true }).fill('Silex')
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await rowOf(page, name).getByRole('button', { name: 'Editar' }).click()
  await expect(modal.getByLabel('Valor 1', { exact: true })).toHaveValue('Polaria')
})

test('synonyms that another admin changed meanwhile are shown beside what was typed, and replaced only if that is confirmed', async ({
  shop,
  visit,
}) => {
  const [ana, eva] = [await visit({ as: await shop.newAdmin() }), await visit({ as: await shop.newAdmin() })]
  const open = async (page: Page) => {
    await page.goto('/controlPanel?tab=productos')
    await page.getByRole('button', { name: 'Sinónimos' }).click()
    return page.getByRole('dialog', { name: 'Sinónimos de la búsqueda' })
  }
  const [hers, late] = [await open(ana), await open(eva)]
  const standard = await hers.getByRole('textbox').inputValue()
  await hers.getByRole('textbox').fill('gpu, placa de video')
  await hers.getByRole('button', { name: 'Confirmar' }).click()
  await expect(hers).toBeHidden()
  await late.getByRole('textbox').fill('hdd, disco rígido')
  await late.getByRole('button', { name: 'Confirmar' }).click()
  await expect(late.getByText('Otra persona cambió los sinónimos mientras los editabas.')).toBeVisible()
  await expect(late.getByRole('region', { name: 'La lista de ahora' }).getByRole('listitem')).toHaveText([
    'gpu, placa de video',
  ])
  await expect(late.getByRole('textbox')).toHaveValue('hdd, disco rígido')
  await late.getByRole('button', { name: 'Confirmar' }).click()
  await expect(late).toBeHidden()
  const again = await open(ana)
  await expect(again.getByRole('textbox')).toHaveValue('hdd, disco rígido')
  await again.getByRole('textbox').fill(standard)
  await again.getByRole('button', { name: 'Confirmar' }).click()
  await expect(again).toBeHidden()
})
