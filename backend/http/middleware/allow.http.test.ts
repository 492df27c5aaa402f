// Every route has a policy, and does what the policy says.
import { describe, expect } from 'vitest'
import { routesOf } from '#backend/http/contract/routes.ts'
import { eventsAfter, expectProblem, writes } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'
import { isPermission, type RoutePolicy } from './allow.ts'

const test = base.extend('routes', { scope: 'file' }, ({ shop }) => routesOf(shop.app))

describe('policies', () => {
  test('only what needs no account is public, and only the webhook is for the provider', ({ routes }) => {
    const pathsOf = (policy: RoutePolicy) =>
      routes.filter((route) => route.policy === policy).map((route) => `${route.method} ${route.path}`)
    expect(pathsOf('provider')).toEqual(['POST /api/payment/webhook'])
    expect(pathsOf('operator')).toEqual(['GET /metrics'])
    expect(pathsOf('subscriber')).toEqual(['GET /api/feed', 'GET /api/feed/schema'])
    expect(pathsOf('public').sort()).toEqual([
      'GET /*',
      'GET /api/delivery',
      'GET /api/docs',
      'GET /api/health',
      'GET /api/live',
      'GET /api/openapi.json',
      'GET /api/payment/config',
      'GET /api/ready',
      'GET /api/shop',
      'GET /api/shop/transfer',
      'GET /avatar/:id',
      'GET /img/uploads/:file',
      'POST /api/auth/google/finish',
      'POST /api/auth/google/link',
      'POST /api/auth/google/start',
      'POST /api/order/lookup',
      'POST /api/order/withdrawal',
      'POST /api/session/end',
      'POST /api/users/loginwithgoogle',
      'POST /api/users/new',
      'POST /api/users/passwordreset',
      'POST /api/users/setpassword',
      'POST /api/users/verifyuser',
    ])
  })

  test('[T20 partial] a visitor gets 401 and a user 403 exactly where the policy says so, before anything is read from the body', async ({
    shop,
    routes,
  }) => {
    const user = await signedIn(shop)
    for (const { method, path, policy } of routes) {
      // A picture is sent as a form, that of a person by its owner alone.
      const isFile = /\/(avatar|pictures|file|receipt)$/.test(path)
      const url = path.replace(':id', String(isFile ? user.id : 1))
      const body = method === 'GET' ? undefined : {}
      const headers = isFile ? { 'content-type': 'multipart/form-data; boundary=x' } : {}
      const where = `${method} ${url}`
      const asVisitor = await shop.client().send(method, url, body, headers)
      if (policy === 'user' || isPermission(policy) || policy === 'subscriber')
        expectProblem(asVisitor, 401, 'unauthenticated')
      else expect([asVisitor.status, where]).not.toEqual([401, where])
      if (url === '/api/session/end') continue
      const asUser = await user.send(method, url, body, headers)
      if (isPermission(policy)) expectProblem(asUser, 403, 'forbidden')
      else if (policy === 'subscriber') expectProblem(asUser, 401, 'unauthenticated')
      else expect([401, 403].includes(asUser.status), where).toBe(policy === 'provider' && asUser.status === 401)
    }
  })

  test('[T19] [API-54] no call of a user moves stock or writes a price, whatever the body holds', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const user = await signedIn(shop)
    const victim = await signedIn(shop)
    const productId = await makeProduct(admin)
    const whole = (await admin.get(`/api/product/${productId}`)).body
    const before = await shop.core.store.head()
    expectProblem(await user.post('/api/product/modifyproduct', { ...whole, stock: 99 }), 403, 'forbidden')
    for (const [path, body] of writes(victim.id, productId)) {
      if (/^\/api\/(users|auth|session)\//.test(path)) continue
      const extra = { ...whole, stock: 99, price: 0.01, onHand: 99, reserved: -1, isAdmin: true, lines: [], ...body }
      const answer = await user.post(path, extra)
      if (path !== '/api/product/sort') expect([400, 403, 404, 409], path).toContain(answer.status)
    }
    expect(await eventsAfter(shop, before)).toEqual([])
    expect((await victim.get(`/api/cart/${victim.id}`)).body.productsId).toEqual([])
  })
})
