// What one caller's flood does: it ends for itself alone. The shop stands behind one proxy, so each caller here has an address of its own.
import pg from 'pg'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { eventsAfter, expectProblem, writes } from '#backend/http/testing/api-fixture.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import { makeProduct, openShop, type Shop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Answer, Client } from '#scripts/testing/client.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

const test = databaseTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openShop(databaseUrl, { rateFactor: 1, env: { TRUST_PROXY: '1' } })
  onCleanup(() => shop.stop())
  return shop
})

let addresses = 0
const newAddress = () => `198.51.${100 + (++addresses >> 8)}.${addresses & 255}`

/** The caller as the proxy passes it on. */
function from<C extends Client>(client: C, address = newAddress(), forged = ''): C {
  const headers = { 'x-forwarded-for': forged === '' ? address : `${forged}, ${address}` }
  const post: Client['post'] = (path, body, more = {}) => client.post(path, body, { ...headers, ...more })
  const get: Client['get'] = (path, more = {}) => client.get(path, { ...headers, ...more })
  return { ...client, post, get }
}

const visitor = (shop: Shop, address?: string, forged?: string) => from(shop.client(), address, forged)
const countOf = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length

/** Many calls, twenty at a time. */
async function flood(calls: number, call: (nth: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < calls; from += 20)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(20, calls - from) }, (_, at) => call(from + at)))))
  return answers
}

const cheap = (caller: Client) => caller.post('/api/session/end', {})
const registration = (nth: number) => ({
  name: 'Ana',
  email: `inunda${nth}.${addresses}@gamertech.test`,
  password: 'Clave-segura-1',
})

describe('a flood', () => {
  test('[T42] of one address ends with it, whatever its headers claim; another address and the log notice nothing', {
    timeout: 60_000,
  }, async ({ shop }) => {
    const admin = from(await signedIn({ ...shop, client: () => visitor(shop) }, { admin: true }))
    const id = await makeProduct(admin, { stock: 100 })
    const flooder = await signedIn({ ...shop, client: () => visitor(shop) })
    const other = from(await signedIn({ ...shop, client: () => visitor(shop) }))
    const add = (buyer: Client & { id: number }) =>
      buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id, quantity: 1 } })
    const head = await shop.core.store.head()
    const address = newAddress()
    let underWay = true
    const flooding = flood(200, (nth) => add(from(flooder, address, `10.0.${nth >> 8}.${nth & 255}`))).finally(() => {
      underWay = false
    })
    const meanwhile: Answer[] = []
    while (underWay && meanwhile.length < 50) meanwhile.push(await add(other))
    expect(meanwhile.length).toBeGreaterThan(3)
    expect(countOf(meanwhile, 200)).toBe(meanwhile.length)
    const answers = await flooding
    expect(countOf(answers, 200)).toBe(120)
    expect(countOf(answers, 429)).toBe(200 - 120)
    const added = (await eventsAfter(shop, head)).filter(({ type, meta }) => {
      return type === 'ItemAddedToCart' && meta.actor === `user:${flooder.id}`
    })
    expect(added).toHaveLength(120)

    const refused = await add(from(flooder, address))
    expectProblem(refused, 429, 'too_many_requests')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait > 0 && wait <= 60).toBe(true)
    expect(refused.body.detail).toMatch(
      /^Son demasiados pedidos en poco tiempo\. Volvé a probar en \d+ (minuto|segundos?)\.$/,
    )
  })

  test('[T42] of an account does not go on from other addresses, nor that of an address in other accounts', {
    timeout: 60_000,
  }, async ({ shop }) => {
    const spread = await signedIn({ ...shop, client: () => visitor(shop) })
    const cancel = (caller: Client) => caller.post('/api/order/999999/cancel', {})
    const answers = await flood(200, () => cancel(from(spread)))
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([120, 80])
    const address = newAddress()
    const many = await flood(700, () => cheap(visitor(shop, address)))
    expect([countOf(many, 204), countOf(many, 429)]).toEqual([600, 100])
    expectProblem(await visitor(shop, address).post('/api/users/new', registration(0)), 429, 'too_many_requests')
  })

  test('every call that changes something is counted; the provider’s notices are not', { timeout: 60_000 }, async ({
    shop,
  }) => {
    const address = newAddress()
    await flood(620, () => cheap(visitor(shop, address)))
    const stuck = visitor(shop, address)
    for (const [path, body] of writes(1, 1)) expect([path, (await stuck.post(path, body)).status]).toEqual([path, 429])
    expect((await stuck.post('/api/payment/webhook', {})).status).toBe(400)
    for (const path of ['/api/catalogue', '/api/session', '/api/product/getcategories/all'])
      expect((await stuck.get(path)).status, path).toBe(200)
  })
})

