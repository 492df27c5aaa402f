// 'Pagar' refused before the payment provider is asked: the answers, and that nothing is placed or held.

import { describe, expect } from 'vitest'
import { readStock } from '#backend/commands/availability.ts'
import { expectBadInput, expectProblem, placeOrderOf, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

const test = base.extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))
const path = '/api/payment/create_preference'
const pay = (price: number, lines?: object[]) => ({
  quantity: '1',
  price,
  description: 'Tu compra en GamerTech',
  ...(lines && { lines }),
})

/** A buyer with these lines in the cart. */
async function withCart(shop: Parameters<typeof signedIn>[0], lines: { id: number; quantity: number }[]) {
  const buyer = await signedIn(shop)
  await buyer.post('/api/cart/addcartfromlocalstorage', { userId: buyer.id, productsId: lines })
  return buyer
}

describe('a refused press of Pagar', () => {
  test('[API-50] visitors, a stale price, an empty cart and other texts are refused, and nothing is placed or held', async ({
    shop,
    admin,
  }) => {
    const id = await makeProduct(admin, { price: 10.5, stock: 5 })
    const buyer = await withCart(shop, [{ id, quantity: 2 }])
    const empty = await signedIn(shop)
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(path, pay(21)), 401, 'unauthenticated')
      for (const price of [20.99, 0, 21.01]) {
        const stale = await buyer.post(path, pay(price))
        expectProblem(stale, 409, 'stale_total')
        expect(stale.body).toMatchObject({ total: 21, differences: [], cart: { subtotal: 21, userId: buyer.id } })
      }
      expectProblem(await empty.post(path, pay(21)), 409, 'cart_empty')
      expectBadInput(await buyer.post(path, { ...pay(21), quantity: '2', description: 'Otra cosa' }), [
        'description',
        'quantity',
      ])
      for (const quantity of [1, '1.0', null])
        expectBadInput(await buyer.post(path, { ...pay(21), quantity }), ['quantity'])
      for (const price of [-1, 1e308, '21', null])
        expectBadInput(await buyer.post(path, { ...pay(21), price }), ['price'])
      expectBadInput(await buyer.post(path, pay(21, [{ id, quantity: 1.5, price: 'x' }])), [
        'lines.0.price',
        'lines.0.quantity',
      ])
    })
    expect(types).toEqual([])
    expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toEqual([])
    expect((await readStock(shop.core.store, [id])).get(id)).toEqual({ onHand: 5, reserved: 0 })
  })

  test('[STOCK-02] one line that can be sold and two that cannot: all differences are listed and nothing is held', async ({
    shop,
    admin,
  }) => {
    const [enough, short, hidden] = [
      await makeProduct(admin, { price: 1, stock: 9 }),
      await makeProduct(admin, { price: 2, stock: 1, name: 'Escaso' }),
      await makeProduct(admin, { price: 3, name: 'Retirado' }),
    ]
    const buyer = await withCart(
      shop,
      [enough, short, hidden].map((id) => ({ id, quantity: 2 })),
    )
    const whole = (await admin.get(`/api/product/${hidden}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, isActive: false })
    const types = await typesAppended(shop, async () => {
      const refused = await buyer.post(path, pay(12))
      expectProblem(refused, 409, 'cart_changed')
      expect(refused.body.differences).toEqual([
        { id: short, name: 'Escaso', type: 'stock', wanted: 2, available: 1 },
        { id: hidden, name: 'Retirado', type: 'inactive' },
      ])
      expect(refused.body.cart.lines.map((line: { available: number }) => line.available)).toEqual([9, 1, 5])
    })
    expect(types).toEqual([])
    expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toEqual([])
    const held = await readStock(shop.core.store, [enough, short, hidden])
    expect([...held.values()].map((stock) => stock.reserved)).toEqual([0, 0, 0])
  })

  test('the total and the price of each line are an echo: a stale one is refused and named', async ({
    shop,
    admin,
  }) => {
    const id = await makeProduct(admin, { price: 10, name: 'Ajustado' })
    const buyer = await withCart(shop, [{ id, quantity: 2 }])
    const whole = (await admin.get(`/api/product/${id}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, price: 12.5 })
    const seen = [{ id, quantity: 2, price: 10 }]
    for (const price of [20, 25]) {
      const stale = await buyer.post(path, pay(price, seen))
      expectProblem(stale, 409, 'stale_total')
      expect(stale.body.differences).toEqual([{ id, name: 'Ajustado', type: 'price', before: 10, now: 12.5 }])
      expect(stale.body).toMatchObject({ total: 25, cart: { subtotal: 25 } })
    }
    // Equal echoes get past the server's own numbers: what is missing then is the provider, which listens nowhere here.
    const equal = await buyer.post(path, pay(25, [{ id, quantity: 2, price: 12.5 }]))
    expectProblem(equal, 503, 'payment_unavailable')
  })

  test('[STOCK-02 partial] units held by somebody else’s order are not there to be sold', async ({ shop, admin }) => {
    const id = await makeProduct(admin, { price: 5, stock: 3 })
    const late = await withCart(shop, [{ id, quantity: 2 }])
    await placeOrderOf(shop, await signedIn(shop), { id, quantity: 2 })
    const refused = await late.post(path, pay(10))
    expectProblem(refused, 409, 'cart_changed')
    expect(refused.body.differences).toEqual([
      { id, name: 'Teclado Kyntra 60', type: 'stock', wanted: 2, available: 1 },
    ])
  })

  test('a total beyond what money can count is refused: nobody buys so many units at once', async ({ shop, admin }) => {
    const id = await makeProduct(admin, { price: 999_999_999.99, stock: 1_000_000 })
    const buyer = await withCart(shop, [{ id, quantity: 1_000_000 }])
    const refused = await buyer.post(path, pay(10_000_000_000_000))
    expectProblem(refused, 409, 'cart_changed')
    expect(refused.body.differences).toMatchObject([{ id, type: 'max_units', wanted: 1_000_000, allowed: 99 }])
    expectBadInput(await buyer.post(path, pay(999_999_999_990_000)), ['price'])
  })

  test('the return page’s call is for the buyer of the order', async ({ shop, admin }) => {
    const id = await makeProduct(admin)
    const [buyer, other] = [await signedIn(shop), await signedIn(shop)]
    const orderId = await placeOrderOf(shop, buyer, { id, quantity: 1 })
    const ask = '/api/payment/return'
    expectProblem(await shop.client().post(ask, { orderId }), 401, 'unauthenticated')
    for (const caller of [other, admin]) expectProblem(await caller.post(ask, { orderId }), 404, 'not_found')
    expectProblem(await buyer.post(ask, { orderId: 999 }), 404, 'not_found')
    expectBadInput(await buyer.post(ask, { orderId: 'x', paymentId: '../1' }), ['orderId', 'paymentId'])
  })

  test('the browser learns the public key and nothing secret', async ({ shop }) => {
    const config = await shop.client().get('/api/payment/config')
    expect(config.body).toEqual({ publicKey: 'TEST-public-key', scriptUrl: expect.stringMatching(/^https:/) })
  })
})
