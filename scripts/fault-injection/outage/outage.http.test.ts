// The provider answers nothing but errors for an hour by the shop's clock, under people over HTTP who look and buy all the while.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { order } from '#backend/domain/order/order.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { openPurchaseShop, type PurchaseShop } from '#backend/testing/purchase-fixture.ts'
import { makeProduct, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { caughtUp } from '#scripts/fault-injection/processes/stage.ts'
import { judgeWith } from '#scripts/fault-injection/verdict/acknowledged.ts'
import { Buyers, plentifulProduct } from '#scripts/load/buyers.ts'
import { drillTest } from '#scripts/testing/database.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

allowErrors(/ordered fault/)

const test = drillTest.extend('shop', async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openPurchaseShop(databaseUrl)
  onCleanup(() => shop.stop())
  return shop
})

/** Twelve steps of five minutes are the hour. */
const steps = { count: 12, minutes: 5, ms: 200 }
const calls = ['create_preference', 'update_preference', 'get_payment', 'search_payments', 'refund'] as const

/** How long the catalogue took while `work` went on, in milliseconds: the middle of all. Throws unless each was answered with 200. */
async function catalogueDuring(shop: PurchaseShop, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begin = performance.now()
    expect((await shop.client().get(`/api/catalogue?max=${20_000 + times.length}`)).status).toBe(200)
    times.push(performance.now() - begin)
    await sleep(20)
  }
  await working
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function anHourPasses(shop: PurchaseShop, crowd: Buyers): Promise<void> {
  for (let step = 0; step < steps.count; step++) {
    if (step % 4 === 0) await crowd.signInAgain()
    await sleep(steps.ms)
    shop.wait(steps.minutes)
  }
  // The holds of before have ended, and nobody says whether they were paid.
  await Promise.all(crowd.orders.map(({ orderId }) => shop.jobs['expire-order']({ orderId })))
}

/** All that the provider has of buyers and has not given back, in minor units. */
async function keptByProvider({ fakeWalletUrl }: PurchaseShop): Promise<number> {
  const headers = { authorization: `Bearer ${walletCredentials.accessToken}` }
  let cents = 0
  for (let offset = 0; ; offset += 100) {
    const answer = await fetch(`${fakeWalletUrl}/v1/payments/search?limit=100&offset=${offset}`, { headers })
    const { results } = (await answer.json()) as {
      results: { status: string; transaction_amount: number; transaction_amount_refunded: number }[]
    }
    for (const { status, transaction_amount: paid, transaction_amount_refunded: back } of results)
      if (status === 'approved') cents += Math.round((paid - back) * 100)
    if (results.length < 100) return cents
  }
}

/** What the orders that were acknowledged came to, of those that are paid; how many still wait. */
async function booked({ core: { store } }: PurchaseShop, { orders }: Buyers) {
  const states = await Promise.all(orders.map(({ orderId }) => loadState(store, order, orderId)))
  const paid = states.filter(({ state }) => state?.status === 'paid')
  return {
    paid: paid.reduce((sum, { state }) => sum + (state?.totalCents ?? 0), 0),
    waiting: states.filter(({ state }) => state?.status === 'placed').length,
  }
}

test('[F12 partial] a provider that is away for an hour under load loses no order and no money, the catalogue does not notice, and all is settled afterwards', {
  timeout: 180_000,
}, async ({ shop }) => {
  for (let nth = 1; nth <= plentifulProduct; nth++) await makeProduct(shop.admin, { price: nth, stock: 5000 })
  const approve = (id: string) => shop.control.choose(id, 'approved')
  const origin = `http://127.0.0.1:${shop.config.port}`
  const crowd = new Buyers({ origin, address: shop.url, rates: { reads: 40, orders: 5 }, approve })
  await crowd.begin(12)
  const usual = await catalogueDuring(shop, () => sleep(1000))
  await expect.poll(() => crowd.orders.length).toBeGreaterThan(0)
  const before = crowd.orders.length
  for (const call of calls) shop.control.spoil(call, 'error_500', 1_000_000)
  const meanwhile = await catalogueDuring(shop, () => anHourPasses(shop, crowd))
  shop.control.reset()
  await crowd.signInAgain()
  const during = crowd.failedOf('change')
  await sleep(1000)
  await crowd.leave()

  expect(crowd.failedOf('read')).toEqual([])
  // Who presses meanwhile is told so, and is served again afterwards.
  expect(during.length).toBeGreaterThan(0)
  for (const { status, text } of during)
    expect([status, text]).toEqual([503, expect.stringContaining('payment_unavailable')])
  expect(crowd.orders.length).toBeGreaterThan(before)
  expect(meanwhile).toBeLessThan(Math.max(50, 3 * usual))

  const settled = async () => {
    await shop.jobs['reconcile-payments']({})
    const { paid, waiting } = await booked(shop, crowd)
    return { waiting, unbooked: (await keptByProvider(shop)) - paid }
  }
  await expect.poll(settled, { timeout: 60_000, interval: 500 }).toEqual({ waiting: 0, unbooked: 0 })
  await caughtUp(shop.core)
  // The operator's verify looks with the owner's rights.
  const core = { ...shop.core, databaseUrl: shop.databaseUrl }
  expect(await judgeWith(core, crowd)).toEqual([])
  console.log(
    `${crowd.orders.length} orders, ${during.length} presses refused, catalogue ${Math.round(usual)} ms, meanwhile ${Math.round(meanwhile)}`,
  )
})
