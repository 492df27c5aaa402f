// The control panel's lists over HTTP: their pages, their order, and who may ask.
import { describe, expect } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { shopDay } from '#backend/readmodels/overview/shop-day.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

/** Seven products, the second inactive, the third reviewed, the fourth sold out; twelve orders by one buyer, each of one unit of the first more than the order before. */
const test = base.extend('filled', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const buyer = await signedIn(shop, { name: 'Dana Luz' })
  const products: number[] = []
  for (let nth = 1; nth <= 7; nth++) {
    products.push(await makeProduct(admin, { name: `Cable 100%_${nth}`, stock: nth === 4 ? 0 : 50 }))
  }
  const [first, second, third] = products as [number, number, number]
  const { body } = await admin.get(`/api/product/${second}`)
  await admin.post('/api/product/modifyproduct', { ...body, isActive: false })
  const textReview = { userId: buyer.id, mensaje: 'Bien.' }
  const score = { userId: buyer.id, score: 4 }
  await buyer.post('/api/product/addreviewscore', { textReview, score, productId: third })
  const orders: number[] = []
  for (let nth = 1; nth <= 12; nth++) orders.push(await placeOrderOf(shop, buyer, { id: first, quantity: 1 }))
  return { admin, buyer, products, third, orders }
})

const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)

describe('the panel', () => {
  test('lists every product five at a time by id, and answers its last page for one past the end', async ({
    filled,
  }) => {
    const { admin, products } = filled
    const first = await admin.get('/api/panel/products')
    expect(first.body).toMatchObject({ total: 7, page: 1, pages: 2 })
    expect(idsOf(first.body)).toEqual(products.slice(0, 5))
    for (const page of [2, 3, 999_999]) {
      const { body } = await admin.get(`/api/panel/products?page=${page}`)
      expect(body).toMatchObject({ total: 7, page: 2, pages: 2 })
      expect(idsOf(body)).toEqual(products.slice(5))
    }
    const whole = await admin.get('/api/panel/products?size=20')
    expect([whole.body.pages, idsOf(whole.body)]).toEqual([1, products])
    for (const size of ['7', '0', '1000']) expectBadInput(await admin.get(`/api/panel/products?size=${size}`), ['size'])
  })

  test('searches names in any letter case, where % and _ mean themselves', async ({ filled }) => {
    const { admin, products } = filled
    const found = async (q: string) => (await admin.get(`/api/panel/products?q=${encodeURIComponent(q)}`)).body
    expect((await found('CABLE')).total).toBe(7)
    expect(idsOf(await found('100%_2'))).toEqual([products[1]])
    expect(await found('1__%')).toEqual({ items: [], total: 0, page: 1, pages: 1 })
    expect((await found(' ')).total).toBe(7)
  })

  test('lists the products that have a review', async ({ filled }) => {
    const { body } = await filled.admin.get('/api/panel/reviewed')
    expect(body).toMatchObject({ total: 1, items: [{ id: filled.third, rating: { average: 4, count: 1 } }] })
  })

  test('lists all orders ten at a time, newest first, and each with its buyer', async ({ filled }) => {
    const { admin, orders } = filled
    const newest = orders.toReversed()
    const pages = [await admin.get('/api/panel/orders'), await admin.get('/api/panel/orders?page=2')]
    expect(pages.map(({ body }) => idsOf(body))).toEqual([newest.slice(0, 10), newest.slice(10)])
    expect(pages[0]?.body.items[0]).toMatchObject({ buyer: 'Dana Luz', total: 126, state: 'placed' })
    const one = await admin.get(`/api/panel/orders/${orders[0]}`)
    expect(one.body).toMatchObject({ id: orders[0], buyer: 'Dana Luz', lines: [{ price: 10.5, quantity: 1 }] })
    expectProblem(await admin.get('/api/panel/orders/999999'), 404, 'not_found')
  })

  test('refuses pages and searches that are none, visitors and shoppers', async ({ shop, filled }) => {
    for (const list of ['products', 'reviewed', 'orders']) {
      for (const page of ['0', '-1', 'x', '1000000'])
        expectBadInput(await filled.admin.get(`/api/panel/${list}?page=${page}`), ['page'])
      expectProblem(await shop.client().get(`/api/panel/${list}`), 401, 'unauthenticated')
      expectProblem(await filled.buyer.get(`/api/panel/${list}`), 403, 'forbidden')
    }
    expectBadInput(await filled.admin.get(`/api/panel/products?q=${'x'.repeat(101)}`), ['q'])
  })
})

