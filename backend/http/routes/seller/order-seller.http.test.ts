// What an order and its mails say of who sold, while that changes.
import { describe, expect } from 'vitest'
import { accountOf, detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { buyerWith, type PurchaseShop, placed, test, untilState } from '#backend/testing/purchase-fixture.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'

const path = '/api/panel/seller'

async function sellAs(shop: PurchaseShop, changed: object) {
  const { revision } = (await shop.admin.get(path)).body
  const answer = await shop.admin.post(path, { ...detailsOf(seller), ...changed, revision })
  expect(answer.status).toBe(200)
}

test('an order and its mails keep the seller of its moment; where it is picked up and written to is as of now', async ({
  shop,
}) => {
  await sellAs(shop, { company: 'Antes S.A.' })
  const buyer = await buyerWith(shop, [{ price: 100 }])
  const { orderId, id } = await placed(buyer)
  await sellAs(shop, { company: 'Después S.A.', address: 'San Martín 5, Rosario', email: 'nueva@latienda.example' })
  await shop.control.choose(id, 'approved')
  await untilState(buyer, orderId, 'paid')
  expect((await buyer.get(`/api/order/${orderId}`)).body.seller).toEqual({
    ...detailsOf(seller),
    company: 'Antes S.A.',
  })
  for (const step of ['prepare', 'ready']) await shop.admin.post(`/api/order/${orderId}/${step}`, {})
  const ready = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).find(({ subject }) => /lista para retirar/.test(subject))
  await expect.poll(ready).toBeDefined()
  const text = (await ready())?.text_body ?? ''
  expect(text).toContain('Vende Antes S.A. · CUIT 30-12345678-1 · Mitre 100, Rosario')
  expect(text).toContain('en el local: San Martín 5, Rosario.')
  expect(text).toContain('¿Dudas? Escribinos a nueva@latienda.example.')
  const next = await buyerWith(shop, [{ price: 100 }])
  const later = await placed(next)
  expect((await next.get(`/api/order/${later.orderId}`)).body.seller.company).toBe('Después S.A.')
})

test('what anybody may know of the shop changes at once, without the bank account', async ({ shop }) => {
  const visitor = shop.client()
  await sellAs(shop, { company: 'Uno S.A.' })
  expect((await visitor.get('/api/shop')).body.seller.company).toBe('Uno S.A.')
  await sellAs(shop, { company: 'Dos S.A.', email: 'dos@latienda.example' })
  const told = async () => (await visitor.get('/api/shop')).body
  await expect.poll(async () => (await told()).seller.company).toBe('Dos S.A.')
  expect((await told()).supportEmail).toBe('dos@latienda.example')
  expect(JSON.stringify(await told())).not.toMatch(/cbu|alias|bank/i)
})

describe('a change of the bank account', () => {
  test('is told to every admin by mail, and to nobody else', async ({ shop }) => {
    const [other, auditor] = [await signedIn(shop, { admin: true }), await signedIn(shop, { role: 'auditor' })]
    const { revision } = (await shop.admin.get(path)).body
    const account = { ...accountOf(seller), alias: 'la.nueva', revision, superAdminKey }
    expect((await shop.admin.post(`${path}/account`, account)).status).toBe(200)
    const told = async (email: string) =>
      (await mailsTo(shop.mailboxUrl, email)).filter(
        ({ subject }) => subject === 'Cambió la cuenta bancaria de GamerTech',
      )
    for (const { email } of [shop.admin, other]) {
      await expect.poll(() => told(email)).toHaveLength(1)
      expect((await told(email))[0]?.text_body).toContain('CBU 9990001800000000123459, alias la.nueva.')
    }
    expect(await told(auditor.email)).toEqual([])
  })
})
