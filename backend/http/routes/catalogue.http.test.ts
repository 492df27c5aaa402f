// The storefront's one query: a page of what can be bought, with its total and its facets.
import { describe, expect } from 'vitest'
import { expectBadInput } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

type Item = { id: number; name: string; price: number; category: string; stock: number }

/** A catalogue of 16: eight keyboards with the price 8 to 1, seven screens, one keyboard without stock. */
const test = base.extend('ids', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const ids: number[] = []
  for (let n = 1; n <= 8; n++)
    ids.push(await makeProduct(admin, { name: `Teclado ${n}`, category: 'Periféricos', price: 9 - n }))
  for (let n = 1; n <= 7; n++)
    ids.push(await makeProduct(admin, { name: `Pantalla ${n}`, category: 'Monitores', price: 100 * n }))
  ids.push(await makeProduct(admin, { name: 'Teclado agotado', category: 'Periféricos', stock: 0 }))
  return ids
})

describe('catalogue', () => {
  test('[CAT-23] a search, a category, a sort and a page are applied together, and total and facets are for the same filter', async ({
    shop,
    ids,
  }) => {
    const query = 'q=tecl&category=Perif%C3%A9ricos&sort=price&direction=ascendente&page=2'
    const answer = await shop.client().get(`/api/catalogue?${query}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ total: 8, page: 2, pageSize: 6, pages: 2 })
    const first = await shop.client().get(`/api/catalogue?${query.replace('page=2', 'page=1')}`)
    expect(first.body.items.map((item: Item) => item.price)).toEqual([1, 2, 3, 4, 5, 6])
    expect(answer.body.facets.categories).toEqual([{ name: 'Periféricos', count: 8 }])
    expect(answer.body.facets.prices).toEqual({ min: 1, max: 8 })
    expect(answer.body.items.map((item: Item) => [item.id, item.price])).toEqual([
      [ids[1], 7],
      [ids[0], 8],
    ])
    // Text and category each leave something out: there is a keyboard 7 and a screen 7, and six more screens.
    const seven = (await shop.client().get('/api/catalogue?q=7&category=Monitores&sort=price')).body
    expect(seven.items.map((item: Item) => item.name)).toEqual(['Pantalla 7'])
    expect(seven).toMatchObject({ total: 1, page: 1, pages: 1, facets: { prices: { min: 700, max: 700 } } })
    expect(seven.facets.categories).toEqual([
      { name: 'Monitores', count: 1 },
      { name: 'Periféricos', count: 1 },
    ])
    const mixed = (await shop.client().get('/api/catalogue?q=la&category=Monitores&sort=price&direction=descendente'))
      .body
    expect(mixed.items.map((item: Item) => item.price)).toEqual([700, 600, 500, 400, 300, 200])
    expect([mixed.total, mixed.pages]).toEqual([7, 2])
    expect(mixed.facets.categories).toEqual([
      { name: 'Monitores', count: 7 },
      { name: 'Periféricos', count: 8 },
    ])
    expect(mixed.facets.prices).toEqual({ min: 100, max: 700 })
  })

  test('[CAT-23 partial] without a search all categories are counted, and a chosen one holds exactly its count', async ({
    shop,
    ids,
  }) => {
    const client = shop.client()
    const all = await client.get('/api/catalogue')
    expect(all.body.items.map((item: Item) => item.id)).toEqual(ids.slice(0, 6))
    expect(all.body).toMatchObject({ total: 15, page: 1, pages: 3 })
    expect(all.body.facets.categories).toEqual([
      { name: 'Monitores', count: 7 },
      { name: 'Periféricos', count: 8 },
    ])
    const chosen = await client.get('/api/catalogue?category=Monitores&sort=name&direction=descendente')
    expect(chosen.body.total).toBe(7)
    expect(chosen.body.facets.categories).toEqual(all.body.facets.categories)
    expect(chosen.body.items.map((item: Item) => item.name)).toEqual(
      [7, 6, 5, 4, 3, 2].map((number) => `Pantalla ${number}`),
    )
  })

  test('a page has as many products as are asked for, of the sizes that there are', async ({ shop, ids }) => {
    const client = shop.client()
    const page = async (query: string) => (await client.get(`/api/catalogue?${query}`)).body
    expect(await page('size=12')).toMatchObject({ total: 15, pageSize: 12, page: 1, pages: 2 })
    const [first, second] = [await page('size=12&sort=price'), await page('size=12&sort=price&page=2')]
    expect([first.items.length, second.items.length]).toEqual([12, 3])
    expect(new Set([...first.items, ...second.items].map((item: Item) => item.id)).size).toBe(15)
    expect((await page('size=24')).items.map((item: Item) => item.id)).toEqual(ids.slice(0, 15))
    expect((await page('')).items).toHaveLength(6)
    for (const size of ['6', '7', '1000', '-12', '12.0', ''])
      expectBadInput(await client.get(`/api/catalogue?size=${size}`), ['size'])
  })

  test('what is inactive or out of stock is on no page', async ({ shop, ids }) => {
    const client = shop.client()
    const pages = await Promise.all([1, 2, 3].map((page) => client.get(`/api/catalogue?page=${page}`)))
    const listed = pages.flatMap((page) => page.body.items.map((item: Item) => item.id))
    expect(listed).toEqual(ids.slice(0, 15))
  })

  test('[API-51] a wrong page, sort, direction or category is bad input; a page after the last is empty with the true total', async ({
    shop,
    ids,
  }) => {
    const client = shop.client()
    for (const page of ['0', '-1', '1.5', 'abc', '', '1e3', '99999999999'])
      expectBadInput(await client.get(`/api/catalogue?page=${page}`), ['page'])
    expectBadInput(await client.get('/api/catalogue?page=1&page=2'), ['page'])
    expectBadInput(await client.get('/api/catalogue?sort=stock&direction=up'), ['direction', 'sort'])
    for (const category of ['Heladeras', '', '%00', 'x'.repeat(81)])
      expectBadInput(await client.get(`/api/catalogue?category=${category}`), ['category'])
    for (const page of [4, 9_999_999])
      expect(await client.get(`/api/catalogue?page=${page}`)).toMatchObject({
        status: 200,
        body: { items: [], total: ids.length - 1, page, pages: 3 },
      })
  })

  test('a search of no product answers an empty page, and signs of the pattern language mean themselves', async ({
    shop,
    ids,
  }) => {
    const client = shop.client()
    expect(ids).toHaveLength(16)
    for (const text of ['%', '_', '\\', '%25', "'", 'zzz', '%E0%A4%A'])
      expect(await client.get(`/api/catalogue?q=${encodeURIComponent(text)}`)).toMatchObject({
        status: 200,
        body: { items: [], total: 0, pages: 0, facets: { categories: [], brands: [], prices: null, specs: [] } },
      })
    expectBadInput(await client.get('/api/catalogue?q=%00'), ['q'])
    expectBadInput(await client.get(`/api/catalogue?q=${'a'.repeat(1000)}`), ['q'])
    expect((await client.get('/api/catalogue?q=%20PÁNTALLA%207%20')).body.total).toBe(1)
  })

  test('an unchanged page is answered with 304 to who knows it, and a change of the catalogue ends that', async ({
    shop,
    ids,
  }) => {
    const visitor = shop.client()
    const path = '/api/catalogue?q=pantalla&page=2'
    const first = await visitor.get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(await visitor.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
    const admin = await signedIn(shop, { admin: true })
    const added = await makeProduct(admin, { name: 'Pantalla 8', category: 'Monitores' })
    const after = await visitor.get(path, { 'if-none-match': etag })
    expect(after).toMatchObject({ status: 200, body: { total: 8 } })
    expect(after.body.items.map((item: Item) => item.id)).toEqual([ids[14], added])
  })

  test('a small list holds the newest, or the best rated of a category beside a product, and only what can be bought', async ({
    shop,
    ids,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const add = async (name: string, stock = 1) => makeProduct(admin, { name, category: 'Estante', stock })
    const [shown, plain, best] = [await add('Mostrado'), await add('Sin opiniones'), await add('El mejor')]
    const soldOut = await add('Agotado', 0)
    const reader = await signedIn(shop)
    const review = { textReview: { userId: reader.id, mensaje: 'Bien.' }, score: { userId: reader.id, score: 5 } }
    await reader.post('/api/product/addreviewscore', { ...review, productId: best })
    const list = async (query: string) => {
      const { body } = await reader.get(`/api/catalogue/shelf?${query}`)
      return body.map(({ id }: Item) => id)
    }
    expect(await list('of=newest')).toEqual([best, plain, shown, expect.any(Number)])
    expect(await list(`of=bestRated&beside=${shown}`)).toEqual([best, plain])
    expect(await list(`of=newest&beside=${best}`)).toEqual([plain, shown])
    expect((await list('of=bestRated')).slice(0, 1)).toEqual([best])
    expect(await list('of=newest&beside=999999')).toEqual([])
    expect((await reader.get('/api/catalogue/shelf?of=bestRated')).body[0]).toEqual({
      id: best,
      name: 'El mejor',
      imageUrl: expect.any(String),
      price: 10.5,
      netPrice: 8.68,
      rating: { average: 5, count: 1 },
    })
    expect(await list('of=newest')).not.toContain(soldOut)
    const newest = (await reader.get('/api/catalogue?stock=todos&sort=added&direction=descendente')).body.items
    expect(newest.map(({ id }: Item) => id).slice(0, 4)).toEqual([soldOut, best, plain, shown])
    expect((await reader.get('/api/catalogue?stock=todos&sort=added')).body.items[0].id).toBe(ids[0])
    for (const [query, field] of [
      ['', 'of'],
      ['of=oldest', 'of'],
      ['of=newest&beside=0', 'beside'],
    ] as const)
      expectBadInput(await reader.get(`/api/catalogue/shelf?${query}`), [field])
  })

  test('a question in any order and spelling is answered from what is kept, and parameters that mean nothing are refused for nothing', async ({
    shop,
    ids,
  }) => {
    const visitor = shop.client()
    const head = await shop.core.store.head()
    expect(await shop.core.positions.waitFor(['catalogue', 'reviews', 'synonyms'], head)).toBe(true)
    const madeAnswers = async () => {
      const { body } = await visitor.get('/metrics')
      return Number(/kept_answers_total\{result="miss"\} (\d+)/.exec(body)?.[1])
    }
    const [page, product] = ['/api/catalogue?q=pantalla&category=Monitores&page=1', `/api/product/${ids[0]}`]
    const first = [(await visitor.get(page)).body, (await visitor.get(product)).body]
    const made = await madeAnswers()
    expect((await visitor.get('/api/catalogue?category=Monitores&page=1&q=%70antalla')).body).toEqual(first[0])
    for (let visit = 1; visit <= 20; visit++) {
      const junk = `utm_source=x${visit}`
      for (const address of [`${page}&${junk}`, `/api/catalogue?${junk}`, `${product}?${junk}`])
        expectBadInput(await visitor.get(address), ['utm_source'])
    }
    expect(await madeAnswers()).toBe(made)
  })
})
