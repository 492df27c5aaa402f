// Searching as people type: on the demo's products, through the public call.
import { expect } from 'vitest'
import { addProduct, changePrice } from '#backend/commands/products/products.ts'
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

type Page = { items: { name: string; category: string }[]; total: number; nearest: { name: string }[] }
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

test('what is not sold finds nothing, and the best rated stand beside it', async ({ stocked }) => {
  const page = await search(stocked, 'heladera')
  expect(page).toMatchObject({ items: [], total: 0 })
  expect(page.nearest).toHaveLength(4)
  expect((await search(stocked, 'teclado')).nearest).toEqual([])
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
  await changePrice(store, at(29), { productId: cheaper, priceCents: 800 })
  await changePrice(store, at(1), { productId: dearer, priceCents: 2000 })
  await changePrice(store, at(31), { productId: older, priceCents: 800 })
  await settle(stocked)
  const offers = async () => (await stocked.client().get('/api/catalogue/offers')).body
  expect(await offers()).toMatchObject([{ id: cheaper, price: 8, previousPrice: 10.5 }])
  const fallOf = async (id: number) => (await stocked.client().get(`/api/product/${id}`)).body.priceFall
  const [{ since }] = await offers()
  expect(await fallOf(cheaper)).toEqual({ previousPrice: 10.5, since })
  expect(await fallOf(dearer)).toBeUndefined()
  await changePrice(store, context, { productId: cheaper, priceCents: 900 })
  await settle(stocked)
  expect(await offers()).toEqual([])
  expect(await fallOf(cheaper)).toBeUndefined()
})
