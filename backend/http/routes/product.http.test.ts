// Reading products over HTTP: the full list, one, a search, a sort, the categories.

import { describe, expect } from 'vitest'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

type Item = { id: number; name: string; price: number }
const idsOf = (items: Item[]) => items.map((item) => item.id)

/** Four products; the third is inactive, the fourth has no stock. Their orders by id, name and price all differ, also turned round. */
const test = base.extend('seen', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const ids = [
    await makeProduct(admin, { name: 'nube_9', price: 9.5 }),
    await makeProduct(admin, { name: 'Ñandú 100% GAMER', price: 100 }),
    await makeProduct(admin, { name: 'Ozono gamer', price: 20 }),
    await makeProduct(admin, { name: 'Águila gamer', price: 20.5, stock: 0 }),
  ]
  const author = await signedIn(shop)
  await author.post('/api/product/addreviewscore', {
    productId: ids[0],
    textReview: { userId: author.id, mensaje: 'Lo uso a diario.' },
    score: { userId: author.id, score: 4 },
  })
  const third = (await admin.get(`/api/product/${ids[2]}`)).body
  await admin.post('/api/product/modifyproduct', { ...third, isActive: false })
  return { admin, author, ids, active: [ids[0], ids[1], ids[3]] }
})

describe('reading products', () => {
  test('[API-01 partial] admins get all products by id, everybody else the active ones, in the shape of the spec', async ({
    shop,
    seen,
  }) => {
    const user = await signedIn(shop)
    for (const caller of [shop.client(), user]) {
      const list = await caller.get('/api/product')
      expect(list.status).toBe(200)
      expect(idsOf(list.body)).toEqual(seen.active)
    }
    const all = await seen.admin.get('/api/product')
    expect(idsOf(all.body)).toEqual(seen.ids)
    const { specs, ...others } = unsaid
    expect(all.body[0]).toEqual({
      ...others,
      sheet: specs,
      id: seen.ids[0],
      name: 'nube_9',
      description: 'Un teclado mecánico compacto.',
      price: 9.5,
      vatRate: 2100,
      internalTaxRate: 0,
      netPrice: 7.85,
      category: 'Periféricos',
      imageUrl: '/img/products/teclado.webp',
      stock: 5,
      isActive: true,
      rating: { average: 4, count: 1, scores: { 4: 1 } },
      specs: [],
      pictures: [{ url: '/img/products/teclado.webp', alt: '' }],
      reviewsTexts: [{ userId: seen.author.id, mensaje: 'Lo uso a diario.' }],
      reviewsScores: [{ userId: seen.author.id, score: 4 }],
      reviews: [expect.objectContaining({ userId: seen.author.id, text: 'Lo uso a diario.', score: 4 })],
    })
    const active = all.body.filter((product: { isActive: boolean }) => product.isActive)
    for (const caller of [shop.client(), user]) expect((await caller.get('/api/product')).body).toEqual(active)
    expect(all.body[1]).toMatchObject({ rating: { average: null, count: 0 }, reviewsTexts: [], reviewsScores: [] })
    expect(idsOf((await shop.client().get('/api/product?page=1')).body)).toEqual(seen.active)
  })

  test('[API-02] nobody reads an e-mail in it, and a method that a path does not have is refused, whoever asks', async ({
    shop,
    seen,
  }) => {
    const client = shop.client()
    for (const caller of [client, await signedIn(shop), seen.admin]) {
      const list = await caller.get('/api/product')
      expect([list.status, list.body[0].reviewsTexts[0].userId]).toEqual([200, seen.author.id])
      expect(JSON.stringify(list.body)).not.toMatch(/@|%40|email/)
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const answer = await caller.send(method, '/api/product')
        expectProblem(answer, 405, 'method_not_allowed')
        expect(answer.headers.get('allow')).toBe('GET')
        expectProblem(await caller.send(method, '/api/product', {}), 405, 'method_not_allowed')
      }
    }
    expect(await client.send('HEAD', '/api/product')).toMatchObject({ status: 200, body: '' })
    expect(await client.get('/api/product/')).toMatchObject({ status: 200 })
  })

  test('[API-03] [API-04] one product has the shape of the list; absent and malformed ids are told apart', async ({
    shop,
    seen,
  }) => {
    const client = shop.client()
    const list = await client.get('/api/product')
    expect(await client.get(`/api/product/${seen.ids[1]}`)).toMatchObject({ status: 200, body: list.body[1] })
    expectProblem(await client.get('/api/product/999'), 404, 'not_found')
    expectProblem(await client.get('/api/product/999999999999999'), 404, 'not_found')
    for (const id of ['0', '-1', '1.5', 'abc', '1e2', '%00', '9'.repeat(16)])
      expectBadInput(await client.get(`/api/product/${id}`), ['id'])
  })

  test('an inactive product exists for admins only', async ({ shop, seen }) => {
    const path = `/api/product/${seen.ids[2]}`
    const user = await signedIn(shop)
    for (const caller of [shop.client(), user]) {
      const hidden = await caller.get(path)
      expect(hidden.body).toEqual((await caller.get('/api/product/999')).body)
      expectProblem(hidden, 404, 'not_found')
    }
    expect(await seen.admin.get(path)).toMatchObject({ status: 200, body: { isActive: false } })
    expectProblem(await shop.client().get(path), 404, 'not_found')
  })

  test('[API-05] a search finds exactly the products whose name contains the text, in any letter case', async ({
    shop,
    seen,
  }) => {
    const search = async (name: string) => idsOf((await shop.client().get(`/api/product/search?name=${name}`)).body)
    expect(await search('gAmEr')).toEqual([seen.ids[1], seen.ids[3]])
    expect(await search('%C3%91AND%C3%9A')).toEqual([seen.ids[1]])
    expect(await search('teclado')).toEqual([])
    expect(idsOf((await seen.admin.get('/api/product/search?name=gamer')).body)).toEqual([
      seen.ids[1],
      seen.ids[2],
      seen.ids[3],
    ])
  })

  test('[T39 partial] [T40 partial] [API-06] a missing or far too long text is bad input, and % and _ match only themselves', async ({
    shop,
    seen,
  }) => {
    const client = shop.client()
    expectBadInput(await client.get('/api/product/search'), ['name'])
    expectBadInput(await client.get('/api/product/search?name=%20'), ['name'])
    expectBadInput(await client.get(`/api/product/search?name=${'a'.repeat(1000)}`), ['name'])
    expectBadInput(await client.get('/api/product/search?name=a%00'), ['name'])
    expectBadInput(await client.get('/api/product/search?name=a&name=b'), ['name'])
    expect(idsOf((await client.get('/api/product/search?name=%25')).body)).toEqual([seen.ids[1]])
    expect(idsOf((await client.get('/api/product/search?name=_')).body)).toEqual([seen.ids[0]])
    expect((await client.get('/api/product/search?name=%5C')).body).toEqual([])
  })

  test('[API-07] active products are sorted as the Spanish alphabet and as numbers are, both ways', async ({
    shop,
    seen,
  }) => {
    const [nube, ñandú, , águila] = seen.ids
    const sorted = async (field: string, direction: string) => {
      const answer = await shop.client().post('/api/product/sort', { field, direction })
      expect(answer.status).toBe(200)
      return idsOf(answer.body)
    }
    expect(await sorted('name', 'ascendente')).toEqual([águila, nube, ñandú])
    expect(await sorted('name', 'descendente')).toEqual([ñandú, nube, águila])
    expect(await sorted('price', 'ascendente')).toEqual([nube, águila, ñandú])
    expect(await sorted('price', 'descendente')).toEqual([ñandú, águila, nube])
  })

  test('[API-08] an unknown field or direction and an empty body are bad input that names the field', async ({
    shop,
  }) => {
    const client = shop.client()
    expectBadInput(await client.post('/api/product/sort', { field: 'stock', direction: 'ascendente' }), ['field'])
    expectBadInput(await client.post('/api/product/sort', { field: 'name', direction: 'asc' }), ['direction'])
    expectBadInput(await client.post('/api/product/sort', {}), ['direction', 'field'])
    expectBadInput(await client.post('/api/product/sort', 'null'), ['body'])
  })

  test('[API-18] the categories are public, each once, and only read', async ({ shop, seen }) => {
    await makeProduct(seen.admin, { name: 'Silla', category: 'Sillas Gamer' })
    const answer = await shop.client().get('/api/product/getcategories/all')
    expect(answer).toMatchObject({ status: 200, body: [{ category: 'Periféricos' }, { category: 'Sillas Gamer' }] })
    expectProblem(await shop.client().post('/api/product/getcategories/all', {}), 405, 'method_not_allowed')
  })

  test('guarantee, codes and parcel stand below the spec sheet, each if it is told, and no guarantee is shorter than the law’s', async ({
    seen,
  }) => {
    const codes = { mpn: 'KY-HAL', ean: '7791528100848', weightGrams: 1550, size: '34 × 27 × 8 cm' }
    const id = await makeProduct(seen.admin, { ...codes, guaranteeMonths: 3, guaranteeBy: 'Kyntra' })
    const sheet: { name: string; value: string }[] = (await seen.admin.get(`/api/product/${id}`)).body.sheet
    expect(sheet.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Garantía: 6 meses desde la entrega, responde el vendedor',
      ...['Número de parte: KY-HAL', 'Código de barras: 7791528100848'],
      ...['Peso con caja: 1,55 kg', 'Medidas de la caja: 34 × 27 × 8 cm'],
    ])
  })
})
