// The session's own cart over HTTP.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { expectBadInput, expectProblem, placeOrderOf, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

const test = base
  .extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))
  .extend('buyer', ({ shop }) => signedIn(shop))
  .extend('productId', async ({ admin }) => makeProduct(admin, { stock: 5 }))
  .extend('hide', ({ admin }) => async (id: number) => {
    const whole = (await admin.get(`/api/product/${id}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, isActive: false })
  })

const add = '/api/cart/addproducttocart'
const merge = '/api/cart/addcartfromlocalstorage'
const remove = '/api/cart/deleteitem'
const wrongQuantities = [0, -1, 1.5, '2', null, 1e308, 1_000_001]

describe('reading the cart', () => {
  test('[API-35] a new account has an empty cart, and then its lines', async ({ admin, buyer, productId }) => {
    expect(await buyer.get(`/api/cart/${buyer.id}`)).toMatchObject({
      status: 200,
      body: { userId: buyer.id, productsId: [], lines: [], subtotal: 0, currency: 'ARS' },
    })
    const second = await makeProduct(admin)
    await buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity: 2 } })
    await buyer.post(add, { userId: buyer.id, productId: { id: second, quantity: 1 } })
    const lines = [
      { id: productId, quantity: 2 },
      { id: second, quantity: 1 },
    ]
    expect(await buyer.get(`/api/cart/${buyer.id}`)).toMatchObject({
      status: 200,
      body: { userId: buyer.id, productsId: lines },
    })
  })

  test('[API-36] a foreign cart is answered like an absent one, to users and admins alike', async ({
    shop,
    admin,
    buyer,
  }) => {
    const other = await signedIn(shop)
    expectProblem(await shop.client().get(`/api/cart/${buyer.id}`), 401, 'unauthenticated')
    for (const caller of [other, admin])
      for (const id of [buyer.id, 999]) expectProblem(await caller.get(`/api/cart/${id}`), 404, 'not_found')
    for (const id of ['abc', '0', '-1', '1.5']) expectBadInput(await buyer.get(`/api/cart/${id}`), ['id'])
  })
})

test('a cart is shown as it is while another session locks all that is shown of carts and products', async ({
  shop,
  buyer,
  productId,
}) => {
  const put = (quantity: number) => buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity } })
  await put(1)
  const owner = openOwnerPool(shop.databaseUrl)
  const holder = await owner.connect()
  try {
    await holder.query('begin; lock table rm.carts, rm.catalogue in access exclusive mode')
    const changed = await put(2)
    expect(await buyer.get(`/api/cart/${buyer.id}`)).toMatchObject({ status: 200, body: changed.body })
    expect(changed.body.productsId).toEqual([{ id: productId, quantity: 3 }])
    const afterwards = shop.client()
    await afterwards.post('/api/users/verifyuser', { email: buyer.email, password: buyer.password })
    afterwards.jar.delete('position') // as long after the change
    expect((await afterwards.get(`/api/cart/${buyer.id}`)).body).toEqual(changed.body)
  } finally {
    await holder.query('rollback')
    holder.release()
    await owner.end()
  }
  // What met the lock is refused for a second.
  const admin = await signedIn(shop, { admin: true })
  await expect.poll(async () => (await admin.get('/api/panel/products')).status).toBe(200)
})

describe('adding to the cart', () => {
  test('[API-37] a line is new and then grows, without a stock check once it is there', async ({
    buyer,
    productId,
  }) => {
    const put = (quantity: number) => buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity } })
    expect(await put(2)).toMatchObject({ status: 200, body: { productsId: [{ id: productId, quantity: 2 }] } })
    const grown = await put(100_000)
    expect(grown.body).toMatchObject({
      productsId: [{ id: productId, quantity: 100_002 }],
      lines: [{ id: productId, name: 'Teclado Kyntra 60', price: 10.5, available: 5, isActive: true }],
      subtotal: 1_050_021,
    })
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body).toEqual(grown.body)
  })

  test('[API-38] nobody else’s cart, no absent or inactive product, not above the stock, no odd quantity', async ({
    shop,
    admin,
    buyer,
    productId,
    hide,
  }) => {
    const other = await signedIn(shop)
    const hidden = await makeProduct(admin)
    await hide(hidden)
    const line = { id: productId, quantity: 1 }
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(add, { userId: buyer.id, productId: line }), 401, 'unauthenticated')
      for (const caller of [other, admin])
        expectProblem(await caller.post(add, { userId: buyer.id, productId: line }), 404, 'not_found')
      for (const id of [hidden, 999, Number.MAX_SAFE_INTEGER])
        expectProblem(await buyer.post(add, { userId: buyer.id, productId: { id, quantity: 1 } }), 404, 'not_found')
      const above = await buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity: 6 } })
      expectProblem(above, 409, 'out_of_stock')
      expect(above.body).toMatchObject({ available: 5, detail: '¡No hay Stock suficiente!' })
      for (const quantity of wrongQuantities)
        expectBadInput(await buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity } }), [
          'productId.quantity',
        ])
      expectBadInput(await buyer.post(add, { userId: String(buyer.id), productId: 'x' }), ['productId', 'userId'])
    })
    expect(types).toEqual([])
  })

  test('a line that would grow beyond what a line may hold is refused', async ({ buyer, productId }) => {
    const put = (quantity: number) => buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity } })
    await put(1)
    expectProblem(await put(1_000_000), 409, 'conflict')
  })
})

describe('merging a browser cart', () => {
  test('[T23] [API-39] [EVT-09] quantities add up once, and unknown or inactive products are dropped and named once', async ({
    shop,
    admin,
    buyer,
    productId,
    hide,
  }) => {
    const hidden = await makeProduct(admin)
    await hide(hidden)
    await buyer.post(add, { userId: buyer.id, productId: { id: productId, quantity: 1 } })
    const browserCart = {
      userId: buyer.id,
      mergeId: crypto.randomUUID(),
      productsId: [
        { id: productId, quantity: 2 },
        { id: 999, quantity: 1 },
        { id: hidden, quantity: 1 },
        { id: productId, quantity: 3 },
        { id: 999, quantity: 4 },
      ],
    }
    const types = await typesAppended(shop, async () => {
      for (const _ of ['first', 'again']) {
        const answer = await buyer.post(merge, browserCart)
        expect(answer).toMatchObject({ status: 200, body: { productsId: [{ id: productId, quantity: 6 }] } })
        expect(answer.body.dropped).toEqual([
          { id: 999, reason: 'unknown' },
          { id: hidden, reason: 'inactive' },
        ])
      }
    })
    expect(types).toEqual(['CartMerged'])
  })

  test('[EVT-09] a cart without a name is known by its content, and an empty one changes nothing', async ({
    shop,
    buyer,
    productId,
  }) => {
    const unnamed = { userId: buyer.id, productsId: [{ id: productId, quantity: 2 }] }
    const types = await typesAppended(shop, async () => {
      await buyer.post(merge, { userId: buyer.id, productsId: [] })
      await Promise.all([buyer.post(merge, unnamed), buyer.post(merge, unnamed), buyer.post(merge, unnamed)])
    })
    expect(types).toEqual(['CartMerged'])
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body.productsId).toEqual(unnamed.productsId)
  })

  test('[T13 partial] [API-40] visitors, userId 0, another account and broken lines are refused', async ({
    shop,
    buyer,
    productId,
  }) => {
    const other = await signedIn(shop)
    const right = { userId: buyer.id, productsId: [{ id: productId, quantity: 1 }] }
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(merge, right), 401, 'unauthenticated')
      expectBadInput(await buyer.post(merge, { ...right, userId: 0 }), ['userId'])
      expectProblem(await other.post(merge, right), 404, 'not_found')
      expectBadInput(await buyer.post(merge, { ...right, productsId: [{ id: productId }] }), ['productsId.0.quantity'])
      expectBadInput(await buyer.post(merge, { ...right, mergeId: 'x' }), ['mergeId'])
      const many = Array.from({ length: 101 }, () => ({ id: productId, quantity: 1 }))
      expectBadInput(await buyer.post(merge, { ...right, productsId: many }), ['productsId'])
      const tooLong = Array.from({ length: 5000 }, () => ({ id: productId, quantity: 1 }))
      expectProblem(await buyer.post(merge, { ...right, productsId: tooLong }), 413, 'too_large')
    })
    expect(types).toEqual([])
  })
})

describe('changing lines', () => {
  test('[API-41] [EVT-08] adding, merging, setting, removing and correcting each append their event', async ({
    shop,
    admin,
    buyer,
    hide,
  }) => {
    const [a, b, c] = [await makeProduct(admin), await makeProduct(admin), await makeProduct(admin)]
    const { id: userId } = buyer
    const types = await typesAppended(shop, async () => {
      await buyer.post(add, { userId, productId: { id: a, quantity: 1 } })
      await buyer.post(merge, { userId, productsId: [b, c].map((id) => ({ id, quantity: 9 })) })
      await buyer.post('/api/cart/setquantity', { userId, productId: { id: a, quantity: 4 } })
      await buyer.post('/api/cart/setquantity', { userId, productId: { id: a, quantity: 4 } })
      const left = await buyer.post(remove, { userId, itemId: a })
      expect(left.body.productsId.map((line: { id: number }) => line.id)).toEqual([b, c])
    })
    expect(types).toEqual(['ItemAddedToCart', 'CartMerged', 'ItemQuantityChanged', 'ItemRemovedFromCart'])
    await hide(c)
    const corrected = await typesAppended(shop, async () => {
      const answer = await buyer.post('/api/cart/correct', { userId })
      expect(answer).toMatchObject({ status: 200, body: { productsId: [{ id: b, quantity: 5 }] } })
      await buyer.post('/api/cart/correct', { userId })
    })
    expect(corrected).toEqual(['CartCorrected'])
  })

  test('[API-42] visitors, other accounts, absent items and a missing itemId are refused', async ({
    shop,
    buyer,
    productId,
  }) => {
    const other = await signedIn(shop)
    const { id: userId } = buyer
    await buyer.post(add, { userId, productId: { id: productId, quantity: 1 } })
    const types = await typesAppended(shop, async () => {
      for (const [path, body] of [
        [remove, { userId, itemId: productId }],
        ['/api/cart/setquantity', { userId, productId: { id: productId, quantity: 2 } }],
        ['/api/cart/correct', { userId }],
      ] as const) {
        expectProblem(await shop.client().post(path, body), 401, 'unauthenticated')
        expectProblem(await other.post(path, body), 404, 'not_found')
      }
      expectProblem(await buyer.post(remove, { userId, itemId: 999 }), 404, 'not_found')
      expectProblem(
        await buyer.post('/api/cart/setquantity', { userId, productId: { id: 999, quantity: 1 } }),
        404,
        'not_found',
      )
      for (const itemId of [undefined, 0, -1, 1.5, 'x'])
        expectBadInput(await buyer.post(remove, { userId, itemId }), ['itemId'])
      expectBadInput(await buyer.post(remove, {}), ['itemId', 'userId'])
    })
    expect(types).toEqual([])
  })

  test('[CONST-05 partial] three times 0.10 and 19.99 are exactly 20.29', async ({ admin, buyer }) => {
    const cheap = await makeProduct(admin, { price: 0.1 })
    const dear = await makeProduct(admin, { price: 19.99 })
    await buyer.post(add, { userId: buyer.id, productId: { id: cheap, quantity: 3 } })
    const cart = await buyer.post(add, { userId: buyer.id, productId: { id: dear, quantity: 1 } })
    expect(cart.body.subtotal).toBe(20.29)
  })
})

test('what is bought again is put in once for each mergeId, and a product is in the cart as often as it was bought, or as it was there', async ({
  shop,
  admin,
  buyer,
}) => {
  const plenty = await makeProduct(admin, { stock: 500 })
  const orderId = await placeOrderOf(shop, buyer, { id: plenty, quantity: 60 })
  await buyer.post(`/api/order/${orderId}/cancel`, {})
  const again = async (mergeId: string) => (await buyer.post('/api/cart/buyagain', { orderId, mergeId })).body
  const empty = () => buyer.post(remove, { userId: buyer.id, itemId: plenty })
  await empty()
  const mergeId = randomUUID()
  expect(await again(mergeId)).toMatchObject({
    cart: { productsId: [{ id: plenty, quantity: 60 }] },
    differences: [],
  })
  await empty()
  expect((await again(mergeId)).cart.productsId).toEqual([])
})
