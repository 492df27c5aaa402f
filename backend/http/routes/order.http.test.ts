// Purchases and orders over HTTP: whose they are, and what they show.

import { describe, expect } from 'vitest'
import { readStock } from '#backend/commands/availability.ts'
import { expectBadInput, expectProblem, placeOrderOf, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

/** One admin, two buyers; Ana has two orders, Beto one. */
const test = base.extend('seen', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const [ana, beto] = [await signedIn(shop), await signedIn(shop)]
  const productId = await makeProduct(admin, { stock: 50, price: 0.1 })
  const other = await makeProduct(admin, { stock: 50, price: 19.99 })
  const first = await placeOrderOf(shop, ana, { id: productId, quantity: 3 })
  const foreign = await placeOrderOf(shop, beto, { id: productId, quantity: 1 })
  const second = await placeOrderOf(shop, ana, { id: other, quantity: 1 })
  return { admin, ana, beto, productId, other, first, second, foreign }
})

type Order = { id: number; userId: number }
const idsOf = (orders: Order[]) => orders.map((order) => order.id)

describe('lists of purchases', () => {
  test('[API-43] admins get all purchases with lines, unit prices, total and state, with and without a slash', async ({
    seen,
  }) => {
    const all = await seen.admin.get('/api/purchase')
    expect(all.status).toBe(200)
    expect((await seen.admin.get('/api/purchase/')).body).toEqual(all.body)
    expect(idsOf(all.body)).toEqual([seen.second, seen.foreign, seen.first])
    expect(seen.first > 0 && seen.first < seen.foreign && seen.foreign < seen.second).toBe(true)
    expect(all.body[0]).toEqual({
      id: seen.second,
      userId: seen.ana.id,
      productsId: [
        { id: seen.productId, quantity: 3 },
        { id: seen.other, quantity: 1 },
      ],
      lines: [
        expect.objectContaining({ id: seen.productId, name: 'Teclado Kyntra 60', price: 0.1, quantity: 3 }),
        expect.objectContaining({ id: seen.other, price: 19.99, quantity: 1 }),
      ],
      shipping: null,
      transfer: null,
      invoice: null,
      discount: 0,
      total: 20.29,
      currency: 'ARS',
      state: 'placed',
      placedAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      holdUntil: expect.stringMatching(/Z$/),
    })
  })

  test('[API-44] visitors and users do not get the list of all', async ({ shop, seen }) => {
    for (const path of ['/api/purchase', '/api/purchase/']) {
      expectProblem(await shop.client().get(path), 401, 'unauthenticated')
      expectProblem(await seen.ana.get(path), 403, 'forbidden')
    }
  })

  test('[API-45] a user’s purchases are for that user and for admins', async ({ seen }) => {
    for (const caller of [seen.ana, seen.admin]) {
      const answer = await caller.get(`/api/purchase/${seen.ana.id}`)
      expect(answer.status).toBe(200)
      expect(idsOf(answer.body)).toEqual([seen.second, seen.first])
      expect(new Set(answer.body.map((order: Order) => order.userId))).toEqual(new Set([seen.ana.id]))
    }
    expect(await seen.admin.get(`/api/purchase/${seen.admin.id}`)).toMatchObject({ status: 200, body: [] })
  })

  test('[API-46] a foreign list is answered like an absent one', async ({ shop, seen }) => {
    expectProblem(await shop.client().get(`/api/purchase/${seen.ana.id}`), 401, 'unauthenticated')
    const foreign = await seen.beto.get(`/api/purchase/${seen.ana.id}`)
    expectProblem(foreign, 404, 'not_found')
    expect((await seen.beto.get('/api/purchase/999')).body).toEqual(foreign.body)
    for (const part of ['?page=2', '?page=1&size=1', '?page=2&size=1'])
      for (const id of [seen.ana.id, 999])
        expect((await seen.beto.get(`/api/purchase/${id}${part}`)).body).toEqual(foreign.body)
    expectProblem(await seen.admin.get('/api/purchase/999'), 404, 'not_found')
    for (const id of ['abc', '0', '-1', '1.5']) expectBadInput(await seen.ana.get(`/api/purchase/${id}`), ['id'])
  })
})

test('[API-52] ids are positive integers in the order in which users, products and orders were made', async ({
  shop,
  seen,
}) => {
  const users = [await signedIn(shop), await signedIn(shop)]
  const products = [await makeProduct(seen.admin), await makeProduct(seen.admin)]
  const orders: number[] = []
  for (const [index, buyer] of users.entries())
    orders.push(await placeOrderOf(shop, buyer, { id: products[index] ?? 0, quantity: 1 }))

  const read = async (paths: string[]): Promise<unknown[]> =>
    Promise.all(paths.map(async (path) => (await seen.admin.get(path)).body.id))
  for (const [ids, path] of [
    [users.map((user) => user.id), '/api/users'],
    [products, '/api/product'],
    [orders, '/api/order'],
  ] as const) {
    expect(await read(ids.map((id) => `${path}/${id}`))).toEqual(ids)
    const [first = 0, second = 0] = ids
    expect(Number.isSafeInteger(first) && Number.isSafeInteger(second) && first > 0, path).toBe(true)
    expect(second, path).toBeGreaterThan(first)
  }
})

