// What calls of the API leave in the log: what every event holds, and what none may hold.
import { describe, expect } from 'vitest'
import { eventsAfter, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

const name = 'Zoraida Quiñones Ñañez'
const email = 'zoraida.q@gamertech.test'

/** A shopper registers, reviews, fills the cart, merges a browser cart, buys and cancels. */
const test = base.extend('story', { scope: 'file' }, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const productId = await makeProduct(admin, { stock: 50 })
  const client = shop.client()
  const before = await shop.core.store.head()
  const registered = await client.post('/api/users/new', { name, email, password: 'Clave-segura-1' })
  const id = registered.body.user.id as number
  const zoraida = { ...client, id }
  await client.post('/api/product/addreviewscore', {
    productId,
    textReview: { userId: id, mensaje: 'Cumple.' },
    score: { userId: id, score: 5 },
  })
  await client.post('/api/cart/addcartfromlocalstorage', { userId: id, productsId: [{ id: productId, quantity: 1 }] })
  const orderId = await placeOrderOf(shop, zoraida, { id: productId, quantity: 1 })
  await client.post(`/api/order/${orderId}/cancel`, {})
  return { id, before, events: await eventsAfter(shop, before) }
})

describe('the log', () => {
  test('[EVT-14] every event has position, stream, version, type, time, acting user and cause', async ({ story }) => {
    expect(story.events.map((event) => [event.type, event.meta.cause])).toEqual([
      ['UserRegistered', 'RegisterUser'],
      ['ReviewPosted', 'PostReview'],
      ['CartMerged', 'MergeCart'],
      ['ItemAddedToCart', 'AddItemToCart'],
      ['CheckoutStarted', 'PlaceOrder'],
      ['OrderPlaced', 'PlaceOrder'],
      ['StockHeld', 'PlaceOrder'],
      ['OrderCancelled', 'CancelOrder'],
      ['StockReleased', 'CancelOrder'],
    ])
    const versions = new Map<string, number>()
    for (const [index, event] of story.events.entries()) {
      expect(event.pos).toBe(story.before + index + 1)
      expect(event.meta.actor).toBe(`user:${story.id}`)
      expect(event.meta.correlation).toMatch(/\S/)
      expect(Math.abs(event.at.getTime() - Date.now())).toBeLessThan(60_000)
      const last = versions.get(event.stream_id)
      if (last !== undefined) expect(event.version).toBe(last + 1)
      versions.set(event.stream_id, event.version)
    }
    const unit = story.events.filter((event) => event.meta.cause === 'PlaceOrder')
    expect(new Set(unit.map((event) => event.meta.correlation)).size).toBe(1)
  })

  test('[PRIV-01 partial] name and e-mail stand readable in no column of es.events, in no form', async ({
    shop,
    story,
  }) => {
    const { rows } = await shop.core.pool.query<{ text: string }>(
      'select row_to_json(e)::text as text from es.events e',
    )
    const log = rows.map((row) => row.text).join('\n')
    expect(log).toContain(`"userId":${story.id}`)
    const words = [...name.split(' '), email, email.split('@')[0] ?? '', 'Clave-segura-1']
    for (const word of words)
      for (const form of ['utf8', 'base64', 'base64url', 'hex'] as const) {
        const text = Buffer.from(word).toString(form).replace(/=+$/, '')
        expect(log.toLowerCase().includes(text.toLowerCase()), `${word} as ${form}`).toBe(false)
      }
    expect(log).not.toContain(JSON.stringify('Quiñones').slice(1, -1))
  })

  test('[PRIV-02 partial] the same name sealed for two people differs', async ({ shop, story }) => {
    const twin = await shop.client().post('/api/users/new', { name, email: `dos.${email}`, password: 'Clave-segura-1' })
    expect(twin.status).toBe(201)
    const sealed = (await eventsAfter(shop, story.before))
      .filter((event) => event.type === 'UserRegistered')
      .map((event) => (event.data.name as { $sealed: string }).$sealed)
    expect(sealed).toHaveLength(2)
    expect(sealed[0]).not.toBe(sealed[1])
  })
})