/** The rows of a file, its titles first. */
const linesOf = (file: unknown) => String(file).trimEnd().split('\r\n')

describe('a list of the panel as a file', () => {
  test('has all products that the filters of the list let through, in the notation of the country', async ({
    filled,
  }) => {
    const { admin, products } = filled
    const { status, headers, body } = await admin.get('/api/panel/exports/products')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="productos-gamertech.csv"')
    const [titles, first, ...others] = linesOf(body)
    expect(titles).toBe(
      'ID;Nombre;Categoría;Precio;Stock;Activo;Descripción;IVA;Impuestos internos;Imagen;Galería;Ficha;' +
        'Marca;SKU;MPN;EAN;Garantía (meses);Garantía de;Peso (g);Medidas;Costo sin impuestos',
    )
    expect(first?.split(';').slice(0, 6)).toEqual([
      String(products[0]),
      'Cable 100%_1',
      'Periféricos',
      '10,50',
      '38',
      'sí',
    ])
    expect(others).toHaveLength(6)
    for (const [query, ids] of [
      ['?state=inactive', [products[1]]],
      ['?state=soldOut', [products[3]]],
      ['?q=100%25_7', [products[6]]],
      ['?q=1__%25', []],
    ] as const) {
      const file = await admin.get(`/api/panel/exports/products${query}`)
      expect(
        linesOf(file.body)
          .slice(1)
          .map((line) => Number(line.split(';')[0])),
      ).toEqual(ids)
    }
  })

  test('names people only to who may take them away, and that is in the log first', async ({ shop, filled }) => {
    const [support, auditor] = [await signedIn(shop, { role: 'support' }), await signedIn(shop, { role: 'auditor' })]
    const before = await shop.core.store.head()
    const plain = linesOf((await support.get('/api/panel/exports/orders')).body)
    expect(plain[0]).toBe('Orden;Fecha;Estado;Total;Arrepentimiento;Cuenta')
    expect(plain.slice(1).map((line) => Number(line.split(';')[0]))).toEqual(filled.orders.toReversed())
    const users = linesOf((await support.get('/api/panel/exports/users')).body)
    expect(users[0]).toBe('Cuenta;Alta;Activa;Rol')
    expect(users.join()).not.toMatch(/@|Dana/)
    expect(await eventsAfter(shop, before)).toEqual([])
    const named = linesOf((await auditor.get('/api/panel/exports/orders')).body)
    expect(named[1]).toMatch(
      new RegExp(`^${filled.orders[11]};20\\d\\d-\\d\\d-\\d\\d \\d\\d:.*;Pendientes de pago;126,00;no;\\d+;Dana Luz$`),
    )
    const found = linesOf((await filled.admin.get('/api/panel/exports/users?q=dana&state=active')).body)
    expect(found.slice(1).map((line) => line.split(';').slice(1, 3))).toEqual([['Dana Luz', filled.buyer.email]])
    const logged = await eventsAfter(shop, before)
    expect(logged.map(({ type, data, meta }) => [type, data, meta.actor])).toEqual([
      [
        'PersonalDataExported',
        { userId: auditor.id, list: 'orders', fields: ['name'], state: null, isSearched: false },
        `user:${auditor.id}`,
      ],
      [
        'PersonalDataExported',
        { userId: filled.admin.id, list: 'users', fields: ['name', 'email'], state: 'active', isSearched: true },
        `user:${filled.admin.id}`,
      ],
    ])
    const told = (await auditor.get('/api/panel/audit?kind=privacy')).body.rows.map(
      ({ sentence }: { sentence: string }) => sentence,
    )
    expect(told).toContain('Se descargaron las cuentas como archivo, con nombre y correo, filtradas.')
  })

  test('is refused to who may not read the list, and for filters that are none', async ({ shop, filled }) => {
    for (const list of ['products', 'orders', 'users']) {
      expectProblem(await shop.client().get(`/api/panel/exports/${list}`), 401, 'unauthenticated')
      expectProblem(await filled.buyer.get(`/api/panel/exports/${list}`), 403, 'forbidden')
      expectBadInput(await filled.admin.get(`/api/panel/exports/${list}?state=x`), ['state'])
      expectBadInput(await filled.admin.get(`/api/panel/exports/${list}?page=2`), ['page'])
    }
    const editor = await signedIn(shop, { role: 'editor' })
    expect((await editor.get('/api/panel/exports/products')).status).toBe(200)
    expectProblem(await editor.get('/api/panel/exports/orders'), 403, 'forbidden')
  })
})

