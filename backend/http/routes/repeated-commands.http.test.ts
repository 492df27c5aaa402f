// A request that is sent again under its own key.
import { expect } from 'vitest'
import { expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, signedIn, test } from '#backend/testing/shop-fixture.ts'

const add = '/api/cart/addproducttocart'

test('[CORE-08] a repeated key is answered as the first time, and refused for another stream, body or route', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const [id, other] = [await makeProduct(admin), await makeProduct(admin)]
  const [buyer, stranger] = [await signedIn(shop), await signedIn(shop)]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { userId: buyer.id, productId: { id, quantity: 2 } }
  const first = await buyer.post(add, body, key)
  expect(first).toMatchObject({ status: 200, body: { productsId: [{ id, quantity: 2 }] } })

  // What came later is not in the answer, however often it is asked for, alone or at once.
  await buyer.post(add, { ...body, productId: { id: other, quantity: 1 } })
  await buyer.post('/api/cart/setquantity', { ...body, productId: { id, quantity: 9 } })
  const types = await typesAppended(shop, async () => {
    const repeats = await Promise.all([1, 2, 3].map(() => buyer.post(add, body, key)))
    for (const repeat of [...repeats, await buyer.post(add, body, key)]) {
      expect([repeat.status, repeat.body]).toEqual([200, first.body])
      expect(repeat.headers.get('x-position')).toBe(first.headers.get('x-position'))
    }
    expectProblem(await buyer.post(add, { ...body, productId: { id, quantity: 3 } }, key), 422, 'key_reused')
    expectProblem(await stranger.post(add, { ...body, userId: stranger.id }, key), 422, 'key_reused')
    expectProblem(await stranger.post(add, body, key), 404, 'not_found')
    expectBadInput(await buyer.post(add, body, { 'idempotency-key': 'twice' }), ['Idempotency-Key'])
  })
  expect(types).toEqual([])
  const lines = [
    { id, quantity: 9 },
    { id: other, quantity: 1 },
  ]
  expect((await buyer.get(`/api/cart/${buyer.id}`)).body.productsId).toEqual(lines)
})

test('one key sent to two processes at once adds once, and both answer the same', async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const id = await makeProduct(admin)
  const buyer = await signedIn(shop)
  const second = await openShop(shop.databaseUrl)
  try {
    const there = second.client()
    for (const [name, value] of buyer.jar) there.jar.set(name, value)
    const body = { userId: buyer.id, productId: { id, quantity: 1 } }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([buyer, there, buyer, there].map((client) => client.post(add, body, key)))
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body])
    expect(answers[0]?.body.productsId).toEqual([{ id, quantity: 1 }])
  } finally {
    await second.stop()
  }
})
