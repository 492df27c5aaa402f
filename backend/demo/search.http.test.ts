// Searching as people type: on the demo's products, through the public call.
import { expect } from 'vitest'
import { addProduct, changeParts } from '#backend/commands/products/products.ts'
import { postReview } from '#backend/commands/reviews.ts'
import { expectBadInput } from '#backend/http/testing/api-fixture.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import { demoProducts } from './demo-plan.ts'

const context = { actor: 'operator', correlation: 'test' } as const

/** The demo's products for sale, without its history. */
const test = base.extend('stocked', { scope: 'file' }, async ({ shop }) => {
  for (const { slug, priceCents, stock: units, ...texts } of demoProducts)
    await addProduct(shop.core.store, context, {
      details: { ...texts, imageUrl: `/img/products/${slug}.webp` },
      priceCents,
      currency: 'ARS',
      units,
    })
  await settle(shop)
  return shop
})

async function settle({ core }: Shop): Promise<void> {
  const head = await core.store.head()
  const names = projections.map(({ name }) => name)
  await expect.poll(() => core.positions.waitFor(names, head)).toBe(true)
}

type Page = {
  items: { name: string; category: string }[]
  total: number
  ledTo: string | null
  soldOut: { total: number; items: { name: string }[] }
  popular: { category: string; imageUrl: string; count: number }[]
}
async function search(shop: Shop, q: string): Promise<Page> {
  const answer = await shop.client().get(`/api/catalogue?q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  return answer.body
}

/** What a person would expect among the first six. */
const plain: Record<string, RegExp> = {
  monitores: /^Monitor /,
  teclados: /^Teclado /,
  'silla drakon': /^Silla .*Drakon/,
  'drakon silla': /^Silla .*Drakon/,
  'placa de video 9070': /VX 9070/,
  'placa 9070': /VX 9070/,
  'monitor 27': /^Monitor .*27"/,
  '27 monitor': /^Monitor .*27"/,
  'ssd 1tb': /^SSD .*1 TB/,
  'ssd 1 tb': /^SSD .*1 TB/,
  wifi: /Wi-Fi/,
  'auriculares bluetooth': /^Auriculares /,
}
const more: Record<string, RegExp> = {
  'sillas gamer': /^Silla gamer/,
  'mouse inalambrico': /^Mouse gamer inalámbrico/,
  'notebooks vortex': /^Notebook .*Vortex/,
  impresoras: /^Impresora /,
  'disco rigido 8tb': /Vault 8 TB/,
  vx9070: /VX 9070/,
  'procesadores silex': /^Procesador Silex/,
  'cables de red': /^Cable de red/,
  'monitor 240hz': /240 Hz/,
  'consola 1 tb': /^Consola .*1 TB/,
}

test('[SRCH-01] words in any order, in the plural, with amounts and across name, category and spec sheet find what a person expects', async ({
  stocked,
}) => {
  for (const [text, wanted] of Object.entries({ ...plain, ...more })) {
    const { items } = await search(stocked, text)
    expect(
      items.map(({ name }) => name).some((name) => wanted.test(name)),
      `${text}: ${items.map(({ name }) => name).join(', ')}`,
    ).toBe(true)
  }
})

test('[SRCH-02] a slip of one letter, an accent or capitals find first what the right spelling finds first', async ({
  stocked,
}) => {
  const slips = {
    tecaldo: 'teclado',
    notebok: 'notebook',
    mause: 'mouse',
    refrigeracion: 'refrigeración',
    REFRIGERACIÓN: 'refrigeración',
    auricualres: 'auriculares',
    'plaka de video': 'placa de video',
    'procesadro silex': 'procesador silex',
  }
  for (const [slip, right] of Object.entries(slips)) {
    const [wrong, wanted] = [await search(stocked, slip), await search(stocked, right)]
    expect(wanted.items[0]?.name, right).toBeDefined()
    expect(wrong.items[0]?.name, slip).toBe(wanted.items[0]?.name)
  }
})

test('[SRCH-03] what people call things by another name finds the products of that kind, and an admin can change the list', async ({
  stocked,
}) => {
  const kinds: Record<string, RegExp> = {
    gpu: /^Placa de video/,
    'gpu 9070': /VX 9070/,
    joystick: /^Control /,
    hdd: /^Disco rígido/,
    notebook: /^Notebook /,
    laptop: /^Notebook /,
    cpu: /^Procesador /,
  }
  for (const [word, kind] of Object.entries(kinds)) {
    const { items } = await search(stocked, word)
    // As many as the shop has of them, and nothing else before them.
    const ofKind = demoProducts.filter(({ name, stock }) => stock > 0 && kind.test(name)).length
    const first = items.slice(0, word.includes(' ') ? 1 : ofKind).map(({ name }) => name)
    expect(
      first.filter((name) => !kind.test(name)),
      word,
    ).toEqual([])
    expect(first.length, word).toBeGreaterThan(0)
  }
  const admin = await signedIn(stocked, { admin: true })
  const address = '/api/panel/synonyms'
  const { lines } = (await admin.get(address)).body
  expect((await search(stocked, 'estrujadora')).total).toBe(0)
  const changed = await admin.post(address, { lines: [...lines, ' estrujadora,  joystick ,'] })
  expect(changed).toMatchObject({ status: 200, body: { lines: [...lines, 'estrujadora, joystick'] } })
  expect((await admin.post(address, { lines: [...lines, 'estrujadora, teclado'] })).status).toBe(200)
  await expect.poll(async () => (await search(stocked, 'estrujadora')).items[0]?.name).toMatch(/^Teclado /)
  expect((await admin.post(address, { lines })).status).toBe(200)
  await expect.poll(async () => (await search(stocked, 'estrujadora')).total).toBe(0)
  expectBadInput(await admin.post(address, { lines: ['solo'] }), ['lines.0'])
  expectBadInput(await admin.post(address, { lines: ['a, !'] }), ['lines.0'])
})

test('what contains the text as typed is found alone and in the order of the catalogue', async ({ stocked }) => {
  const { items, total } = await search(stocked, 'OnItO')
  const named = demoProducts.filter(({ name, stock }) => stock > 0 && name.toLowerCase().includes('onito'))
  expect(total).toBe(named.length)
  expect(items.map(({ name }) => name)).toEqual(named.map(({ name }) => name).slice(0, 6))
})

/** What must be found first, all of it before anything else. */
const first: Record<string, RegExp[]> = {
  teclado: [/^Teclado/],
  teclados: [/^Teclado/],
  refrigeracion: [/^Refrigeración/, /^Refrigeración/, /^Refrigeración/, /^Cooler/],
  REFRIGERACIÓN: [/^Refrigeración/, /^Refrigeración/, /^Refrigeración/, /^Cooler/],
  nvme: [/^SSD NVMe/, /^SSD NVMe/, /NVMe|Notebook|Consola/],
  'wi-fi': [/^Router .*Wi-Fi/, /^Placa de red .*Wi-Fi/],
  wifi: [/^Router .*Wi-Fi/, /^Placa de red .*Wi-Fi/],
  auricular: [/^Auriculares/],
  mecanico: [/^Teclado mecánico/],
  kyntra: [/Kyntra/, /Kyntra/, /Kyntra/],
  monitores: [/^Monitor /, /^Monitor /, /^Monitor /, /^Monitor /, /^Monitor /],
  notebok: [/^Notebook/],
  mause: [/^Mouse gamer/],
  'silla drakon': [/^Silla .*Drakon/],
  'drakon silla': [/^Silla .*Drakon/],
  'placa 9070': [/VX 9070/],
  '9070 placa': [/VX 9070/],
  'placa de video 9070': [/VX 9070/],
  'monitor 27': [/^Monitor .*27"/],
  'ssd 1tb': [/^SSD .*1 TB/],
  'ssd 1 tb': [/^SSD .*1 TB/],
  gpu: [/^Placa de video/, /^Placa de video/, /^Placa de video/],
  hdd: [/^Disco rígido/],
  joystick: [/^Control /],
  'auriculares bluetooth': [/^Auriculares Bluetooth/],
  silla: [/^Silla/, /^Silla/, /^Silla/],
  'mouse inalambrico': [/^Mouse gamer inalámbrico/],
  'monitor 27 144hz': [/^Monitor .*27" (165|240) Hz/],
  'teclado mecanico rgb': [/^Teclado mecánico .*RGB/],
  'notebook gamer': [/^Notebook gamer/, /^Notebook gamer/],
  'impresora wifi': [/^Impresora/, /^Impresora/, /^Impresora/],
  'procesador 8 nucleos': [/S7 9700/],
  auricualres: [/^Auriculares/],
  vortx: [/Vortex/, /Vortex/],
  'disco solido 2tb': [/^SSD .*2 TB/],
  'cartucho negro': [/cartuchos/],
  'silla ergonomica': [/^Silla ergonómica/],
  'monitor curvo 34': [/^Monitor curvo .*34"/],
  'watercooler 360': [/^Refrigeración líquida .*360/],
  'notebook 16 pulgadas': [/^Notebook .*16"/],
  'monitor gamer': [/^Monitor gamer/, /^Monitor gamer/],
  mesh: [/mesh/],
  '240hz': [/240 Hz/, /Notebook gamer|Monitor/, /Notebook gamer|Monitor/],
  'placa de video 16gb': [/^Placa de video .*16 GB/],
  'router wifi 7': [/^Router .*Wi-Fi 7/],
  tinta: [/botellas de tinta/, /^Impresora .*tinta/],
  'camara web': [/^Webcam/],
  'silla comoda': [/^Silla/],
  oled: [/OLED/, /OLED/, /^Notebook/, /^Notebook/],
  '4k': [/4K|Hub|Consola/, /Hub|Consola/],
  'disco solido': [/^SSD/, /^SSD/, /^SSD/],
  'teclado inalambrico': [/^Teclado/],
  ddr5: [/^Memoria RAM/, /^Memoria RAM/, /^Memoria RAM/],
  '32gb ddr5': [/^Memoria RAM .* 32 GB/, /^Memoria RAM .* 32 GB/],
  'memoria ram': [/^Memoria RAM/, /^Memoria RAM/, /^Memoria RAM/],
  fuente: [/^Fuente/, /^Fuente/, /^Fuente/],
  gabinete: [/^Gabinete/, /^Gabinete/, /^Gabinete/],
  'placa madre': [/^Placa madre/, /^Placa madre/, /^Placa madre/],
  motherboard: [/^Placa madre/, /^Placa madre/, /^Placa madre/],
}

/** A rival's words lead to the category of such things, with nothing else in it. */
const led: Record<string, string> = {
  ...{ rtx: 'Placas de Video', 'rtx 4070 ti': 'Placas de Video', radeon: 'Placas de Video' },
  ...{ geforce: 'Placas de Video', nvidia: 'Placas de Video', 'intel i7': 'Procesadores', ryzen: 'Procesadores' },
  ...{ ps5: 'Consolas', 'play 5': 'Consolas', xbox: 'Consolas', 'switch 2': 'Consolas', tv: 'Monitores' },
}

/** What this catalogue can't answer yet, and what it waits for. */
const waiting = {
  'the builder': ['pc gamer'],
  'offers that a list can be filtered by': ['oferta'],
}

test('what people type finds first what they mean, rivals’ words lead to a category, and what is not sold to popular ones', async ({
  stocked,
}) => {
  const unmet: string[] = []
  for (const [text, wanted] of Object.entries(first)) {
    const names = (await search(stocked, text)).items.map(({ name }) => name)
    if (!wanted.every((kind, nth) => kind.test(names[nth] ?? ''))) unmet.push(`${text}: ${names.join(', ')}`)
  }
  expect(unmet).toEqual([])
  for (const [text, category] of Object.entries(led)) {
    const { ledTo, items, total } = await search(stocked, text)
    const sold = demoProducts.filter((product) => product.category === category && product.stock > 0)
    expect({ text, ledTo, total }).toEqual({ text, ledTo: category, total: sold.length })
    expect(items.every((item) => item.category === category)).toBe(true)
  }
  for (const text of ['zapatillas', 'asdfgh', 'heladera']) {
    const { total, popular } = await search(stocked, text)
    expect({ text, total, popular: popular.length }).toEqual({ text, total: 0, popular: 6 })
    expect(new Set(popular.map(({ imageUrl }) => imageUrl)).size).toBe(6)
  }
  const same = async (text: string) => new Set((await search(stocked, text)).items.map(({ name }) => name))
  expect(await same('wi-fi')).toEqual(await same('wifi'))
  // What waits is not sold by that name: once it is, its queries belong above.
  const kinds = /^PC /
  expect([Object.values(waiting).flat().length, demoProducts.filter(({ name }) => kinds.test(name))]).toEqual([2, []])
})

test('what is sold out is told beside what is found, and a rival’s word among others of another kind leads nowhere', async ({
  stocked,
}) => {
  const lumora = await search(stocked, 'Lumora 4k')
  expect(lumora.soldOut).toMatchObject({ total: 1, items: [{ name: 'Monitor Lumora Pro 27" 4K con pivote' }] })
  expect((await search(stocked, 'placa de video')).soldOut.total).toBe(1)
  expect((await search(stocked, 'teclado')).soldOut).toEqual({ total: 0, items: [] })
  const notebook = await search(stocked, 'notebook rtx')
  expect([notebook.ledTo, notebook.items[0]?.category]).toEqual([null, 'Laptops'])
})

test('[SRCH-08] sorted by rating, one review of five stars stands behind forty of 4.7 on average', async ({
  stocked,
}) => {
  const admin = await signedIn(stocked, { admin: true })
  const [single, many] = [
    await makeProduct(admin, { name: 'Una reseña' }),
    await makeProduct(admin, { name: 'Cuarenta' }),
  ]
  const review = (productId: number, userId: number, score: number) =>
    postReview(stocked.core.store, context, { productId, userId, text: 'Anda muy bien.', score })
  await review(single, 1, 5)
  for (let user = 1; user <= 40; user++) await review(many, user, user <= 28 ? 5 : 4)
  await settle(stocked)
  const sorted = async (direction: string) =>
    (await stocked.client().get(`/api/catalogue?sort=rating&direction=${direction}`)).body.items
  const best = await sorted('descendente')
  expect(best.slice(0, 2)).toMatchObject([
    { id: many, rating: { average: 4.7, count: 40 } },
    { id: single, rating: { average: 5, count: 1 } },
  ])
})

test('what became cheaper is an offer for thirty days, with the price of before; what became dearer is none', async ({
  stocked,
}) => {
  const admin = await signedIn(stocked, { admin: true })
  const [cheaper, dearer, older] = [await makeProduct(admin), await makeProduct(admin), await makeProduct(admin)]
  const { store } = stocked.core
  const at = (days: number) => ({ ...context, at: new Date(stocked.core.now().getTime() - days * 86_400_000) })
  await changeParts(store, at(29), { productId: cheaper, before: {}, after: { priceCents: 800 } })
  await changeParts(store, at(1), { productId: dearer, before: {}, after: { priceCents: 2000 } })
  await changeParts(store, at(31), { productId: older, before: {}, after: { priceCents: 800 } })
  await settle(stocked)
  const offers = async () => (await stocked.client().get('/api/catalogue/offers')).body
  expect(await offers()).toMatchObject([{ id: cheaper, price: 8, previousPrice: 10.5 }])
  const fallOf = async (id: number) => (await stocked.client().get(`/api/product/${id}`)).body.priceFall
  const [{ since }] = await offers()
  expect(await fallOf(cheaper)).toEqual({ previousPrice: 10.5, since, hasPercent: false })
  expect(await fallOf(dearer)).toBeUndefined()
  await changeParts(store, context, { productId: cheaper, before: {}, after: { priceCents: 900 } })
  await settle(stocked)
  expect(await offers()).toEqual([])
  expect(await fallOf(cheaper)).toBeUndefined()
})
