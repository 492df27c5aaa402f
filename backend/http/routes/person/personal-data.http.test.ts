// A person's copy of their data, and the erasure of their own account.
import { expect } from 'vitest'
import { privacyLegends } from '#backend/domain/user/privacy.limits.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, signedIn, test } from '#backend/testing/shop-fixture.ts'

test('[PRIV-06] download and erasure of another account are like those of an absent one, for a user and for an admin', async ({
  shop,
}) => {
  const [user, other] = [await signedIn(shop), await signedIn(shop)]
  const admin = await signedIn(shop, { admin: true })
  const before = await shop.core.store.head()
  for (const caller of [user, admin])
    for (const id of [other.id, 999_999]) {
      expectProblem(await caller.get(`/api/users/${id}/data`), 404, 'not_found')
      const erase = { userId: id, confirmation: other.password }
      expectProblem(await caller.post('/api/users/erase', erase), 404, 'not_found')
    }
  expectProblem(await shop.client().get(`/api/users/${other.id}/data`), 401, 'unauthenticated')
  expect(await eventsAfter(shop, before)).toEqual([])
  expect((await other.get('/api/session')).body.user.email).toBe(other.email)
})

test('the copy is one file with account, orders, reviews and cart', async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const [user, other] = [await signedIn(shop, { name: 'Ana Propia' }), await signedIn(shop, { name: 'Eva Ajena' })]
  const productId = await makeProduct(admin, { name: 'Mouse de Ana' })
  for (const { id, post } of [user, other]) {
    const mensaje = `Reseña de ${id}.`
    await post('/api/product/addreviewscore', {
      productId,
      textReview: { userId: id, mensaje },
      score: { userId: id, score: 4 },
    })
    await post('/api/cart/addproducttocart', { userId: id, productId: { id: productId, quantity: 2 } })
  }
  const { status, headers, body } = await user.get(`/api/users/${user.id}/data`)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="mis-datos-gamertech.json"')
  expect(body).toMatchObject({
    legends: privacyLegends,
    account: { id: user.id, name: 'Ana Propia', email: user.email },
    orders: [],
    reviews: [{ productId, product: 'Mouse de Ana', text: `Reseña de ${user.id}.`, score: 4 }],
    cart: { productsId: [{ id: productId, quantity: 2 }] },
  })
  expect(JSON.stringify(body)).not.toMatch(/Eva|password|hash/)
})

test('an erasure takes the password; a wrong one is named beside its field, and nothing happens', async ({ shop }) => {
  const user = await signedIn(shop)
  const before = await shop.core.store.head()
  const erase = (confirmation: unknown) => user.post('/api/users/erase', { userId: user.id, confirmation })
  for (const confirmation of ['otra', 'BORRAR', '']) expectBadInput(await erase(confirmation), ['confirmation'])
  expect(await eventsAfter(shop, before)).toEqual([])
  expect((await user.get('/api/session')).body.user.id).toBe(user.id)
  expect((await erase(user.password)).status).toBe(200)
  expect((await user.get('/api/session')).body.user).toBeNull()
  const [{ type, meta } = expect.fail('no event')] = await eventsAfter(shop, before)
  expect([type, meta.actor]).toEqual(['UserErased', `user:${user.id}`])
})

test('an account without a password is erased by a word', async ({ shop }) => {
  const user = await signedIn(shop)
  await shop.core.accounts.dropHash(user.id)
  const erase = (confirmation: string) => user.post('/api/users/erase', { userId: user.id, confirmation })
  expectBadInput(await erase(user.password), ['confirmation'])
  expect((await erase(' borrar ')).status).toBe(200)
})