test('[T42 partial] notices that the provider did not sign end with their address, and its own come on', async ({
  shop,
}) => {
  const [forger, provider] = [newAddress(), newAddress()]
  const send = (from: string, body: object, query = '') =>
    visitor(shop, from).post(`/api/payment/webhook${query}`, body)
  const forged = { type: 'payment', data: { id: '7' } }
  // All but a few of them at once, as another process would have counted them.
  const rate = { points: 3000, seconds: 60 }
  for (let nth = 0; nth < 2996; nth++)
    await shop.core.rateLimits.spend([{ name: 'unsigned-address', who: forger, rate }])
  expect((await send(forger, forged, '?data.id=7')).body.code).toBe('bad_signature')
  expect((await send(forger, { type: 'payment' })).body.code).toBe('validation')
  expect((await send(forger, { type: 'plan' })).status).toBe(200)
  expect((await send(forger, {}, '?topic=merchant_order')).status).toBe(200)
  for (const [body, query] of [
    [forged, '?data.id=7'],
    [{}, '?topic=merchant_order'],
    [{ type: 'plan' }, ''],
  ] as const)
    expectProblem(await send(forger, body, query), 429, 'too_many_requests')
  expect((await send(provider, { type: 'plan' })).status).toBe(200)
})

/** How many statements each request of the shop sends, by its id, from now to the end of the test. */
function statementsOfRequests(): Map<string, number> {
  const statements = new Map<string, number>()
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const id = currentScope()?.correlation
    if (id) statements.set(id, (statements.get(id) ?? 0) + 1)
    return Reflect.apply(query, this, sent)
  })
  onTestFinished(() => spy.mockRestore())
  return statements
}

test('[T42] what is refused asks the database nothing and hashes nothing, so that a flood takes little from the others', {
  timeout: 60_000,
}, async ({ shop }) => {
  const address = newAddress()
  const flooder = from(await signedIn({ ...shop, client: () => visitor(shop) }), address)
  await flood(620, () => cheap(visitor(shop, address)))
  const cart = { userId: flooder.id, productId: { id: 1, quantity: 1 } }
  const calls: [what: string, call: (nth: number) => Promise<Answer>][] = [
    ['carts', () => flooder.post('/api/cart/addproducttocart', cart)],
    ['accounts', (nth) => flooder.post('/api/users/new', registration(nth))],
    ['guesses', () => flooder.post('/api/users/verifyuser', { email: flooder.email, password: 'otra' })],
  ]
  const statements = statementsOfRequests()
  const welcome = await cheap(visitor(shop))
  expect(statements.get(welcome.headers.get('x-request-id') ?? '')).toBeGreaterThan(0)
  for (const [what, call] of calls) {
    const before = process.cpuUsage()
    const answers = await flood(25, call)
    const { user, system } = process.cpuUsage(before)
    expect([what, countOf(answers, 429)]).toEqual([what, 25])
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? expect.fail('an answer without its id'))
    expect([what, ids.filter((id) => statements.has(id))]).toEqual([what, []])
    // In milliseconds of this process's work, which is the callers' too; a hash takes forty.
    expect([what, (user + system) / 1000 / 25 < 20]).toEqual([what, true])
  }
})

