// What one variable of the environment changes everywhere: addresses and currency, down to the provider and the mails.
import { afterEach, expect } from 'vitest'
import { eventsAfter, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  buyerWith,
  openPurchaseShop,
  type PurchaseShop,
  placed,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { publicEnv, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function openWith(env: Record<string, string>): Promise<PurchaseShop> {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openPurchaseShop(databaseUrl, { env })
  closing.push(shop.stop, drop)
  return shop
}

// biome-ignore lint/suspicious/noExplicitAny: the provider's JSON is what is looked at
async function preferenceOf(shop: PurchaseShop, id: string): Promise<any> {
  const headers = { authorization: `Bearer ${walletCredentials.accessToken}` }
  return (await fetch(`${shop.fakeWalletUrl}/checkout/preferences/${id}`, { headers })).json()
}

test('[ENV-03] PUBLIC_URL decides cookies, the allowed origin, the links of mails, the ways back and the webhook', async () => {
  const origin = 'https://tienda.example'
  const shop = await openWith({ ...publicEnv, PUBLIC_URL: origin })

  const client = shop.client()
  const person = { name: 'Ana', email: 'ana@gamertech.test', password: 'Clave-segura-1' }
  const here = { origin: `http://127.0.0.1:${shop.config.port}` }
  expectProblem(await client.post('/api/users/new', person, here), 403, 'foreign_origin')
  const answer = await client.post('/api/users/new', person, { origin })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-sid=[^;]+; .*Secure/)

  const buyer = await buyerWith(shop, [{}])
  const { orderId, id } = await placed(buyer)
  const preference = await preferenceOf(shop, id)
  expect(preference.back_urls).toEqual({
    success: `${origin}/payment/success?order=${orderId}`,
    pending: `${origin}/payment/success?order=${orderId}`,
    failure: `${origin}/payment/failure?order=${orderId}`,
  })
  expect(preference.notification_url).toMatch(/^https:\/\/tienda\.example\/api\/payment\/webhook\b/)

  shop.control.mute()
  const back = new URL(await shop.control.choose(id, 'approved'))
  expect(back.origin).toBe(origin)
  await buyer.post('/api/payment/return', { orderId, paymentId: back.searchParams.get('payment_id') })
  await untilState(buyer, orderId, 'paid')
  expect((await shop.admin.post(`/api/order/${orderId}/prepare`, {}, { origin })).status).toBe(200)
  await shop.client().post('/api/users/passwordreset', { email: buyer.email }, { origin })
  const mails = () => mailsTo(shop.mailboxUrl, buyer.email)
  // The welcome, the receipt, the mail of the prepared order and the link to a new password.
  await expect.poll(mails).toHaveLength(4)
  for (const { subject, html_body: html } of await mails()) {
    const links = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, link = '']) => link)
    expect(links.length, subject).toBeGreaterThan(1)
    for (const link of links) expect(new URL(link).origin, subject).toBe(origin)
    if (subject.includes(`Nº ${orderId}`)) expect(links).toEqual([`${origin}/order/${orderId}`, origin])
  }
})

/** In the log and in the read model. */
async function currencyOf(shop: PurchaseShop, productId: number) {
  const events = await eventsAfter(shop, 0)
  const added = events.find(({ type, data }) => type === 'ProductAdded' && data.productId === productId)
  const shown = 'select currency from rm.catalogue where product_id = $1'
  const { rows } = await shop.core.pool.query(shown, [productId])
  return { logged: added?.data.currency, shown: rows[0]?.currency }
}

test('[ENV-04] [API-53 partial] products, orders and preferences are in CURRENCY, by default in pesos', async ({
  shop: byDefault,
}) => {
  const dollars = await openWith({ CURRENCY: 'USD' })
  for (const [shop, currency] of [
    [dollars, 'USD'],
    [byDefault, 'ARS'],
  ] as const) {
    const buyer = await buyerWith(shop, [{}])
    expect(await currencyOf(shop, buyer.products[0] ?? 0)).toEqual({ logged: currency, shown: currency })
    const { orderId, id } = await placed(buyer)
    expect((await buyer.get(`/api/order/${orderId}`)).body.currency).toBe(currency)
    expect((await preferenceOf(shop, id)).items).toMatchObject([{ currency_id: currency, unit_price: 10.5 }])
    await shop.control.choose(id, 'approved')
    await untilState(buyer, orderId, 'paid')
  }
})