test('each of the staff keeps views of their own, at most twenty, and an older list overwrites none', async ({
  shop,
}) => {
  const [editor, other] = [await signedIn(shop, { role: 'editor' }), await signedIn(shop, { role: 'editor' })]
  const path = '/api/panel/views'
  const view = (name: string) => ({ name, tab: 'productos', state: 'soldOut', sort: '-price' })
  expect((await editor.get(path)).body).toEqual({ revision: 0, views: [] })
  const kept = await editor.post(path, { seen: 0, views: [view('Agotados')] })
  expect([kept.status, kept.body]).toEqual([200, { revision: 1, views: [view('Agotados')] }])
  expectProblem(await editor.post(path, { seen: 0, views: [] }), 409, 'views_changed')
  // Of two tabs that change the same list at once one is refused.
  const both = await Promise.all(['A', 'B'].map((name) => editor.post(path, { seen: 1, views: [view(name)] })))
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await editor.get(path)).body.revision).toBe(2)
  expect((await other.get(path)).body).toEqual({ revision: 0, views: [] })
  const many = (count: number) => Array.from({ length: count }, (_, nth) => view(`Vista ${nth}`))
  for (const [views, field] of [
    [many(21), 'views'],
    [[view('Una'), view(' uNA ')], 'views'],
    [[view('x'.repeat(41))], 'views.0.name'],
    [[view('  ')], 'views.0.name'],
    [[{ ...view('Una'), page: 3 }], 'views.0.page'],
    [[{ ...view('Una'), sort: "id'; drop" }], 'views.0.sort'],
  ] as const)
    expectBadInput(await editor.post(path, { seen: 2, views }), [field])
  for (const seen of [2 ** 31, -1, 1.5]) expectBadInput(await editor.post(path, { seen, views: [] }), ['seen'])
  expect((await editor.post(path, { seen: 2, views: many(20) })).status).toBe(200)
})

test('orders are found by their number, by a part of their buyer’s name and by the days in which they were placed, in the file too', async ({
  shop,
  filled: { admin, products, orders },
}) => {
  const other = await signedIn(shop, { name: 'Íñigo Luzuriaga' })
  const id = await placeOrderOf(shop, other, { id: products[0] ?? 0, quantity: 1 })
  const find = async (query: string) => (await admin.get(`/api/panel/orders?${query}`)).body
  const [first, last] = [orders[0] ?? 0, orders.at(-1) ?? 0]
  for (const q of [`${first}`, ` Nº ${first}`, `orden ${first}`, `#${first}`])
    expect([q, idsOf(await find(`q=${encodeURIComponent(q)}`))]).toEqual([q, [first]])
  expect(idsOf(await find('q=inigo'))).toEqual([id])
  expect(idsOf(await find(`q=${encodeURIComponent(other.email.toUpperCase())}`))).toEqual([id])
  const danas = await find('q=DANA')
  expect([danas.total, danas.items[0]]).toMatchObject([orders.length, { id: last, buyer: 'Dana Luz' }])
  expect((await find('q=luz&sort=id&page=2')).total).toBe(orders.length + 1)
  for (const none of ['q=999999', 'q=nadie', 'q=%40gamertech.test', 'q=%25', 'q=dana&state=paid'])
    expect(await find(none)).toMatchObject({ total: 0 })

  const { placedAt } = (await find(`q=${id}`)).items[0]
  const day = shopDay(new Date(placedAt))
  const around = (days: number) => shopDay(new Date(Date.parse(placedAt) + days * 86_400_000))
  expect(idsOf(await find(`q=inigo&from=${day}&to=${day}`))).toEqual([id])
  for (const none of [`from=${around(1)}`, `to=${around(-1)}`, `from=${day}&to=${around(-1)}`])
    expect(await find(`q=inigo&${none}`)).toMatchObject({ total: 0 })
  for (const [part, bad] of [
    ['from', '2026-02-30'],
    ['to', 'ayer'],
  ])
    expectBadInput(await admin.get(`/api/panel/orders?${part}=${bad}`), [part ?? ''])

  const file = async (query: string) => linesOf((await admin.get(`/api/panel/exports/orders?${query}`)).body).slice(1)
  expect((await file(`q=inigo&from=${day}`)).map((line) => Number(line.split(';')[0]))).toEqual([id])
  expect(await file(`to=${around(-1)}`)).toEqual([])
})
