// The specification's own web client: each of its 26 actions, sent exactly as that client sends it.
import { expect } from 'vitest'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { type PurchaseShop, placed, test, untilState } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer, Client } from '#scripts/testing/client.ts'

type Row = { id: number; isActive: boolean; stock: number; userId: number; productsId: unknown[] }

async function ok(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, headers } = await answer
  expect([status >= 200 && status < 300, status, body]).toEqual([true, status, body])
  return { status, body, headers }
}

/** What that client reads of every row of a list. */
async function rowsOf(answer: Promise<Answer>, ...fields: (keyof Row)[]): Promise<Row[]> {
  const { body } = await ok(answer)
  expect(body.length).toBeGreaterThan(0)
  for (const row of body) for (const field of fields) expect(row).toHaveProperty(field)
  return body
}

async function browse(client: Client, id: number): Promise<void> {
  await rowsOf(client.get('/api/product'), 'id', 'isActive', 'stock')
  expect((await ok(client.get(`/api/product/${id}`))).body).toMatchObject({ id, isActive: true })
  await rowsOf(client.get('/api/product/search?name=teclado'), 'id', 'isActive')
  for (const field of ['name', 'price'])
    for (const direction of ['ascendente', 'descendente'])
      await rowsOf(client.post('/api/product/sort', { field, direction }), 'isActive')
  const { body: categories } = await ok(client.get('/api/product/getcategories/all'))
  expect(categories).toContainEqual({ category: 'Periféricos' })
}

/** A visitor's cart, which the browser keeps, comes into the new account. */
async function register(shop: PurchaseShop, id: number) {
  const client = shop.client()
  const cart = { userId: 0, productId: [{ id, quantity: 1 }] }
  const account = { name: 'Ana Prueba', email: 'ana.cliente@gamertech.test', password: 'Clave-segura-1' }
  const { body } = await ok(client.post('/api/users/new', { ...account, isActive: true }))
  expect(body).toMatchObject({ user: { isActive: true }, msg: expect.any(String) })
  expect(new Date(body.marcaTiempoLogin).getTime()).toBeLessThanOrEqual(Date.now())
  const userId: number = body.user.id
  const merged = await ok(client.post('/api/cart/addcartfromlocalstorage', { ...cart, userId }))
  expect(merged.body.productsId).toMatchObject([{ id, quantity: 1 }])
  return { client, userId, ...account }
}

type Registered = Awaited<ReturnType<typeof register>>

async function fillCart({ client, userId }: Registered, id: number, other: number): Promise<void> {
  const added = await ok(client.post('/api/cart/addproducttocart', { userId, productId: { id: other, quantity: 1 } }))
  expect(added.body.productsId).toMatchObject([{ id }, { id: other }])
  expect((await ok(client.get(`/api/cart/${userId}`))).body.productsId).toHaveLength(2)
  const left = await ok(client.post('/api/cart/deleteitem', { userId, itemId: other }))
  expect(left.body.productsId).toMatchObject([{ id }])
}

async function review({ client, userId }: Registered, productId: number): Promise<void> {
  const written = { textReview: { userId, mensaje: 'Muy bueno.' }, score: { userId, score: 5 }, productId }
  await ok(client.post('/api/product/addreviewscore', written))
  const { body } = await ok(client.get(`/api/product/${productId}`))
  expect(body.reviewsTexts).toEqual([written.textReview])
  expect(body.reviewsScores).toEqual([written.score])
}

async function account(shop: PurchaseShop, { client, userId, email, password }: Registered): Promise<void> {
  const { body: user } = await ok(client.get(`/api/users/${userId}`))
  const changed = await ok(client.post('/api/users/modifyuser', { ...user, name: 'Ana Cambiada' }))
  expect(changed.body.msg).toBe('Usuario modificado!')
  expect((await ok(client.get(`/api/users/${userId}`))).body.name).toBe('Ana Cambiada')
  await rowsOf(client.get(`/api/purchase/${userId}`), 'productsId')
  const subjects = async () => (await mailsTo(shop.mailboxUrl, email)).map(({ subject }) => subject)
  const welcomes = async () => (await subjects()).filter((subject) => subject === 'Tu cuenta en GamerTech').length
  await expect.poll(welcomes).toBe(1)
  await ok(client.post('/api/send-email', { email }))
  await expect.poll(welcomes).toBe(2)
  const wrong = await shop.client().post('/api/users/verifyuser', { email, password: 'otra' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const again = await ok(shop.client().post('/api/users/verifyuser', { email, password }))
  expect(new Date(again.body.marcaTiempoLogin).getTime()).toBeLessThanOrEqual(Date.now())
}

async function administer(admin: Client, userId: number, reviewed: number): Promise<void> {
  await rowsOf(admin.get('/api/users'), 'id')
  await rowsOf(admin.get('/api/users/search?name=Ana'), 'id')
  await rowsOf(admin.get('/api/purchase/'), 'userId', 'productsId')
  const entry = { name: 'Mouse Nuevo', description: 'Liviano.', price: 20, category: 'Periféricos' }
  const made = await ok(
    admin.post('/api/product/new', { ...entry, imageUrl: '/img/products/mouse.webp', stock: 3, isActive: true }),
  )
  expect(made.body).toMatchObject({ product: { id: expect.any(Number), isActive: true }, msg: expect.any(String) })
  // Twice: by the second time its price has fallen, and the answer says so.
  for (const price of [9, 8]) {
    const { body: whole } = await ok(admin.get(`/api/product/${reviewed}`))
    const changed = await ok(admin.post('/api/product/modifyproduct', { ...whole, price }))
    expect(changed.body).toMatchObject({ product: { id: reviewed }, msg: expect.any(String) })
  }
  await ok(admin.post('/api/product/deletereviewscore', { productId: reviewed, reviewId: userId }))
  const { body: user } = await ok(admin.get(`/api/users/${userId}`))
  const banned = await ok(admin.post('/api/users/modifyuser', { ...user, isActive: false }))
  expect(banned.body.msg).toBe('Usuario modificado!')
  expect((await ok(admin.get(`/api/users/${userId}`))).body.isActive).toBe(false)
}

test("all 26 actions of the specification's own client succeed as it sends them", async ({ shop }) => {
  const { admin } = shop
  const product = { name: 'Teclado', description: 'Mecánico.', price: 10, category: 'Periféricos', stock: 9 }
  const ids: number[] = []
  for (const name of ['Teclado Uno', 'Teclado Dos']) {
    const imageUrl = '/img/products/teclado.webp'
    const { body } = await ok(admin.post('/api/product/new', { ...product, name, imageUrl, isActive: true }))
    ids.push(body.product.id)
  }
  const [id = 0, other = 0] = ids
  await browse(shop.client(), id)
  const registered = await register(shop, id)
  await fillCart(registered, id, other)
  await review(registered, id)
  const { client, userId, name, email, password } = registered
  const order = await placed({ ...client, id: userId, name, email, password })
  await shop.control.choose(order.id, 'approved')
  await untilState({ ...client, id: userId, name, email, password }, order.orderId, 'paid')
  await account(shop, registered)
  await administer(admin, userId, id)
  const other2 = await signedIn(shop)
  expect((await other2.post('/api/send-email', { email })).status).toBe(403)
})
