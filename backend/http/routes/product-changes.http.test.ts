// An admin's changes to products over HTTP, and what everybody else is answered.
import { describe, expect, onTestFinished } from 'vitest'
import { type PictureFormat, pictureSides, sizedPicture } from '#backend/domain/product/gallery.limits.ts'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { pngOf, sizeOf, uploadPicture } from '#backend/testing/picture-fixture.ts'
import { makeProduct, signedIn, test } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const entry = {
  category: 'Coolers',
  name: 'Viento 120',
  description: 'Un ventilador silencioso.',
  price: 1234.56,
  imageUrl: '/img/products/viento.webp',
  stock: 7,
}

describe('new products', () => {
  test('[API-11] a new product is active, has the next id and no reviews', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const first = await admin.post('/api/product/new', entry)
    const second = await admin.post('/api/product/new', { ...entry, specs: [{ name: 'Diámetro', value: '120 mm' }] })
    expect(first.status).toBe(201)
    expect(first.body.msg).toMatch(/\S/)
    expect(first.body.product).toMatchObject({ ...entry, isActive: true, reviewsTexts: [], reviewsScores: [] })
    expect(Number.isSafeInteger(first.body.product.id) && first.body.product.id > 0).toBe(true)
    expect(second.body.product.id).toBe(first.body.product.id + 1)
    expect(second.body.product.specs).toEqual([{ name: 'Diámetro', value: '120 mm' }])
    expect((await shop.client().get(`/api/product/${second.body.product.id}`)).body).toEqual(second.body.product)
  })

  test('a new product is answered while the catalogue stands still, just as it is shown afterwards', async ({
    shop,
    databaseUrl,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const owner = openOwnerPool(databaseUrl)
    onTestFinished(() => owner.end())
    await setPaused(owner, 'catalogue', true)
    const answer = await admin.post('/api/product/new', entry)
    expect(answer.status).toBe(201)
    await setPaused(owner, 'catalogue', false)
    const address = `/api/product/${answer.body.product.id}`
    await expect.poll(async () => (await shop.client().get(address)).body).toEqual(answer.body.product)
  })

  test('[API-12] who is no admin is refused, and each wrong field is listed', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const user = await signedIn(shop)
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post('/api/product/new', entry), 401, 'unauthenticated')
      expectProblem(await user.post('/api/product/new', entry), 403, 'forbidden')
      expectProblem(await user.post('/api/product/new', {}), 403, 'forbidden')
      const { name: _, ...nameless } = entry
      expectBadInput(await admin.post('/api/product/new', { ...nameless, price: 'x', stock: '7' }), [
        'name',
        'price',
        'stock',
      ])
      expectBadInput(await admin.post('/api/product/new', { ...entry, price: -1, stock: -1 }), ['price', 'stock'])
      expectBadInput(await admin.post('/api/product/new', {}), Object.keys(entry))
    })
    expect(types).toEqual([])
  })

  test('[API-12 partial] [T37] numbers that are no price or no count, and texts that the database cannot hold, are bad input', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    for (const price of ['1e308', '1e999', '1.005', '10.999', '1e-7', '1000000000.01', '-0.01', 'null', '"NaN"', '[1]'])
      expectBadInput(await admin.post('/api/product/new', JSON.stringify(entry).replace('1234.56', price)), ['price'])
    for (const stock of [1.5, 1e308, 1_000_001, null, '', true])
      expectBadInput(await admin.post('/api/product/new', { ...entry, stock }), ['stock'])
    for (const text of ['Teclado\0', '\ud800', ' ', 'x'.repeat(5000)])
      expectBadInput(await admin.post('/api/product/new', { ...entry, name: text, description: text }), [
        'description',
        'name',
      ])
    for (const imageUrl of ['javascript:alert(1)', 'http://a/b.png', '//otra/img', '/img/../a b', 'data:,x'])
      expectBadInput(await admin.post('/api/product/new', { ...entry, imageUrl }), ['imageUrl'])
    expectBadInput(await admin.post('/api/product/new', { ...entry, specs: [{ name: 'A', value: 'b\0' }] }), [
      'specs.0.value',
    ])
    expectBadInput(
      await admin.post('/api/product/new', {
        ...entry,
        specs: Array.from({ length: 41 }, () => ({ name: 'a', value: 'b' })),
      }),
      ['specs'],
    )
  })

  test('a key named __proto__ is a key like any other, and unknown', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const body = JSON.stringify(entry).replace('{', '{"__proto__":{"isAdmin":true,"name":1},"constructor":1,')
    expectBadInput(await admin.post('/api/product/new', body), ['__proto__', 'constructor'])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('[API-53] the price 1234.56 is 123456 minor units and the currency in the log and in the read model', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const before = await shop.core.store.head()
    const id = await makeProduct(admin, { price: 1234.56 })
    expect((await shop.client().get(`/api/product/${id}`)).body.price).toBe(1234.56)
    const added = (await eventsAfter(shop, before)).find((event) => event.type === 'ProductAdded')
    expect(added?.data).toMatchObject({ priceCents: 123456, currency: 'ARS' })
    const { rows } = await shop.core.pool.query(
      'select price_cents, currency from rm.catalogue where product_id = $1',
      [id],
    )
    expect(rows).toEqual([{ price_cents: 123456, currency: 'ARS' }])
  })
})

