// A request that is sent again under its own key.
import { expect } from 'vitest'
import { routesOf } from '#backend/http/contract/routes.ts'
import { expectBadInput, expectProblem, typesAppended, writes } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'

const add = '/api/cart/addproducttocart'

test('[CORE-08] a repeated key is answered as the first time, and refused for another stream, body or route', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const [id, other] = [await makeProduct(admin), await makeProduct(admin)]
  const [buyer, stranger] = [await signedIn(shop), await signedIn(shop)]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { userId: buyer.id, productId: { id, quantity: 2 } }
  const first = await buyer.post(add, body, key)
  expect(first).toMatchObject({ status: 200, body: { productsId: [{ id, quantity: 2 }] } })

  // What came later is not in the answer, however often it is asked for, alone or at once.
  await buyer.post(add, { ...body, productId: { id: other, quantity: 1 } })
  await buyer.post('/api/cart/setquantity', { ...body, productId: { id, quantity: 9 } })
  const latest = Number(buyer.jar.get('position'))
  expect(latest).toBeGreaterThan(Number(first.headers.get('x-position')))
  const types = await typesAppended(shop, async () => {
    const repeats = await Promise.all([1, 2, 3].map(() => buyer.post(add, body, key)))
    for (const repeat of [...repeats, await buyer.post(add, body, key)]) {
      expect([repeat.status, repeat.body]).toEqual([200, first.body])
      expect(repeat.headers.get('x-position')).toBe(first.headers.get('x-position'))
      expect(Number(buyer.jar.get('position'))).toBe(latest)
    }
    expectProblem(await buyer.post(add, { ...body, productId: { id, quantity: 3 } }, key), 422, 'key_reused')
    expectProblem(await stranger.post(add, { ...body, userId: stranger.id }, key), 422, 'key_reused')
    expectProblem(await stranger.post(add, body, key), 404, 'not_found')
    expectBadInput(await buyer.post(add, body, { 'idempotency-key': 'twice' }), ['Idempotency-Key'])
  })
  expect(types).toEqual([])
  const lines = [
    { id, quantity: 9 },
    { id: other, quantity: 1 },
  ]
  expect((await buyer.get(`/api/cart/${buyer.id}`)).body.productsId).toEqual(lines)
})

test('one key sent to two processes at once adds once; who asks meanwhile hears that, and all are answered the same afterwards', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const id = await makeProduct(admin)
  const buyer = await signedIn(shop)
  const second = await openShop(shop.databaseUrl)
  try {
    const there = asCaller(second.client(), buyer)
    const body = { userId: buyer.id, productId: { id, quantity: 1 } }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([buyer, there, buyer, there].map((client) => client.post(add, body, key)))
    const first = answers.find(({ status }) => status === 200)
    expect(first?.body.productsId).toEqual([{ id, quantity: 1 }])
    for (const answer of answers)
      if (answer.status === 200) expect(answer.body).toEqual(first?.body)
      else expectProblem(answer, 409, 'under_way')
    for (const client of [buyer, there])
      expect(await client.post(add, body, key)).toMatchObject({ status: 200, body: first?.body })
  } finally {
    await second.stop()
  }
})