describe('the call of the success page', () => {
  const path = '/api/purchase/new'

  test('[API-48 partial] it tells the true state of an own order and never makes one paid', async ({ shop, seen }) => {
    const newest = { userId: seen.ana.id, productId: [{ id: seen.productId, quantity: 1 }] }
    const types = await typesAppended(shop, async () => {
      expect(await seen.ana.post(path, newest)).toMatchObject({
        status: 200,
        body: { id: seen.second, state: 'placed', total: 20.29 },
      })
      expect(await seen.ana.post(path, { ...newest, productId: 1, orderId: seen.first })).toMatchObject({
        status: 200,
        body: { id: seen.first, state: 'cancelled' },
      })
    })
    expect(types).toEqual([])
  })

  test('[API-48] visitors, other accounts, foreign or no orders and empty bodies are refused, an unpaid order is told as it is', async ({
    shop,
    seen,
  }) => {
    const orderless = await signedIn(shop)
    const own = { userId: seen.ana.id, productId: 1 }
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(path, own), 401, 'unauthenticated')
      for (const caller of [seen.beto, seen.admin]) expectProblem(await caller.post(path, own), 404, 'not_found')
      expectProblem(await orderless.post(path, { userId: orderless.id, productId: 1 }), 404, 'not_found')
      for (const orderId of [seen.foreign, 999])
        expectProblem(await seen.ana.post(path, { ...own, orderId }), 404, 'not_found')
      const asAdmin = { userId: seen.admin.id, productId: 1, orderId: seen.foreign }
      expectProblem(await seen.admin.post(path, asAdmin), 404, 'not_found')
      expect(await seen.ana.post(path, own)).toMatchObject({ status: 200, body: { id: seen.second, state: 'placed' } })
      expectBadInput(await seen.ana.post(path, {}), ['productId', 'userId'])
      const deep = `{"userId":${seen.ana.id},"productId":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      expectProblem(await seen.ana.post(path, deep), 400, 'too_deep')
    })
    expect(types).toEqual([])
  })
})

describe('one order', () => {
  test('[TRUST-02] a foreign cart or order is answered byte by byte like an absent one', async ({ seen }) => {
    for (const [foreign, absent] of [
      [`/api/order/${seen.second}`, '/api/order/999'],
      [`/api/cart/${seen.ana.id}`, '/api/cart/999'],
      [`/api/purchase/${seen.ana.id}`, '/api/purchase/999'],
    ] as const) {
      const answer = await seen.beto.get(foreign)
      expectProblem(answer, 404, 'not_found')
      expect((await seen.beto.get(absent)).body).toEqual(answer.body)
    }
    const cancel = await seen.beto.post(`/api/order/${seen.second}/cancel`, {})
    expectProblem(cancel, 404, 'not_found')
    expect((await seen.beto.post('/api/order/999/cancel', {})).body).toEqual(cancel.body)
    expectProblem(await seen.admin.post(`/api/order/${seen.second}/cancel`, {}), 404, 'not_found')
    expect((await seen.ana.get(`/api/order/${seen.second}`)).body.state).toBe('placed')
  })

  test('the buyer sees its course; a new order from a changed cart has cancelled the older one', async ({ seen }) => {
    const { body } = await seen.ana.get(`/api/order/${seen.first}`)
    expect(body.timeline.map((step: { state: string }) => step.state)).toEqual(['placed', 'cancelled'])
    expect(body).toMatchObject({ state: 'cancelled', initPoint: null, total: 0.3 })
    for (const id of ['abc', '0', '1.5']) expectBadInput(await seen.ana.get(`/api/order/${id}`), ['id'])
  })

  test('[STOCK-01 partial] [STOCK-04 partial] a placed order holds its units, and cancelling it frees them once', async ({
    shop,
    seen,
  }) => {
    const buyer = await signedIn(shop)
    const id = await makeProduct(seen.admin, { stock: 5 })
    const stock = async () => (await shop.client().get(`/api/product/${id}`)).body.stock
    const orderId = await placeOrderOf(shop, buyer, { id, quantity: 2 })
    expect(await stock()).toBe(3)
    expect((await readStock(shop.core.store, [id])).get(id)).toEqual({ onHand: 5, reserved: 2 })
    const other = await signedIn(shop)
    const above = await other.post('/api/cart/addproducttocart', { userId: other.id, productId: { id, quantity: 4 } })
    expectProblem(above, 409, 'out_of_stock')
    const types = await typesAppended(shop, async () => {
      for (const _ of ['first', 'again'])
        expect(await buyer.post(`/api/order/${orderId}/cancel`, {})).toMatchObject({
          status: 200,
          body: { id: orderId, state: 'cancelled' },
        })
    })
    expect(types.sort()).toEqual(['OrderCancelled', 'StockReleased'])
    expect((await buyer.get(`/api/product/${id}`)).body.stock).toBe(5)
  })
})
