// How prices are shown: who sets it, and that lists, product, offers and cart follow at once.
import { describe, expect } from 'vitest'
import { firstPriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import { offerTransfer } from '#backend/testing/transfer-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const path = '/api/panel/prices'
const test = shopTest.extend('admin', ({ shop }) => signedIn(shop, { admin: true }))

async function change(admin: Client, settings: object) {
  const { revision } = (await admin.get(path)).body
  return admin.post(path, { ...firstPriceSettings, ...settings, revision })
}

describe('settings of prices', () => {
  test('are changed by admins, read by auditors, and by nobody else; a wrong one is named', async ({ shop, admin }) => {
    expect((await admin.get(path)).body).toEqual({ ...firstPriceSettings, revision: 0 })
    const auditor = await signedIn(shop, { role: 'auditor' })
    const others = [await signedIn(shop), await signedIn(shop, { role: 'editor' })]
    const before = await shop.core.store.head()
    for (const days of [-1, 31, 2.5, '7'])
      expectBadInput(await change(admin, { daysBeforePercent: days }), ['daysBeforePercent'])
    expectBadInput(await change(admin, { netPriceSize: 'larger' }), ['netPriceSize'])
    expect((await auditor.get(path)).status).toBe(200)
    for (const other of others) expectProblem(await other.get(path), 403, 'forbidden')
    expectProblem(await auditor.post(path, { ...firstPriceSettings, revision: 0 }), 403, 'forbidden')
    expect(await eventsAfter(shop, before)).toEqual([])
  })

  test('show at once in lists, product, offers and cart, and are undone by the audit', async ({ shop, admin }) => {
    await change(admin, { daysBeforePercent: 0 })
    const id = await makeProduct(admin, { name: 'Mouse rebajado', category: 'Ratones', price: 2000 })
    const { netPrice: _, ...whole } = (await admin.get(`/api/product/${id}`)).body
    expect((await admin.post('/api/product/modifyproduct', { ...whole, price: 1500 })).status).toBe(200)
    const visitor = shop.client()
    const buyer = await signedIn(shop)
    await buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id, quantity: 1 } })
    const shown = async () => {
      const product = (await visitor.get(`/api/product/${id}`)).body
      const listed = (await visitor.get('/api/catalogue?category=Ratones')).body.items[0]
      const sorted = await visitor.post('/api/product/sort', { field: 'price', direction: 'ascendente' })
      const found = sorted.body.find((one: { id: number }) => one.id === id)
      const offers = (await visitor.get('/api/catalogue/offers')).body.map((one: { id: number }) => one.id)
      const [line] = (await buyer.get(`/api/cart/${buyer.id}`)).body.lines
      const falls = [product, listed, found].map(({ priceFall }) => priceFall)
      return { falls, offers, alike: [product, listed, found, line].map(({ isNetAlike }) => isNetAlike) }
    }
    const fall = { previousPrice: 2000, since: expect.any(String), hasPercent: true }
    const none = [undefined, undefined, undefined, undefined]
    await expect.poll(shown).toEqual({ falls: [fall, fall, fall], offers: [id], alike: none })
    await change(admin, { daysBeforePercent: 1 })
    const young = { ...fall, hasPercent: false }
    await expect.poll(shown).toEqual({ falls: [young, young, young], offers: [id], alike: none })
    expect((await change(admin, { announcesReductions: false, netPriceSize: 'same' })).status).toBe(200)
    const alike = [true, true, true, true]
    await expect.poll(shown).toEqual({ falls: [undefined, undefined, undefined], offers: [], alike })
    const { rows } = (await admin.get('/api/panel/audit?kind=settings')).body
    expect(rows[0].sentence).toBe(
      'Cambió cómo se muestran los precios: precio sin impuestos del mismo tamaño que el final, rebajas sin anunciar.',
    )
    const { position, undo } = rows[0]
    expect((await admin.post('/api/panel/audit/undo', { position, seen: undo.seen })).status).toBe(200)
    await expect.poll(shown).toEqual({ falls: [young, young, young], offers: [id], alike: none })
  })

  test('that another admin changed meanwhile are not overwritten', async ({ admin }) => {
    const { revision } = (await change(admin, { daysBeforePercent: 5 })).body
    expect((await admin.post(path, { ...firstPriceSettings, daysBeforePercent: 6, revision })).status).toBe(200)
    const late = await admin.post(path, { ...firstPriceSettings, daysBeforePercent: 8, revision })
    expectProblem(late, 409, 'settings_changed')
  })
})

test('a price by transfer stands in lists and product while it is offered with a discount', async ({ shop, admin }) => {
  await offerTransfer(shop)
  const id = await makeProduct(admin, { category: 'Transferibles', price: 99.99 })
  const shown = async () => {
    const product = (await shop.client().get(`/api/product/${id}`)).body
    const [listed] = (await shop.client().get('/api/catalogue?category=Transferibles')).body.items
    const shelf: { id: number }[] = (await shop.client().get('/api/catalogue/shelf?of=newest')).body
    return [product, listed, shelf.find((one) => one.id === id)].map((one) => one?.transferPrice)
  }
  await expect.poll(shown).toEqual([90, 90, 90]) // 99.99 less 9.99
  const { revision, hasAccount: _, ...settings } = (await admin.get('/api/panel/transfer')).body
  await admin.post('/api/panel/transfer', { ...settings, isOn: false, revision })
  await expect.poll(shown).toEqual([undefined, undefined, undefined])
})
