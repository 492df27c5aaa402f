// The log as a program outside reads it: with a token, from a position, and nothing of persons in it.
import { expect } from 'vitest'
import { z } from 'zod'
import { makeProduct, openShop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const token = 'a-token-for-the-feed'
const bearer = { authorization: `Bearer ${token}` }
type FeedEvent = { position: number; type: string; data: Record<string, unknown> }

const test = shopTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openShop(databaseUrl, { env: { FEED_TOKEN: token } })
  onCleanup(() => shop.stop())
  return shop
})

/** Reads on from a position, `limit` at a time, until the end of the log. */
async function readOn(program: Client, query: string, from = 0): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  for (let after = from; ; ) {
    const { status, body } = await program.get(`/api/feed?after=${after}${query}`, bearer)
    expect(status).toBe(200)
    events.push(...body.events)
    after = body.next
    if (body.next === body.head) return events
  }
}

test('[HA-05] with the token the feed tells every event from a position, in order, also after a cut, and nothing of persons', async ({
  shop,
}) => {
  const admin = await signedIn(shop, { admin: true, name: 'Nombre Reservado' })
  const ids = [await makeProduct(admin), await makeProduct(admin)]
  const program = shop.client()

  const all = await readOn(program, '&limit=2')
  const head = await shop.core.store.head()
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: head }, (_, index) => index + 1))

  // A program that was cut off before it noted how far it had come asks again from there: what it had comes once more, then the rest.
  const worked = all.slice(0, 3)
  const resumed = await readOn(program, '&limit=2', 2)
  expect([...worked.slice(0, 2), ...resumed]).toEqual(all)

  const added = await readOn(program, '&limit=3&types=ProductAdded')
  expect(added.map(({ type, data }) => [type, data.productId])).toEqual(ids.map((id) => ['ProductAdded', id]))

  const registered = all.find(({ type }) => type === 'UserRegistered')
  expect(registered?.data).toMatchObject({ userId: admin.id, name: null, email: null })
  for (const secret of [admin.name, admin.email]) expect(JSON.stringify(all)).not.toContain(secret)

  const { body: told } = await program.get('/api/feed/schema', bearer)
  for (const { type, data } of all) {
    const schema = told.events.find((event: { type: string }) => event.type === type)?.schema
    expect(z.fromJSONSchema(schema).safeParse(data).error, type).toBeUndefined()
  }
})

test('[HA-05] without the token, with another one, as an admin, or in a shop that has none, it is 401', async ({
  shop,
  databaseUrl,
}) => {
  const admin = await signedIn(shop, { admin: true })
  const headers = [undefined, { authorization: 'Bearer another-token-for-it' }, { authorization: token }]
  for (const path of ['/api/feed', '/api/feed/schema'])
    for (const header of headers) expect((await admin.get(path, header)).status).toBe(401)
  const closed = await openShop(databaseUrl)
  expect((await closed.client().get('/api/feed', bearer)).status).toBe(401)
  await closed.stop()
})

test('a position, a number or a type that is none is refused by name; a position to come is the end of the log', async ({
  shop,
}) => {
  const program = shop.client()
  for (const [field, value] of [
    ['after', '-1'],
    ['limit', '1001'],
    ['limit', '0'],
    ['types', 'NoSuchThing'],
    ['types', 'ProductAdded,'],
  ] as const) {
    const { status, body } = await program.get(`/api/feed?${field}=${value}`, bearer)
    expect([status, body.errors?.[0]?.field], value).toEqual([400, field])
  }
  const { body } = await program.get('/api/feed?after=999999', bearer)
  expect(body).toEqual({ events: [], next: body.head, head: await shop.core.store.head() })
})
