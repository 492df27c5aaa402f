// Whatever is sent to the calls of the API: never a 5xx, and every refusal is a problem.
import fc from 'fast-check'
import { expect } from 'vitest'
import { writes } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, signedIn, test } from '#backend/testing/shop-fixture.ts'

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    '%',
    '_',
    '\\',
    "'; --",
    '__proto__',
    'NaN',
    '\u202e',
    'x'.repeat(9000),
  ),
)
const oddNumber = fc.constantFrom(0, -0, -1, 1.5, 1.005, 10.999, 1e308, -1e308, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 4711)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  fc.constantFrom(null, true, [], {}, [[]], [null], { id: 1 }, { __proto__: null, id: '1' }, Array(500).fill(1)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The body with some of its fields, at any depth, replaced by odd values or taken away. */
function spoiled(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(body) },
      { weight: 2, arbitrary: oddValue },
      fc.constant(undefined),
    )
  const whole = Array.isArray(body)
    ? fc.tuple(...body.map(spoiled))
    : fc.record(Object.fromEntries(Object.entries(body).map(([key, value]) => [key, spoiled(value)])))
  return fc.oneof({ weight: 9, arbitrary: whole }, { weight: 1, arbitrary: oddValue })
}

const queries = [
  '/api/catalogue?q=',
  '/api/catalogue?category=',
  '/api/catalogue?sort=name&page=',
  '/api/product/search?name=',
]
const paths = ['/api/product/', '/api/cart/', '/api/users/', '/api/purchase/', '/api/order/', '/api/']

type Caller = Awaited<ReturnType<typeof signedIn>>

/** Calls of these two with spoiled bodies, and odd questions. */
function oddRequests(callers: readonly [Caller, Caller], productId: number) {
  // Registering and signing in are slow by design and have tests of their own; signing out would end the run's session.
  const calls = (id: number) =>
    writes(id, productId).filter(([path]) => !path.startsWith('/api/users') && path !== '/api/session/end')
  const post = fc
    .constantFrom(...callers)
    .chain((caller) => fc.constantFrom(...calls(caller.id)).map((call) => ({ caller, call })))
    .chain(({ caller, call: [path, body] }) =>
      spoiled(body).map((sent) => ({ caller, path, text: JSON.stringify(sent) ?? '' })),
    )
  const get = fc
    .tuple(fc.constantFrom(...callers), fc.constantFrom(...queries, ...paths), fc.oneof(oddText, oddNumber.map(String)))
    .map(([caller, path, text]) => ({ caller, path: path + encodeURIComponent(text.toWellFormed()), text: undefined }))
  return fc.oneof({ weight: 3, arbitrary: post }, { weight: 1, arbitrary: get })
}

test('no request that can be thought of makes a server error', { timeout: 60_000 }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const user = await signedIn(shop)
  const productId = await makeProduct(admin, { stock: 1_000_000 })
  for (const caller of [admin, user])
    await caller.post('/api/cart/addproducttocart', { userId: caller.id, productId: { id: productId, quantity: 1 } })

  const seen = new Set<number>()
  const check = fc.asyncProperty(oddRequests([admin, user], productId), async ({ caller, path, text }) => {
    const answer = await (text === undefined ? caller.get(path) : caller.post(path, text))
    seen.add(answer.status)
    // 503 is the providers', which listen nowhere here.
    if (answer.status >= 500) expect(['payment_unavailable', 'sign_in_unavailable']).toContain(answer.body.code)
    if (answer.status < 400) return
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body).toMatchObject({ status: answer.status, code: expect.stringMatching(/^[a-z_]+$/) })
  })
  await fc.assert(check, { numRuns: 280, endOnFailure: false })
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404]))

  // Nothing that was accepted may be more than the read models can hold.
  await shop.core.positions.waitFor(['catalogue', 'carts', 'reviews', 'orders'], await shop.core.store.head())
  const parked = await shop.core.pool.query('select projection, error from es.dead_letters')
  expect(parked.rows).toEqual([])
  expect((await admin.get('/api/product')).status).toBe(200)
})
