// What a caller says of what the server knows is an echo, and what a caller has just done is in what they read next.
import { expect } from 'vitest'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { addToCart, type PurchaseShop, placed, test } from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

type Echo = [path: string, equal: object, different: object[], refusal: [number, string]]

function reviewEcho(productId: number, userId: number, otherId: number): Echo {
  const [text, score] = [
    { userId, mensaje: 'Va muy bien.' },
    { userId, score: 4 },
  ]
  const different = [{ textReview: { ...text, userId: otherId } }, { score: { ...score, userId: otherId } }]
  return ['/api/product/addreviewscore', { productId, textReview: text, score }, different, [403, 'forbidden']]
}

/** Each field of a price, a total, an identity, a role, an activity and a time, as the server has it and otherwise. */
async function echoesOf(shop: PurchaseShop): Promise<{ buyer: Awaited<ReturnType<typeof signedIn>>; echoes: Echo[] }> {
  const [buyer, { id: userId, email }] = [await signedIn(shop), await signedIn(shop)]
  const productId = await makeProduct(shop.admin, { price: 10.5, stock: 5 })
  await addToCart(buyer, productId, 2)
  const own = (await buyer.get(`/api/users/${buyer.id}`)).body
  const line = { id: productId, quantity: 2, price: 10.5 }
  const fields = [{ isActive: false }, { isAdmin: true }, { email }, { createdAt: '2020-01-01T00:00:00.000Z' }]
  const person = { name: 'Ana', email: 'nueva@tienda.example', password: 'Clave-segura-1' }
  const pay = { quantity: '1', price: 21, description: 'Tu compra en GamerTech', lines: [line] }
  const echoes: Echo[] = [
    ['/api/users/modifyuser', own, fields, [403, 'forbidden']],
    reviewEcho(productId, buyer.id, userId),
    [
      '/api/send-email',
      { template: 'welcome', userId: buyer.id, email: buyer.email },
      [{ userId }, { email }],
      [403, 'forbidden'],
    ],
    [
      '/api/payment/create_preference',
      pay,
      [{ price: 20.99 }, { lines: [{ ...line, price: 10 }] }],
      [409, 'stale_total'],
    ],
    // Last: whoever it makes is signed in from then on.
    [
      '/api/users/new',
      { ...person, isActive: true, isAdmin: false },
      [{ isActive: false }, { isAdmin: true }],
      [403, 'forbidden'],
    ],
  ]
  return { buyer, echoes }
}

test('[T16 partial] [TRUST-01] what differs from the server’s own is refused and changes nothing, and what is equal is taken', async ({
  shop,
}) => {
  const { buyer, echoes } = await echoesOf(shop)
  const product = (await shop.admin.get('/api/product')).body[0]
  const head = await shop.core.store.head()
  for (const [path, equal, different, refusal] of echoes)
    for (const change of different) {
      const { status, body } = await buyer.post(path, { ...equal, ...change })
      expect([path, change, status, body.code]).toEqual([path, change, ...refusal])
    }
  // No field of a product is a shopper's to change, whatever it says.
  for (const change of [{}, { price: 0.01 }, { stock: 99 }])
    expect((await buyer.post('/api/product/modifyproduct', { ...product, ...change })).status).toBe(403)
  expect(await eventsAfter(shop, head)).toEqual([])
  for (const [path, equal] of echoes) {
    const { status } = await buyer.post(path, equal)
    expect([path, [200, 201, 202].includes(status)]).toEqual([path, true])
  }
})

test('[EVT-19] who buys, reviews, bans or edits reads it at once in the list it belongs to', async ({ shop }) => {
  const { admin } = shop
  for (let round = 1; round <= 5; round++) {
    const buyer = await signedIn(shop)
    const id = await makeProduct(admin, { stock: 9 })
    await addToCart(buyer, id, 1)
    const { orderId } = await placed(buyer)
    expect((await buyer.get(`/api/purchase/${buyer.id}`)).body).toMatchObject([{ id: orderId, state: 'placed' }])
    const review = {
      productId: id,
      textReview: { userId: buyer.id, mensaje: 'Va bien.' },
      score: { userId: buyer.id, score: 4 },
    }
    await buyer.post('/api/product/addreviewscore', review)
    expect((await buyer.get(`/api/product/${id}`)).body.reviewsTexts).toHaveLength(1)
    const name = `Editado ${id}`
    await admin.post('/api/product/modifyproduct', { ...(await admin.get(`/api/product/${id}`)).body, name })
    expect((await admin.get(`/api/product/search?name=${encodeURIComponent(name)}`)).body).toMatchObject([{ id, name }])
    await admin.post('/api/users/modifyuser', { id: buyer.id, isActive: false })
    const listed = (await admin.get('/api/users')).body.find((user: { id: number }) => user.id === buyer.id)
    expect(listed.isActive).toBe(false)
  }
})
