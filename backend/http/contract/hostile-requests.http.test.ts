// Requests that try to get around the router, into the SQL behind it, or at what another person was answered.
import { expect } from 'vitest'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import { isPermission } from '#backend/http/middleware/allow.ts'
import { eventsAfter } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const test = shopTest.extend('routes', { scope: 'file' }, ({ shop }) => routesOf(shop.app))

const payloads = [
  "'",
  "' or '1'='1",
  "'; drop table rm.users; --",
  "' union select null, null --",
  "x') or pg_sleep(20) is null --",
  'name desc; select 1',
  '1; truncate es.events',
  '\\',
  '$1',
  ':name',
  '/**/',
]

test('[T39] no text becomes SQL, in any question, path or order: it finds itself or nothing', async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const name = `O'Kyntra "75%" ; -- \\ $1`
  await makeProduct(admin, { name })
  const whole = await admin.get('/api/product')
  const head = await shop.core.store.head()
  for (const payload of payloads) {
    const q = encodeURIComponent(payload)
    const asked = ['search=', 'category=', 'sort=', 'page='].map((question) => `/api/catalogue?${question}${q}`)
    for (const url of [...asked, `/api/product/${q}`, `/api/users/search?name=${q}`, `/api/product/search?name=${q}`]) {
      const { status, body } = await admin.get(url)
      expect([url, [200, 400, 404].includes(status)]).toEqual([url, true])
      for (const found of url.includes('search?name') ? body : []) expect(found.name).toContain(payload)
    }
    const sorted = await admin.post('/api/product/sort', { field: payload, direction: 'ascendente' })
    expect([payload, sorted.status]).toEqual([payload, 400])
  }
  const found = await admin.get(`/api/product/search?name=${encodeURIComponent(name)}`)
  expect(found.body.map((product: { name: string }) => product.name)).toEqual([name])
  expect((await admin.get('/api/product')).body).toEqual(whole.body)
  expect(await eventsAfter(shop, head)).toEqual([])
})

/** Other spellings of a path that a proxy, a router or a guard by prefix may take for the same. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '//api/'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  (path) => path.replace('/api/', '/home/..%2fapi/'),
  (path) => `${path}/`,
  (path) => `${path}.`,
  (path) => `${path}%20`,
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
  (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[^/]+$/, (last) => last.toUpperCase()),
]

const ofAdmins = (routes: readonly Route[]) => routes.filter(({ policy }) => isPermission(policy))

test('[T43] no spelling of an admin’s path gets around its guard', async ({ shop, routes }) => {
  const [user, head] = [await signedIn(shop), await shop.core.store.head()]
  expect(ofAdmins(routes).length).toBeGreaterThan(5)
  const callers: [string, Client][] = [
    ['visitor', shop.client()],
    ['user', user],
  ]
  for (const { method, path } of ofAdmins(routes))
    for (const spell of spellings) {
      const url = spell(path.replace(/:\w+/, '1'))
      for (const [who, caller] of callers) {
        const { status, headers } = await caller.send(method, url, method === 'GET' ? undefined : {})
        // What the router does not know as a call is the page, which holds nothing, or a refusal.
        const isPage = status === 200 && (headers.get('content-type') ?? '').startsWith('text/html')
        expect([who, method, url, isPage || (status >= 400 && status < 500)]).toEqual([who, method, url, true])
      }
    }
  expect(await eventsAfter(shop, head)).toEqual([])
})

test('[T44] what a session is answered is stored by nobody, and the same address says to each what is theirs', async ({
  shop,
  routes,
}) => {
  const [ana, eva] = [await signedIn(shop), await signedIn(shop)]
  const admin = await signedIn(shop, { admin: true })
  const answers = routes.filter(({ method, policy }) => method === 'GET' && (policy === 'user' || isPermission(policy)))
  for (const { path } of answers) {
    const { headers } = await admin.get(path.replace(/:\w+/, String(admin.id)))
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
  for (const caller of [ana, eva, ana]) {
    expect((await caller.get('/api/session')).body.user.id).toBe(caller.id)
    expect((await caller.get('/api/users')).body.map(({ id }: { id: number }) => id)).toEqual([caller.id])
  }
})
