// Reviews and lists that are long: a part at a time, with the number of all.

import { describe, expect } from 'vitest'
import { postReview } from '#backend/commands/reviews.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'

const minute = 60_000
/** More than one answer holds. */
const many = 1005

/** `reviewed`: a product with 45 reviews, the nth by author n at minute n; every fifth gives one star, the others five. */
const test = base
  .extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))
  .extend('reviewed', { scope: 'file' }, async ({ shop, admin }) => {
    const productId = await makeProduct(admin)
    let position = 0
    for (let userId = 1001; userId <= 1045; userId++) {
      const at = new Date(Date.UTC(2026, 0, 1) + userId * minute)
      const review = { productId, userId, text: `Reseña ${userId}.`, score: userId % 5 === 0 ? 1 : 5 }
      position = (await postReview(shop.core.store, { actor: 'operator', correlation: 'test', at }, review)).position
    }
    await shop.core.positions.waitFor(['catalogue', 'reviews'], position)
    return productId
  })

const authorsOf = (reviews: { userId: number }[]) => reviews.map(({ userId }) => userId)
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

describe('reviews', () => {
  test('come with their product ten at a time, newest first, with the number of all and of each score', async ({
    shop,
    reviewed,
  }) => {
    const { body } = await shop.client().get(`/api/product/${reviewed}`)
    expect(authorsOf(body.reviews)).toEqual(down(1045, 1036))
    expect(authorsOf(body.reviewsTexts)).toEqual(down(1045, 1036))
    expect(body.reviewsScores).toEqual(
      body.reviews.map(({ userId, score }: { userId: number; score: number }) => ({ userId, score })),
    )
    expect(body.rating).toEqual({ average: (36 * 5 + 9) / 45, count: 45, scores: { 1: 9, 5: 36 } })
    const listed = (await shop.client().get('/api/product')).body.find(({ id }: { id: number }) => id === reviewed)
    expect(authorsOf(listed.reviews)).toEqual(down(1045, 1041))
    expect(listed.rating).toEqual(body.rating)
  })

  test('are read page by page, all of them or those of one score', async ({ shop, reviewed }) => {
    const page = async (query: string) => (await shop.client().get(`/api/product/${reviewed}/reviews${query}`)).body
    expect(await page('')).toEqual(await page('?page=1'))
    const second = await page('?page=2')
    expect(second).toMatchObject({ total: 45, page: 2, pageSize: 10, pages: 5 })
    expect(authorsOf(second.reviews)).toEqual(down(1035, 1026))
    expect(authorsOf((await page('?page=5')).reviews)).toEqual(down(1005, 1001))
    expect(await page('?page=6')).toMatchObject({ reviews: [], total: 45, page: 6 })
    const single = await page('?score=1')
    expect(authorsOf(single.reviews)).toEqual([1045, 1040, 1035, 1030, 1025, 1020, 1015, 1010, 1005])
    expect(single).toMatchObject({ total: 9, pages: 1 })
    expect(await page('?score=3')).toMatchObject({ reviews: [], total: 0, pages: 0 })
    expect(single.reviews[0]).toEqual((await page('')).reviews[0])
  })

  test('are read by score, the newest of each first', async ({ shop, reviewed }) => {
    const page = async (query: string) => (await shop.client().get(`/api/product/${reviewed}/reviews${query}`)).body
    const [ones, fives] = [down(1045, 1001).filter((id) => id % 5 === 0), down(1045, 1001).filter((id) => id % 5 > 0)]
    const best = await Promise.all([1, 2, 3, 4, 5].map((nth) => page(`?order=best&page=${nth}`)))
    expect(best.flatMap(({ reviews }) => authorsOf(reviews))).toEqual([...fives, ...ones])
    const worst = await page('?order=worst')
    expect(worst).toMatchObject({ total: 45, pages: 5 })
    expect(authorsOf(worst.reviews)).toEqual([...ones, ...fives].slice(0, 10))
    expectBadInput(await shop.client().get(`/api/product/${reviewed}/reviews?order=newest`), ['order'])
  })

  test('of no product, an inactive one, a page or a score that is none are refused', async ({ shop, admin }) => {
    const id = await makeProduct(admin)
    const whole = (await admin.get(`/api/product/${id}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, isActive: false })
    const client = shop.client()
    for (const absent of [id, 999_999])
      expectProblem(await client.get(`/api/product/${absent}/reviews`), 404, 'not_found')
    expect(await admin.get(`/api/product/${id}/reviews`)).toMatchObject({ status: 200, body: { reviews: [] } })
    for (const page of ['0', '-1', 'x', '1e3', '']) {
      expectBadInput(await client.get(`/api/product/${id}/reviews?page=${page}`), ['page'])
      expectBadInput(await client.get(`/api/product?page=${page}`), ['page'])
    }
    for (const score of ['0', '6', '2.5'])
      expectBadInput(await client.get(`/api/product/${id}/reviews?score=${score}`), ['score'])
  })
})

/** Appends what would take too long by commands. */
async function append(shop: Shop, writes: NewWrite<ShopLog>[]): Promise<void> {
  const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const
  const { position } = await shop.core.store.append({ commandId: newCommandId(), meta, writes })
  await shop.core.positions.waitFor(['catalogue', 'orders'], position)
}

function productWrite(productId: number): NewWrite<ShopLog> {
  const texts = { name: `Cable ${productId}`, description: 'De red.', category: 'Cables', imageUrl: '/img/c.webp' }
  const data = { productId, ...unsaid, ...texts, ...pricedAt(productId), currency: 'ARS' }
  return { stream: `product-${productId}`, expected: 0, events: [{ type: 'ProductAdded', data }] }
}

function orderWrite(orderId: number, userId: number): NewWrite<ShopLog> {
  const lines = [
    {
      productId: 1,
      name: 'Cable',
      imageUrl: '/img/c.webp',
      priceCents: 100,
      netCents: 83,
      productVersion: 1,
      discountCents: 0,
      ...{ guaranteeMonths: null, guaranteeBy: null },
      quantity: 1,
    },
  ]
  const terms = { reference: `${orderId}-x`, totalCents: 100, currency: 'ARS', holdUntil: '2099-01-01T00:00:00.000Z' }
  const data = { orderId, userId, lines, transfer: null, sellerRevision: 0, ...terms }
  return { stream: `order-${orderId}`, expected: 0, events: [{ type: 'OrderPlaced', data }] }
}

describe('lists', () => {
  test('of products answer a thousand rows, and say how many there are and where the next ones are', async ({
    shop,
    admin,
  }) => {
    const ids = Array.from({ length: many }, (_, index) => 100_001 + index)
    await append(shop, ids.map(productWrite))
    const search = '/api/product/search?name=cable'
    for (const caller of [admin, shop.client(), shop.client()]) {
      const first = await caller.get(search)
      expect(first.body).toHaveLength(1000)
      expect(first.headers.get('x-total-count')).toBe(String(many))
      expect(first.headers.get('link')).toBe('</api/product/search?name=cable&page=2>; rel="next"')
      const second = await caller.get('/api/product/search?name=cable&page=2')
      expect(second.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1000))
      expect([second.headers.get('x-total-count'), second.headers.get('link')]).toEqual([String(many), null])
    }
    const list = await shop.client().get('/api/product')
    expect(list.body).toHaveLength(1000)
    expect(list.headers.get('link')).toBe('</api/product?page=2>; rel="next"')
    const sort = { field: 'price', direction: 'descendente' }
    const sorted = await shop.client().post('/api/product/sort?page=2', sort)
    expect(sorted.body.at(0).price).toBeLessThan(
      (await shop.client().post('/api/product/sort', sort)).body.at(-1).price,
    )
    expectBadInput(await shop.client().get('/api/product/sort?sort=price&direction=descendente'), ['direction', 'sort'])
  })

  test('of orders do so too, of one account and of all', async ({ shop, admin }) => {
    const buyer = await signedIn(shop)
    const ids = Array.from({ length: many }, (_, index) => 100_001 + index)
    await append(
      shop,
      ids.map((id) => orderWrite(id, buyer.id)),
    )
    for (const [caller, path] of [
      [buyer, `/api/purchase/${buyer.id}`],
      [admin, '/api/purchase'],
    ] as const) {
      const first = await caller.get(path)
      expect(first.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(5).reverse())
      expect(first.headers.get('x-total-count')).toBe(String(many))
      expect(first.headers.get('link')).toBe(`<${path}?page=2>; rel="next"`)
      expect((await caller.get(`${path}?page=2`)).body.map(({ id }: { id: number }) => id)).toEqual(
        ids.slice(0, 5).reverse(),
      )
      expectBadInput(await caller.get(`${path}?page=0`), ['page'])
    }
    const short = await buyer.get(`/api/purchase/${buyer.id}?page=2&size=20`)
    expect(short.body.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(20, 40))
    expect(short.headers.get('x-total-count')).toBe(String(many))
    expect(short.headers.get('link')).toBe(`</api/purchase/${buyer.id}?size=20&page=3>; rel="next"`)
    for (const size of ['0', '1000', 'x', ''])
      expectBadInput(await buyer.get(`/api/purchase/${buyer.id}?size=${size}`), ['size'])
    expect((await buyer.post('/api/purchase/new', { userId: buyer.id, productId: 1 })).body.id).toBe(ids.at(-1))
  })
})
