// The control panel's lists over HTTP: their pages, their order, and who may ask.
import { describe, expect } from 'vitest'
import { expectBadInput, expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
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
