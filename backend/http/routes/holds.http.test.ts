// The end of a hold as the running shop brings it about: by its own queue, with nobody asking.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  buyerWith,
  openPurchaseShop,
  type PurchaseShop,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'

/** In minutes: time enough to press 'Pagar' on a busy machine before the hold is over. */
const margin = 10 / 60

/** An order that was placed so many minutes ago, by every clock; the shop goes on in the present. */
async function placedBefore(shop: PurchaseShop, minutes: number) {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  shop.wait(-minutes)
  const from = shop.core.now().getTime()
  const { orderId } = await placed(buyer)
  const until = shop.core.now().getTime()
  shop.wait(minutes)
  return { buyer, orderId, productId: buyer.products[0] ?? 0, pressed: { from, until } }
}

type Placed = Awaited<ReturnType<typeof placedBefore>>

/** Waits for the end of a hold of so many minutes: then the order expires, not before, and its units are free. */
async function expectToExpire(shop: PurchaseShop, { buyer, orderId, productId, pressed }: Placed, minutes: number) {
  const { holdUntil, state } = (await buyer.get(`/api/order/${orderId}`)).body
  const pressedAt = Date.parse(holdUntil) - minutes * 60_000
  expect(pressedAt >= pressed.from && pressedAt <= pressed.until).toBe(true)
  expect(state).toBe('placed')
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, available: 3 })
  await sleep(Math.max(0, Date.parse(holdUntil) - Date.now()))
  await untilState(buyer, orderId, 'expired')
  const history = (await shop.core.store.readStreams([`order-${orderId}`])).get(`order-${orderId}`) ?? []
  expect(history.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderExpired'])
  expect(history[1]?.meta.actor).toMatch(/^job:/)
  expect(history[1]?.at.getTime()).toBeGreaterThanOrEqual(Date.parse(holdUntil))
  expect(await stockOf(shop, productId)).toEqual({ onHand: 5, available: 5 })
  expect((await buyer.get(`/api/product/${productId}`)).body.stock).toBe(5)
}

test('[STOCK-03] an order left unpaid for 15 minutes expires and frees its units, and not one minute earlier', {
  timeout: 90_000,
}, async ({ shop }) => {
  const young = await placedBefore(shop, 14)
  await expectToExpire(shop, await placedBefore(shop, 15 - margin), 15)
  const { timeline, holdUntil } = (await young.buyer.get(`/api/order/${young.orderId}`)).body
  const before = timeline.filter(({ at }: { at: string }) => Date.parse(at) < Date.parse(holdUntil))
  expect(before.map(({ state }: { state: string }) => state)).toEqual(['placed'])
})

test('[ENV-05] with HOLD_MINUTES=1 a hold ends after one minute', { timeout: 90_000 }, async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openPurchaseShop(databaseUrl, { env: { HOLD_MINUTES: '1' } })
  try {
    await expectToExpire(shop, await placedBefore(shop, 1 - margin), 1)
  } finally {
    await shop.stop()
    await drop()
  }
})