test('[T6 partial] every call that creates something is answered again as the first time, and nothing is there twice', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin, { stock: 9 })
  const bodies = new Map(writes(admin.id, productId))
  const done: string[] = []
  for (const { path, policy } of routesOf(shop.app).filter(({ isOnce }) => isOnce)) {
    const caller = policy === 'public' ? shop.client() : admin
    const url = path.replace(':id', '1')
    const body = bodies.get(url) ?? expect.fail(`no body for ${path}`)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await caller.post(url, body, key)
    // The connection was torn before the answer came.
    caller.jar.delete('position')
    const types = await typesAppended(shop, async () => {
      const again = await caller.post(url, body, key)
      expect([path, again.status, again.body]).toEqual([path, first.status, first.body])
      const position = first.headers.get('x-position')
      expect([path, again.headers.get('x-position')]).toEqual([path, position])
      expect([path, caller.jar.get('position') ?? null]).toEqual([path, position])
    })
    expect(types).toEqual([])
    if (first.status >= 300) continue
    done.push(path.replace('/api/', ''))
    const other = path === '/api/users/new' ? path : '/api/product/new'
    expectProblem(await caller.post(other, { ...bodies.get(other), name: 'Otra' }, key), 422, 'key_reused')
  }
  // The others need an order or a schema, and have tests of their own.
  expect(done.sort()).toEqual(
    [
      ...['cart/addcartfromlocalstorage', 'cart/addproducttocart', 'panel/operations', 'product/addreviewscore'],
      ...['panel/batches/prices', 'product/new', 'send-email', 'users/new'],
    ].sort(),
  )
})

test('what is kept of answers is bounded: a long one is not, nor one of an account that has named very many; a repeat still leads to nothing', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const buyer = await signedIn(shop)
  const kept = async () => {
    const { rows } = await shop.core.pool.query('select count(*)::int as count from auth.idempotency_records')
    return rows[0].count
  }
  const addTwice = async (id: number) => {
    const [key, before] = [{ 'idempotency-key': crypto.randomUUID() }, await kept()]
    const body = { userId: buyer.id, productId: { id, quantity: 1 } }
    const [first, again] = [await buyer.post(add, body, key), await buyer.post(add, body, key)]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    return (await kept()) - before
  }
  const long = { description: 'x'.repeat(4000) }
  const ids: number[] = []
  for (let nth = 0; nth < 4; nth++) ids.push(await makeProduct(admin, long))
  const added: number[] = []
  for (const id of ids) added.push(await addTwice(id))
  expect(added).toEqual([1, 1, 1, 0])

  const other = await signedIn(shop)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { userId: other.id, productId: { id: ids[0], quantity: 1 } }
  const first = await other.post(add, body, key)
  const spending = { name: 'keyed-account', who: String(other.id), rate: { points: 300_000, seconds: 3600 } }
  while ((await shop.core.rateLimits.spend([spending])) === 0);
  const before = await kept()
  expect(await other.post(add, { ...body }, { 'idempotency-key': crypto.randomUUID() })).toMatchObject({ status: 200 })
  expect(await kept()).toBe(before)
  // What was kept is told again all the same.
  expect(await other.post(add, body, key)).toMatchObject({ status: 200, body: first.body })
})

test('[T6 partial] a product sent 20 times at once to two processes is one; what was refused under a key is decided anew', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const second = await openShop(shop.databaseUrl)
  try {
    const there = asCaller(second.client(), admin)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const product = { name: 'Única', category: 'b', description: 'c', imageUrl: '/img/a.png', price: 1, stock: 1 }
    const send = (client: typeof there) => client.post('/api/product/new', product, key)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2 ? admin : there)))
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 409, 'under_way')
    const ids = [...answers.filter(({ status }) => status === 201), await send(admin), await send(there)]
    expect(new Set(ids.map(({ body }) => body.product.id)).size).toBe(1)
    const { body: found } = await admin.get('/api/product/search?name=Única')
    expect(found).toHaveLength(1)
    // Its process died before it could keep the answer: the command's own id finds what was done.
    await shop.core.pool.query('delete from auth.idempotency_records')
    expect((await send(admin)).body.product.id).toBe(found[0].id)

    const body = { userId: admin.id, productId: { id: found[0].id, quantity: 2 } }
    const other = { 'idempotency-key': crypto.randomUUID() }
    expectProblem(await admin.post(add, body, other), 409, 'out_of_stock')
    const fewer = { ...body, productId: { id: found[0].id, quantity: 1 } }
    expect((await admin.post(add, fewer, other)).status).toBe(200)
  } finally {
    await second.stop()
  }
})
