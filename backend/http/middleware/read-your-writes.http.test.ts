// Two processes of the shop on one database: own writes are read at once, and sessions and limits are shared.
import { describe, expect } from 'vitest'
import { placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { asCaller, clientOf } from '#scripts/testing/client.ts'

const test = base.extend('second', { scope: 'file' }, async ({ shop, databaseUrl }, { onCleanup }) => {
  // The same public address: a cookie of one is a cookie of both, as behind a load balancer.
  const second = await openShop(databaseUrl, { env: { PUBLIC_URL: shop.url } })
  onCleanup(() => second.stop())
  return second
})

/** The same person at the other process: every cookie goes along, as a browser sends it. */
function at(shop: { config: { port: number } }, origin: string, caller: { jar: Map<string, string> }) {
  const client = clientOf(`http://127.0.0.1:${shop.config.port}`)
  return (method: 'GET' | 'POST', path: string, body?: unknown) => {
    asCaller(client, caller)
    return client.send(method, path, body, { origin })
  }
}

describe('own writes', () => {
  test('[EVT-19 partial] what is written through one process is read at once through the other by the same caller', async ({
    shop,
    second,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin, { stock: 1000 })
    const user = await signedIn(shop)
    const there = at(second, shop.url, user)
    const adminThere = at(second, shop.url, admin)
    for (let round = 1; round <= 10; round++) {
      const cart = await user.post('/api/cart/addproducttocart', {
        userId: user.id,
        productId: { id: productId, quantity: 1 },
      })
      expect(Number(cart.headers.get('x-position'))).toBeGreaterThan(0)
      const read = await there('GET', `/api/cart/${user.id}`)
      expect(read.headers.get('x-stale')).toBeNull()
      expect(read.body).toEqual(cart.body)

      const mensaje = `Reseña ${round}.`
      const review = { productId, textReview: { userId: user.id, mensaje }, score: { userId: user.id, score: 4 } }
      expect((await user.post('/api/product/addreviewscore', review)).status).toBe(201)
      expect((await there('GET', `/api/product/${productId}`)).body.reviewsTexts).toEqual([
        { userId: user.id, mensaje },
      ])

      const name = `Teclado Kyntra ${round}`
      const whole = (await admin.get(`/api/product/${productId}`)).body
      await admin.post('/api/product/modifyproduct', { ...whole, name })
      expect((await adminThere('GET', '/api/catalogue')).body.items[0].name).toBe(name)
      expect((await adminThere('GET', `/api/product/search?name=kyntra%20${round}`)).body).toHaveLength(1)
    }
  })

  test('[EVT-19 partial] an order just cancelled is cancelled in the list of the other process', async ({
    shop,
    second,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const productId = await makeProduct(admin)
    const user = await signedIn(shop)
    const orderId = await placeOrderOf(shop, user, { id: productId, quantity: 1 })
    await user.post(`/api/order/${orderId}/cancel`, {})
    const list = await at(second, shop.url, user)('GET', `/api/purchase/${user.id}`)
    expect(list.body).toMatchObject([{ id: orderId, state: 'cancelled' }])
  })

  test('a cookie that claims a position far ahead makes nobody wait for ever', async ({ shop }) => {
    const started = performance.now()
    const answer = await shop.client().get('/api/catalogue', { cookie: 'position=999999999' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-stale')).toBe('true')
    expect(performance.now() - started).toBeLessThan(10_000)
    for (const odd of ['-1', 'x', '1e99', '%00'])
      expect(
        (await shop.client().get('/api/catalogue', { cookie: `position=${odd}` })).headers.get('x-stale'),
      ).toBeNull()
  })

  test('[EVT-19 partial] any read model that is too late for its caller is told of: `x-stale`', async ({ shop }) => {
    const user = await signedIn(shop)
    const admin = await signedIn(shop, { admin: true })
    for (const caller of [user, admin]) caller.jar.set('position', '999999999')
    for (const path of [`/api/users/${user.id}`, `/api/purchase/${user.id}`, '/api/session'])
      expect([path, (await user.get(path)).headers.get('x-stale')]).toEqual([path, 'true'])
    const answer = await admin.get('/api/panel/overview/sales')
    expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, 'true'])
    user.jar.delete('position')
    expect((await user.get(`/api/users/${user.id}`)).headers.get('x-stale')).toBeNull()
  })

  test('sessions, their end and the count of wrong passwords are shared', async ({ shop, second }) => {
    const user = await signedIn(shop)
    const there = at(second, shop.url, user)
    expect((await there('GET', '/api/session')).body.user.id).toBe(user.id)
    for (let n = 0; n < 5; n++) {
      await shop.client().post('/api/users/verifyuser', { email: user.email, password: 'otra' })
      await at(second, shop.url, shop.client())('POST', '/api/users/verifyuser', {
        email: user.email,
        password: 'otra',
      })
    }
    const right = { email: user.email, password: 'Clave-segura-1' }
    expect((await shop.client().post('/api/users/verifyuser', right)).status).toBe(429)
    expect((await there('POST', '/api/session/end', {})).status).toBe(204)
    expect((await user.get(`/api/users/${user.id}`)).status).toBe(401)
  })
})
