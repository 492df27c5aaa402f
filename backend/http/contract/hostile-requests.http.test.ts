// Requests that try to get around the router, into the SQL behind it, or at what another person was answered.
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import { isPermission } from '#backend/http/middleware/allow.ts'
import { eventsAfter, writes } from '#backend/http/testing/api-fixture.ts'
import { openCachingProxy } from '#backend/http/testing/caching-proxy.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import { makeProduct, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

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

/** None of them is a price, an amount, a count, an id or a score. */
const oddNumbers = [-1, -0.5, 1.005, '1', '1e3', 2 ** 53, 1e308, null, [1], true]

test('[T11] a number that is none, has too many decimals, or is too large or too small is refused in whatever field of whatever call, and leaves no event', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin)
  const product = { name: 'a', category: 'b', description: 'c', imageUrl: '/img/a.png' }
  const lines = [{ id: productId, quantity: 1, price: 1 }]
  const pressed = { quantity: '1', price: 1, description: 'Tu compra en GamerTech', lines }
  const more: [string, object][] = [
    ['/api/product/modifyproduct', { id: productId, ...product, price: 1, stock: 1, stockSeen: 1, isActive: true }],
    ['/api/payment/create_preference', pressed],
    ['/api/order/1/refund', { lines: [{ id: productId, quantity: 1 }] }],
  ]
  // A rule for prices may lower them, and a cost may be unknown.
  const free = ['/api/panel/batches/prices', '/api/panel/costs']
  const bodies = [...writes(admin.id, productId), ...more].filter(([path]) => !free.includes(path))
  const before = await shop.core.store.head()
  let tried = 0
  for (const odd of oddNumbers)
    for (const [path, body] of bodies)
      for (const spoiled of withEach('number', body, odd)) {
        const { status } = await admin.post(path, spoiled)
        expect([path, spoiled, status >= 400 && status < 500]).toEqual([path, spoiled, true])
        tried++
      }
  expect(tried).toBeGreaterThan(40 * oddNumbers.length)
  for (const [path, body] of misplacedNumbers(admin.id, productId))
    expect([path, body, (await admin.post(path, body)).status]).toEqual([path, body, 400])
  expect(await eventsAfter(shop, before)).toEqual([])
})

/** What is a number somewhere, in a field where it is none. */
function misplacedNumbers(userId: number, productId: number): [path: string, body: object][] {
  const product = { name: 'a', category: 'b', description: 'c', imageUrl: '/img/a.png', price: 1, stock: 1 }
  const added = (quantity: number) => ({ userId, productId: { id: productId, quantity } })
  const scored = (score: number) => ({ productId, textReview: { userId, mensaje: 'Sí.' }, score: { userId, score } })
  return [
    ...[0, -0.01].flatMap((price): [string, object][] => [
      ['/api/product/new', { ...product, price }],
      ['/api/product/modifyproduct', { id: productId, ...product, price, stockSeen: 1, isActive: true }],
    ]),
    ['/api/product/new', { ...product, stock: 1.5 }],
    ['/api/product/modifyproduct', { id: productId, ...product, stock: 1.5, isActive: true }],
    ...[0, 1.5].flatMap((quantity): [string, object][] => [
      ['/api/cart/addproducttocart', added(quantity)],
      ['/api/cart/setquantity', added(quantity)],
      ['/api/cart/addcartfromlocalstorage', { userId, productsId: [{ id: productId, quantity }] }],
    ]),
    ...[0, 1.5, 6].map((score): [string, object] => ['/api/product/addreviewscore', scored(score)]),
  ]
}

/** Each value of this type in a body replaced by another, one at a time. */
function withEach(type: 'string' | 'number', body: unknown, other: unknown): unknown[] {
  if (typeof body === type) return [other]
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) =>
    withEach(type, value, other).map((spoiled) =>
      Array.isArray(body) ? body.map((item, at) => (String(at) === key ? spoiled : item)) : { ...body, [key]: spoiled },
    ),
  )
}

