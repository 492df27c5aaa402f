// The catalogue's facets: each further choice with the number of products that it would show.
import { describe, expect } from 'vitest'
import { joinSpecs } from '#backend/domain/product/facet-text.limits.ts'
import { expectBadInput } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

type Product = { category: string; price: number; brand?: string; specs?: Record<string, string>; stock?: number }

const products: Record<string, Product> = {
  A: { category: 'Monitores', price: 100, brand: 'Lumora', specs: { Panel: 'IPS', Frecuencia: '240 Hz' } },
  B: { category: 'Monitores', price: 200, brand: 'Lumora', specs: { Panel: 'VA', Frecuencia: '240 Hz' } },
  C: { category: 'Monitores', price: 300, brand: 'Kyntra', specs: { Panel: 'IPS', Frecuencia: '60 Hz' } },
  D: { category: 'Monitores', price: 400.5, specs: { Panel: 'IPS', Frecuencia: '60 Hz' } },
  E: { category: 'Periféricos', price: 150, brand: 'Kyntra', specs: { Panel: 'IPS' } },
  F: { category: 'Monitores', price: 120, brand: 'Lumora', specs: { Panel: 'IPS', Frecuencia: '240 Hz' }, stock: 0 },
}
/** By product: the scores of its reviews. */
const scores: Record<string, number[]> = { A: [5, 4], B: [3], E: [2] }

const test = base.extend('stocked', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const ids: Record<string, number> = {}
  for (const [name, { brand, specs = {}, ...product }] of Object.entries(products)) {
    const sheet = { ...(brand && { Marca: brand }), ...specs }
    const list = Object.entries(sheet).map(([property, value]) => ({ name: property, value }))
    ids[name] = await makeProduct(admin, { name, ...product, specs: list })
  }
  for (const [name, all] of Object.entries(scores))
    for (const score of all) {
      const reader = await signedIn(shop)
      const by = { userId: reader.id }
      const review = { textReview: { ...by, mensaje: 'Bien.' }, score: { ...by, score }, productId: ids[name] }
      expect((await reader.post('/api/product/addreviewscore', review)).status).toBe(201)
    }
  const head = await shop.core.store.head()
  expect(await shop.core.positions.waitFor(['catalogue', 'reviews'], head)).toBe(true)
  return async (query: Record<string, string>) => {
    const answer = await shop.client().get(`/api/catalogue?${new URLSearchParams(query).toString()}`)
    expect(answer).toMatchObject({ status: 200 })
    return { names: answer.body.items.map((item: { name: string }) => item.name).join(''), ...answer.body }
  }
})
const counts = (list: { name?: string; value?: string; stars?: number; count: number }[]) =>
  Object.fromEntries(list.map(({ name, value, stars, count }) => [name ?? value ?? stars, count]))

describe('facets', () => {
  test('choose by price, brand, rating and property, several at once', async ({ stocked }) => {
    const chosen: [Record<string, string>, string][] = [
      [{}, 'ABCDE'],
      [{ min: '150', max: '300.00' }, 'BCE'],
      [{ min: '400.5' }, 'D'],
      [{ brand: 'Lumora' }, 'AB'],
      [{ brand: 'Kyntra|Lumora' }, 'ABCE'],
      [{ rating: '4' }, 'A'],
      [{ rating: '3' }, 'AB'],
      [{ category: 'Monitores', spec: 'Panel:IPS' }, 'ACD'],
      [{ category: 'Monitores', spec: 'Panel:IPS|Panel:VA|Frecuencia:240 Hz' }, 'AB'],
      [{ category: 'Monitores', spec: 'Panel:IPS', brand: 'Lumora', max: '250', rating: '4' }, 'A'],
      [{ stock: 'todos', brand: 'Lumora' }, 'ABF'],
      [{ brand: 'Nadie' }, ''],
    ]
    for (const [query, names] of chosen) expect((await stocked(query)).names, JSON.stringify(query)).toBe(names)
  })

  test('are counted for all other choices, without their own', async ({ stocked }) => {
    const plain = (await stocked({})).facets
    expect(counts(plain.brands)).toEqual({ Lumora: 2, Kyntra: 2 })
    expect(counts(plain.ratings)).toEqual({ 4: 1, 3: 2, 2: 3 })
    expect(plain).toMatchObject({ prices: { min: 100, max: 400.5 }, stock: { available: 5, soldOut: 1 }, specs: [] })

    const query = { category: 'Monitores', spec: 'Panel:IPS', brand: 'Lumora' }
    const { facets, total } = await stocked(query)
    expect(total).toBe(1)
    expect(counts(facets.categories)).toEqual({ Monitores: 2 })
    expect(counts(facets.brands)).toEqual({ Lumora: 1, Kyntra: 1 })
    expect(facets.prices).toEqual({ min: 100, max: 100 })
    expect(facets.stock).toEqual({ available: 1, soldOut: 1 })
    const [panel] = facets.specs
    expect([panel.name, counts(panel.values)]).toEqual(['Panel', { IPS: 1, VA: 1 }])
  })

  test('each count is the total of the page that it leads to', async ({ stocked }) => {
    const query = { category: 'Monitores', min: '100', max: '300', stock: 'todos' }
    const { facets } = await stocked(query)
    expect(facets.specs.length).toBeGreaterThan(1)
    for (const { name, count } of facets.categories)
      expect((await stocked({ ...query, category: name })).total, name).toBe(count)
    for (const { name, count } of facets.brands) expect((await stocked({ ...query, brand: name })).total).toBe(count)
    for (const { stars, count } of facets.ratings)
      expect((await stocked({ ...query, rating: String(stars) })).total).toBe(count)
    for (const { name, values } of facets.specs)
      for (const { value, count } of values)
        expect((await stocked({ ...query, spec: joinSpecs([{ name, value }]) })).total, value).toBe(count)
    expect((await stocked({ category: 'Monitores', min: '100', max: '300' })).total).toBe(facets.stock.available)
  })

  test('a choice that makes no sense is refused and named', async ({ shop, stocked }) => {
    expect((await stocked({})).total).toBe(5)
    const client = shop.client()
    for (const [query, field] of [
      ...['-1', 'abc', '1.234', '', '99999999999'].map((price) => [`min=${price}`, 'min']),
      ['min=5&max=4', 'max'],
      ['rating=1', 'rating'],
      ['rating=4.5', 'rating'],
      ['brand=', 'brand'],
      [`brand=${Array.from({ length: 21 }, (_, n) => n).join('|')}`, 'brand'],
      ['spec=Panel:IPS', 'spec'],
      ['category=Monitores&spec=Panel', 'spec'],
      ['stock=si', 'stock'],
    ] as const)
      expectBadInput(await client.get(`/api/catalogue?${query}`), [field])
  })

  test('are made once for all pages and orders, in whatever order and spelling they are asked for', async ({
    shop,
    stocked,
  }) => {
    await stocked({ brand: 'Lumora|Kyntra', min: '100' })
    const made = async () => {
      const { body } = await shop.client().get('/metrics')
      return Number(/kept_answers_total\{result="miss"\} (\d+)/.exec(body)?.[1])
    }
    const before = await made()
    await stocked({ min: '100.00', brand: 'Kyntra|Lumora|Kyntra' })
    expect(await made()).toBe(before)
    await stocked({ brand: 'Kyntra|Lumora', min: '100', sort: 'price' })
    expect(await made()).toBe(before + 1)
    // A price is kept under itself, not under its cents.
    expect((await stocked({ min: '10000' })).total).toBe(0)
  })
})
