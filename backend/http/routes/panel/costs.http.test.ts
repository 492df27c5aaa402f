// What products cost the shop: who sets it, and at no door anything of it for those who may not see it.
import { afterEach, describe, expect, vi } from 'vitest'
import { closeListeners, listen } from '#backend/http/live/testing/listener.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, openShop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

afterEach(closeListeners)

const feedToken = 'a-token-for-the-feed'
const test = shopTest
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openShop(databaseUrl, { env: { FEED_TOKEN: feedToken } })
    onCleanup(() => shop.stop())
    return shop
  })
  .extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))

const path = (id: number) => `/api/panel/costs/${id}`
const change = (caller: Client, id: number, cost: number | null, revision: number) =>
  caller.post('/api/panel/costs', { productId: id, cost, revision })

test('a cost is set on the revision that was seen, told by the audit and undone there', async ({ shop, admin }) => {
  const id = await makeProduct(admin)
  expect((await admin.get(path(id))).body).toEqual({ cost: null, revision: 0 })
  const before = await shop.core.store.head()
  for (const wrong of [0, -1, 1.001, 1_000_000_001, '5'])
    expectBadInput(await admin.post('/api/panel/costs', { productId: id, cost: wrong, revision: 0 }), ['cost'])
  expectProblem(await change(admin, 999_999, 5, 0), 404, 'not_found')
  expect(await eventsAfter(shop, before)).toEqual([])
  expect((await change(admin, id, 60.5, 0)).body).toEqual({ cost: 60.5, revision: 1 })
  expect((await change(admin, id, 60.5, 0)).body).toEqual({ cost: 60.5, revision: 1 })
  expectProblem(await change(admin, id, 61, 0), 409, 'product_changed')
  expect((await change(admin, id, 1234.5, 1)).body).toEqual({ cost: 1234.5, revision: 2 })
  const { rows } = (await admin.get(`/api/panel/audit/entity?of=product-${id}`)).body
  const last = rows.at(-1)
  expect(last).toMatchObject({
    sentence: `El costo del producto Nº ${id} pasó a U$S\u00a01.234,50, sin impuestos.`,
    entity: { of: `product-${id}` },
    changes: [{ name: 'Costo, sin impuestos', before: 'U$S\u00a060,50', after: 'U$S\u00a01.234,50' }],
    undo: { does: `El costo del producto Nº ${id} vuelve a ser U$S\u00a060,50.` },
  })
  const undo = { position: last.position, seen: last.undo.seen }
  expect((await admin.post('/api/panel/audit/undo', undo)).status).toBe(200)
  expect((await admin.get(path(id))).body).toEqual({ cost: 60.5, revision: 3 })
})

const readers = ['visitor', 'buyer', 'editor', 'support', 'operator', 'auditor', 'admin'] as const
const seeing: readonly string[] = ['auditor', 'admin']
type Reader = (typeof readers)[number]
type Told = { id: number; position: number; token: string }
const matrix = test
  .extend('told', { scope: 'file' }, async ({ shop, admin }): Promise<Told> => {
    const id = await makeProduct(admin)
    const listener = await listen(shop.config.port)
    const told = await change(admin, id, 7777.31, 0)
    expect(told.status).toBe(200)
    const { name, description, category, imageUrl, stock, isActive } = (await admin.get(`/api/product/${id}`)).body
    const whole = { id, name, description, category, imageUrl, stock, isActive, price: 4321 }
    expect((await admin.post('/api/product/modifyproduct', whole)).status).toBe(200)
    await vi.waitUntil(() => JSON.stringify(listener.heard).includes('4321'), 20_000)
    expect(JSON.stringify(listener.heard)).not.toMatch(secret)
    return { id, position: Number(told.headers.get('x-position')), token: feedToken }
  })
  .extend('callers', { scope: 'file' }, async ({ shop, admin }): Promise<Record<Reader, Client>> => {
    const as = (role: 'editor' | 'support' | 'operator' | 'auditor') => signedIn(shop, { role })
    return {
      ...{ visitor: shop.client(), buyer: await signedIn(shop), admin },
      ...{ editor: await as('editor'), support: await as('support') },
      ...{ operator: await as('operator'), auditor: await as('auditor') },
    }
  })

/** Unlike any other number of the shop, as every door would write it. */
const secret = /7[.,]?777[.,]?31|777731/

describe('of a cost nothing is at', () => {
  /** `tells`: the door tells the cost to those who may see it. */
  const doors: [door: string, pathOf: (told: Told) => string, tells?: true][] = [
    ['its own call', ({ id }) => path(id), true],
    ['the product', ({ id }) => `/api/product/${id}`],
    ['all products', () => '/api/product'],
    ['the catalogue', () => '/api/catalogue'],
    ['the history of prices', ({ id }) => `/api/product/${id}/prices`],
    ['the list of the panel', () => '/api/panel/products?size=50'],
    ['the export of products', () => '/api/panel/exports/products', true],
    ['the audit', () => '/api/panel/audit', true],
    ['the audit as a file', () => '/api/panel/audit/export', true],
    ['the story of the product, its past and its undos', ({ id }) => `/api/panel/audit/entity?of=product-${id}`, true],
    ['the causes', ({ position }) => `/api/panel/audit/causes?position=${position}`, true],
    ['the ledger of the stock', ({ id }) => `/api/panel/audit/stock/${id}`],
    ['the feed', () => '/api/feed?limit=1000'],
  ]

  for (const [door, pathOf, tells] of doors)
    matrix(`${door} for others than admins and auditors`, async ({ told, callers }) => {
      for (const reader of readers) {
        const { body } = await callers[reader].get(pathOf(told), { authorization: `Bearer ${told.token}` })
        const isTold = tells === true && seeing.includes(reader)
        expect([reader, secret.test(JSON.stringify(body))]).toEqual([reader, isTold])
      }
    })

  matrix('the writing of others than admins, nor among the types of the feed', async ({ shop, told, callers }) => {
    const before = await shop.core.store.head()
    for (const reader of readers.filter((one) => one !== 'admin'))
      expectProblem(
        await change(callers[reader], told.id, 5, 1),
        reader === 'visitor' ? 401 : 403,
        reader === 'visitor' ? 'unauthenticated' : 'forbidden',
      )
    expect(await eventsAfter(shop, before)).toEqual([])
    const bearer = { authorization: `Bearer ${told.token}` }
    const program = shop.client()
    expectBadInput(await program.get('/api/feed?types=ProductCostChanged', bearer), ['types'])
    expect(JSON.stringify((await program.get('/api/feed/schema', bearer)).body)).not.toContain('ProductCostChanged')
    expect(JSON.stringify((await program.get('/api/feed?limit=1000', bearer)).body)).not.toContain('ProductCostChanged')
  })
})
