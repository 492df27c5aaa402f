// Who may do what does not hang on a read model: with the projection of the accounts paused, sessions follow the log alone.
import { expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, type Shop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const operator = { actor: 'operator', correlation: 'test' } as const

/** The shop with an admin and a product, and the rows of the accounts as they then were. */
const test = shopTest.extend('paused', { scope: 'file' }, async ({ shop, databaseUrl }) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin)
  const owner = openOwnerPool(databaseUrl)
  expect(await setPaused(owner, 'users', true)).toBe(true)
  await owner.end()
  return { shop, admin, productId }
})

/** Signs in a second time. */
async function again(shop: Shop, { email, password }: { email: string; password: string }): Promise<Client> {
  const client = shop.client()
  await client.post('/api/users/verifyuser', { email, password })
  return client
}

test('[T22] a ban ends every session at once, and nothing can be bought with one', async ({
  paused: { shop, productId },
}) => {
  const buyer = await signedIn(shop)
  const second = await again(shop, buyer)
  const add = { userId: buyer.id, productId: { id: productId, quantity: 1 } }
  await buyer.post('/api/cart/addproducttocart', add)
  await changeAccount(shop.core.store, operator, { type: 'BanUser', userId: buyer.id, reason: null })
  const pay = { quantity: '1', price: 10.5, description: 'Tu compra en GamerTech' }
  const types = await typesAppended(shop, async () => {
    for (const client of [buyer, second]) {
      expectProblem(await client.post('/api/cart/addproducttocart', add), 403, 'user_banned')
      expectProblem(await client.post('/api/payment/create_preference', pay), 403, 'user_banned')
      expectProblem(await client.get('/api/session'), 403, 'user_banned')
    }
    const { email, password } = buyer
    expectProblem(await shop.client().post('/api/users/verifyuser', { email, password }), 403, 'user_banned')
  })
  expect(types).toEqual([])
})

test('a session that a ban ended stays over after the ban, until it would have expired; a new one is good', async ({
  paused: { shop },
}) => {
  const buyer = await signedIn(shop)
  await changeAccount(shop.core.store, operator, { type: 'BanUser', userId: buyer.id, reason: null })
  await changeAccount(shop.core.store, operator, { type: 'ReinstateUser', userId: buyer.id })
  expectProblem(await buyer.get(`/api/cart/${buyer.id}`), 403, 'user_banned')
  const back = await again(shop, buyer)
  expect((await back.get(`/api/cart/${buyer.id}`)).status).toBe(200)
  expectProblem(await buyer.get(`/api/cart/${buyer.id}`), 403, 'user_banned')
})

test('a new admin is one at the next request, and the session says so', async ({ paused: { shop } }) => {
  const client = await signedIn(shop)
  expectProblem(await client.get('/api/purchase'), 403, 'forbidden')
  await changeAccount(shop.core.store, operator, { type: 'GrantAdmin', userId: client.id })
  expect((await client.get('/api/purchase')).status).toBe(200)
  expect((await client.get('/api/session')).body.user).toMatchObject({
    id: client.id,
    email: client.email,
    isAdmin: true,
  })
  expect((await (await again(shop, client)).get('/api/purchase')).status).toBe(200)
})

test('an erased account has no session, before what it leaves is destroyed', async ({ paused: { shop } }) => {
  const gone = await signedIn(shop)
  const unfinished = { ...shop.core, accounts: { forget: () => Promise.reject(new Error('killed here')) } }
  await expect(erasePerson(unfinished, operator, gone.id)).rejects.toThrow('killed here')
  expectProblem(await gone.get(`/api/cart/${gone.id}`), 401, 'unauthenticated')
})

test('a session is refused to an account that was banned after its password was looked at', async ({
  paused: { shop },
}) => {
  const { id, email, password } = await signedIn(shop)
  const account = await shop.core.accounts.verify(email, password)
  await changeAccount(shop.core.store, operator, { type: 'BanUser', userId: id, reason: null })
  await expect(shop.core.sessions.start(account)).rejects.toMatchObject({ code: 'user_banned' })
})