test('[T42] reads of a session are limited wherever they come from; who asks without it goes on', {
  timeout: 60_000,
}, async ({ shop }) => {
  const shopper = await signedIn({ ...shop, client: () => visitor(shop) })
  let refused: Answer | undefined
  for (let asked = 0; asked < 5000 && !refused; asked += 50)
    refused = (await flood(50, () => from(shopper).get('/api/shop'))).find(({ status }) => status !== 200)
  if (!refused) return expect.fail('nobody was refused')
  expectProblem(refused, 429, 'too_many_requests')
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await from(shopper).post('/api/cart/correct', { userId: shopper.id })).status).toBe(200)
  expect((await visitor(shop).get('/api/shop')).status).toBe(200)
})

describe('what costs more is had less often', () => {
  test('[T24 partial] an address, or all of an IPv6 network, makes twenty accounts an hour', async ({ shop }) => {
    for (const addressOf of [() => '203.0.113.9', (nth: number) => `2001:db8:7:7::${nth.toString(16)}`]) {
      const answers: Answer[] = []
      for (let nth = 0; nth < 23; nth++)
        answers.push(await visitor(shop, addressOf(nth)).post('/api/users/new', registration(++addresses)))
      expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429, 429, 429])
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(600)
    }
  })

  test('so are whole lists, reviews, reset mails, and the way back from the provider', { timeout: 60_000 }, async ({
    shop,
  }) => {
    const shopper = await signedIn({ ...shop, client: () => visitor(shop) })
    const review = { textReview: { userId: shopper.id, mensaje: 'Sí.' }, score: { userId: shopper.id, score: 5 } }
    const address = newAddress()
    const kinds: [points: number, call: (nth: number) => Promise<Answer>][] = [
      [120, () => visitor(shop, address).post('/api/product/sort', { field: 'name', direction: 'ascendente' })],
      [20, () => from(shopper).post('/api/product/addreviewscore', { ...review, productId: 999_999 })],
      [20, (nth) => visitor(shop, address).post('/api/users/passwordreset', { email: `nadie${nth}@gamertech.test` })],
      [90, () => from(shopper).post('/api/payment/return', { orderId: 999_999 })],
    ]
    for (const [points, call] of kinds) {
      const answers = await flood(points + 20, call)
      expect(countOf(answers, 429)).toBe(20)
      expect((await call(0)).headers.get('retry-after')).toMatch(/^\d+$/)
    }
  })

  test('[T24] guesses at one account from fifty addresses are twenty, and its owner’s browser still gets in', {
    timeout: 60_000,
  }, async ({ shop }) => {
    const owner = await signedIn({ ...shop, client: () => visitor(shop) })
    const guesses = await flood(200, (nth) =>
      visitor(shop, `192.0.2.${nth % 50}`).post('/api/users/verifyuser', { email: owner.email, password: 'otra' }),
    )
    expect([countOf(guesses, 401), countOf(guesses, 429)]).toEqual([20, 180])
    const { email, password } = owner
    const stranger = await visitor(shop).post('/api/users/verifyuser', { email, password })
    expectProblem(stranger, 429, 'too_many_attempts')
    expect(stranger.body.detail).toMatch(/^Hubo demasiados intentos\. Volvé a probar en \d+ minutos?\.$/)
    const known = await from(owner).post('/api/users/verifyuser', { email, password })
    expect(known.status).toBe(200)
    const cookie = known.headers.getSetCookie().find((line) => line.startsWith('device='))
    expect(cookie).toMatch(/^device=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})

databaseTest('without TRUST_PROXY the header is nothing, and the operator is told', async ({ databaseUrl }) => {
  const shop = await openShop(databaseUrl, { rateFactor: 1 })
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
  try {
    const answers = await flood(620, () => cheap(visitor(shop)))
    expect([countOf(answers, 204), countOf(answers, 429)]).toEqual([600, 20])
    expect(written.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(1)
  } finally {
    vi.restoreAllMocks()
    await shop.stop()
  }
})