test('[T40] no text is long enough to keep the shop busy, in whatever field or question it comes', async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin)
  let tried = 0
  const before = process.cpuUsage()
  for (const long of ['a'.repeat(50_000), `${'á '.repeat(16_000)}!`, `a@${'a.'.repeat(20_000)}`, '%_'.repeat(20_000)]) {
    for (const [path, body] of writes(admin.id, productId))
      for (const spoiled of withEach('string', body, long)) {
        const { status } = await admin.post(path, spoiled)
        expect([path, status === 400 || status === 403]).toEqual([path, true])
        tried++
      }
    // As long as the line of a request may be.
    const q = encodeURIComponent(long).slice(0, 14_000).replace(/%.?$/, '')
    for (const url of [`/api/catalogue?search=${q}`, `/api/product/search?name=${q}`, `/api/users/search?name=${q}`])
      expect([url.slice(0, 30), (await admin.get(url)).status]).toEqual([url.slice(0, 30), 400])
  }
  const { user, system } = process.cpuUsage(before)
  expect(tried).toBeGreaterThan(100)
  // In milliseconds of this process's work, the caller's part of it included.
  expect((user + system) / 1000 / tried).toBeLessThan(200)
})

/** Everything that requests ask of the database fails in a way that nobody expected, until the test ends. */
function breakRequests(inside: string): void {
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    if (currentScope()) throw new TypeError(inside)
    return Reflect.apply(query, this, sent)
  })
  onTestFinished(() => spy.mockRestore())
}

test('[T48] whatever fails inside, no call shows anything of it', async ({ shop, routes }) => {
  const admin = await signedIn(shop, { admin: true })
  breakRequests('select secret_hash from auth.credentials at /srv/shop/backend/secret.ts:7')
  expectErrors(/secret_hash/)
  const failed = new Set<string>()
  // A picture is refused before, since it comes as a form.
  for (const { method, path, policy } of routes.filter((one) =>
    /^\/api\/(?!.*(avatar|pictures|batches\/file|receipt$))/.test(one.path),
  )) {
    const body = method === 'GET' ? undefined : (writes(1, 1).find(([known]) => known === path)?.[1] ?? {})
    const { status, headers, body: answer } = await admin.send(method, path.replace(/:\w+/, '1'), body)
    const told = JSON.stringify([answer, [...headers]])
    expect([path, /secret|auth\.|srv|TypeError|\.ts\b/.exec(told)?.[0]]).toEqual([path, undefined])
    if (status >= 500) failed.add(path)
    else if (policy === 'user' || isPermission(policy)) expect([path, status]).toEqual([path, 500])
  }
  expect(failed.size).toBeGreaterThan(routes.length / 2)
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

test('[T44] what a session is answered is stored by nobody: through a cache that keeps what it may, each is answered as without it', async ({
  shop,
  routes,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin)
  const [ana, eva] = [await signedIn(shop, { name: 'Ana Propia' }), await signedIn(shop, { name: 'Eva Ajena' })]
  const origin = `http://127.0.0.1:${shop.config.port}`
  const cache = await openCachingProxy(origin)
  onTestFinished(() => cache.close())
  const read = async (address: string, { jar }: Client) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    // When a person's copy of their data was taken differs each time.
    return { status: answer.status, body: (await answer.text()).replace(/"takenAt":"[^"]*"/, '') }
  }
  const asked = routes.filter(({ method, path, policy }) => {
    return method === 'GET' && path.startsWith('/api/') && policy !== 'operator' && !/live|docs/.test(path)
  })
  const paths = asked.flatMap(({ path }) => [ana.id, productId].map((id) => path.replace(/:\w+/, String(id))))
  for (const caller of [admin, ana, eva, shop.client(), ana])
    for (const path of new Set(paths)) {
      const cached = await read(cache.url + path, caller)
      // What the panel shows of the process is another moment's each time.
      if (caller !== admin) expect([path, cached]).toEqual([path, await read(origin + path, caller)])
    }
  for (const { path, policy } of asked.filter(({ policy }) => policy === 'user' || isPermission(policy)))
    expect([policy, cache.cached.has(path.replace(/:\w+/, String(ana.id)))]).toEqual([policy, false])
  expect(cache.cached.has('/api/catalogue')).toBe(true)
})