describe('changed products', () => {
  test('[API-09] [EVT-07] a whole product saves what differs, one event each, and nothing where nothing does', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    let id = 0
    const made = async () => {
      id = await makeProduct(admin, entry)
    }
    expect(await typesAppended(shop, made)).toEqual(['ProductAdded', 'StockAdjusted'])
    let whole = (await admin.get(`/api/product/${id}`)).body
    const save = (change: object) =>
      typesAppended(shop, async () => {
        const answer = await admin.post('/api/product/modifyproduct', { ...whole, ...change })
        expect(answer).toMatchObject({ status: 200, body: { product: change } })
        expect(answer.body.msg).toMatch(/\S/)
        whole = answer.body.product
      })
    expect(await save({})).toEqual([])
    const text = { name: 'Viento 140', description: 'Más grande.', category: 'Fuentes', imageUrl: '/img/b.webp' }
    expect(await save(text)).toEqual(['ProductDetailsChanged'])
    expect(await save({ price: 0.1 })).toEqual(['ProductPriceChanged'])
    expect(await save({ stock: 9 })).toEqual(['StockAdjusted'])
    expect(await save({ isActive: false })).toEqual(['ProductDeactivated'])
    expect(await save({ isActive: true })).toEqual(['ProductActivated'])
    expect((await admin.get(`/api/product/${id}`)).body).toEqual(whole)
  })

  test('has a gallery in the order of its staff: one event when it changes, none when it does not', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const [front, side, top] = ['frente', 'lado', 'arriba'].map((name) => ({ url: `/img/${name}.webp`, alt: name }))
    const sent = { ...entry, imageUrl: '/img/frente.webp', pictures: [front, side] }
    const made = await admin.post('/api/product/new', sent)
    const { id } = made.body.product
    const shown = async () => (await shop.client().get(`/api/product/${id}`)).body
    expect(await shown()).toMatchObject({ imageUrl: '/img/frente.webp', pictures: [front, side] })
    const save = async (change: object) => {
      const { body: whole } = await admin.get(`/api/product/${id}`)
      return typesAppended(shop, async () => {
        expect((await admin.post('/api/product/modifyproduct', { ...whole, ...change })).status).toBe(200)
      })
    }
    expect(await save({})).toEqual([])
    expect(await save({ imageUrl: '/img/arriba.webp', pictures: [top, front, side] })).toEqual([
      'ProductPicturesChanged',
    ])
    expect(await shown()).toMatchObject({ imageUrl: '/img/arriba.webp', pictures: [top, front, side] })
    expect(await save({ imageUrl: '/img/lado.webp' })).toEqual(['ProductDetailsChanged'])
    expect((await shown()).pictures).toEqual([side, top, front])
    const twice = await admin.post('/api/product/new', { ...sent, pictures: [front, front] })
    expectBadInput(twice, ['pictures'])
    const many = Array.from({ length: 9 }, (_, nth) => ({ url: `/img/${nth}.webp`, alt: '' }))
    expectBadInput(await admin.post('/api/product/new', { ...sent, pictures: many }), ['pictures'])
    const strange = [{ url: 'javascript:alert(1)', alt: 'x'.repeat(201) }]
    expectBadInput(await admin.post('/api/product/new', { ...sent, pictures: strange }), [
      'pictures.0.alt',
      'pictures.0.url',
    ])
  })

  test('tell a rate in one event with the net price; a form that does not know rates leaves them alone', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const id = await makeProduct(admin, { price: 110.5 })
    const { netPrice, ...whole } = (await admin.get(`/api/product/${id}`)).body
    expect([netPrice, whole.vatRate, whole.internalTaxRate]).toEqual([91.32, 2100, 0])
    const before = await shop.core.store.head()
    expect((await admin.post('/api/product/modifyproduct', { ...whole, vatRate: 1050 })).status).toBe(200)
    const { vatRate: _, internalTaxRate: __, ...unrated } = whole
    expect((await admin.post('/api/product/modifyproduct', unrated)).status).toBe(200)
    const price = { priceCents: 11050, vatRate: 1050, internalTaxRate: 0, netCents: 10000, currency: 'ARS' }
    expect((await eventsAfter(shop, before)).map(({ type, data }) => [type, data])).toEqual([
      ['ProductPriceChanged', { productId: id, ...price }],
    ])
    const shown = { price: 110.5, netPrice: 100, vatRate: 1050, internalTaxRate: 0 }
    expect((await shop.client().get(`/api/product/${id}`)).body).toMatchObject(shown)
    expect(await latestSentence(admin, id)).toContain(
      'pasó a U$S\u00a0110,50 (sin impuestos U$S\u00a0100,00; IVA 10,5\u00a0%)',
    )
    for (const [field, rate] of [
      ['vatRate', 2700],
      ['vatRate', '2100'],
      ['internalTaxRate', -1],
      ['internalTaxRate', 5001],
      ['internalTaxRate', 9.5],
    ] as const)
      expectBadInput(await admin.post('/api/product/modifyproduct', { ...whole, [field]: rate }), [field])
  })

  test('a spec sheet that is edited moves the facets, says each thing once, and is kept from who did not see it change', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const category = 'Ventilación'
    await makeProduct(admin, { category, specs: [{ name: 'Diámetro', value: '200 mm' }] })
    const id = await makeProduct(admin, { category, specs: [{ name: 'Diámetro', value: '120 mm' }] })
    const {
      rating: _,
      sheet: ___________,
      reviews: __,
      reviewsTexts: ___,
      reviewsScores: ____,
      netPrice: ______,
      stock,
      ...seen
    } = (await admin.get(`/api/product/${id}`)).body
    const { id: _____, ...form } = seen
    const save = (specs: object[]) =>
      admin.post('/api/product/modifyproduct', { ...seen, specs, stock, stockSeen: stock, seen: form })
    const specs = [
      { name: 'Diámetro', value: '140 mm' },
      { name: 'Marca', value: 'Polaria' },
    ]
    expect((await save(specs)).status).toBe(200)
    const found = await shop.client().get(`/api/catalogue?category=${encodeURIComponent(category)}`)
    expect(found.body.facets).toMatchObject({ brands: [{ name: 'Polaria', count: 1 }] })
    expect(found.body.facets.specs).toMatchObject([
      { name: 'Diámetro', values: [{ value: '140 mm' }, { value: '200 mm' }] },
    ])
    const late = await save([{ name: 'Diámetro', value: '92 mm' }])
    expectProblem(late, 409, 'product_changed')
    expect(late.body.changed).toEqual({ specs })
    expectBadInput(await save([...specs, { name: 'marca', value: 'Otra' }]), ['specs.2.name'])
  })

  test('a picture is drawn anew, and shown to anybody under an address that never changes', async ({ shop }) => {
    const [admin, user] = [await signedIn(shop, { admin: true }), await signedIn(shop)]
    const path = '/api/panel/pictures'
    const png = await pngOf('#5b3df5')
    expectProblem(await uploadPicture(shop, shop.client(), png, { path }), 401, 'unauthenticated')
    expectProblem(await uploadPicture(shop, user, png, { path }), 403, 'forbidden')
    expectBadInput(await uploadPicture(shop, admin, new Uint8Array(Buffer.from('hola')), { path }), ['image'])
    const large = new Uint8Array(5.1 * 1024 * 1024)
    expectProblem(await uploadPicture(shop, admin, large, { path }), 413, 'too_large')
    const { status, body } = await uploadPicture(shop, admin, png, { path })
    expect([status, body]).toEqual([201, { url: expect.stringMatching(/^\/img\/uploads\/[0-9a-f]{32}\.webp$/) }])
    const drawn = Object.entries(pictureSides).flatMap(([format, sides]) =>
      sides.map((side) => ({ format: format as PictureFormat, side })),
    )
    for (const { format, side } of drawn) {
      const url = sizedPicture(body.url, format, side)
      const shown = await fetch(`${shop.url}${url}`)
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': `image/${format}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(await sizeOf(new Uint8Array(await shown.arrayBuffer()))).toEqual([side, side])
    }
    const name = String(body.url).replace('/img/uploads/', '').replace('.webp', '')
    const others = [`${name}-401.webp`, `${name}-160.webp`, `${name}-400.jpeg`, `${name}-400`, `${name}.avif`]
    for (const file of ['x.webp', `${'0'.repeat(32)}.webp`, '..%2f..%2favatar%2f1', `..%2f${name}.webp`, ...others])
      expect([file, (await fetch(`${shop.url}/img/uploads/${file}`)).status]).toEqual([file, 404])
    const pictures = [{ url: body.url, alt: 'Violeta' }]
    const made = await admin.post('/api/product/new', { ...entry, imageUrl: body.url, pictures })
    expect(made.body.product).toMatchObject({ imageUrl: body.url, pictures })
  })

  test('[T19] with stockSeen the stock moves by the difference, so that a form opened before a sale reverts nothing', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const id = await makeProduct(admin, { stock: 10 })
    const whole = (await admin.get(`/api/product/${id}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, stock: 6 })
    const late = await admin.post('/api/product/modifyproduct', { ...whole, stock: 12, stockSeen: 10 })
    expect(late.body.product.stock).toBe(8)
    const below = await admin.post('/api/product/modifyproduct', { ...whole, stock: 0, stockSeen: 10 })
    expectProblem(below, 409, 'below_held_stock')
    expect((await admin.get(`/api/product/${id}`)).body.stock).toBe(8)
  })

  test('with the product that was seen, what a form leaves alone stays as another admin made it, and what both changed is refused', async ({
    shop,
  }) => {
    const [one, other] = [await signedIn(shop, { admin: true }), await signedIn(shop, { admin: true })]
    const id = await makeProduct(one, entry)
    const { stock: _, ...seen } = { ...entry, isActive: true }
    const path = '/api/product/modifyproduct'
    const form = { id, ...entry, isActive: true, stockSeen: entry.stock, seen }
    await one.post(path, { ...form, name: 'Viento 140', price: 2000 })
    const late = await other.post(path, { ...form, description: 'Otro texto.', isActive: false })
    const merged = { name: 'Viento 140', price: 2000, description: 'Otro texto.', isActive: false }
    expect(late.body.product).toMatchObject(merged)
    const types = await typesAppended(shop, async () => {
      const refused = await other.post(path, { ...form, name: 'Viento 200', price: 1, category: 'Otra' })
      expectProblem(refused, 409, 'product_changed')
      expect(refused.body.changed).toEqual({ name: 'Viento 140', price: 2000 })
      expectBadInput(await other.post(path, { ...form, seen: { name: 'x' } }), [
        ...['seen.category', 'seen.description', 'seen.imageUrl', 'seen.isActive', 'seen.price'],
      ])
    })
    expect(types).toEqual([])
    expect((await one.get(`/api/product/${id}`)).body).toMatchObject(merged)
  })

  test('[T19 partial] [API-10] visitors, users, absent products and wrong prices or stocks are refused', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const user = await signedIn(shop)
    const id = await makeProduct(admin)
    const whole = (await admin.get(`/api/product/${id}`)).body
    const path = '/api/product/modifyproduct'
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(path, whole), 401, 'unauthenticated')
      expectProblem(await user.post(path, whole), 403, 'forbidden')
      expectProblem(await admin.post(path, { ...whole, id: 999 }), 404, 'not_found')
      for (const wrong of ['x', -1, null]) {
        expectBadInput(await admin.post(path, { ...whole, price: wrong, stock: wrong }), ['price', 'stock'])
      }
      for (const wrong of [0, -1, 1.5, 'abc']) expectBadInput(await admin.post(path, { ...whole, id: wrong }), ['id'])
      expectBadInput(await admin.post(path, { ...whole, stockSeen: -1, isActive: 'sí' }), ['isActive', 'stockSeen'])
    })
    expect(types).toEqual([])
  })
})

async function latestSentence(admin: Client, productId: number): Promise<string> {
  const { rows } = (await admin.get(`/api/panel/audit?entity=product-${productId}`)).body
  return rows.find(({ type }: { type: string }) => type === 'ProductPriceChanged').sentence
}
