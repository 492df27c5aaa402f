// Money that was on its way back when the log was exported: whoever takes the log over sends it back, once, though the queue stayed behind.
import { expect } from 'vitest'
import { emptyDatabase } from '#backend/ops/testing/export-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import {
  buyerWith,
  eventTypes,
  type PurchaseShop,
  placed,
  test as purchaseTest,
} from '#backend/testing/purchase-fixture.ts'
import { openShop, walletCredentials } from '#backend/testing/shop-fixture.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

// A job says so when the provider fails as ordered.
allowErrors(/ordered fault/)

const test = purchaseTest.extend('ops', { scope: 'file' }, async ({ shop }, { onCleanup }) =>
  opsOn({ core: shop.core, ownerPool: openOwnerPool(shop.databaseUrl, onCleanup) }),
)

type Going = { stream: `payment-${string}`; paymentId: string; amount: number; ends: string }

/** A payment set aside, one of no order, one that came twice and a part: all asked back, and made or not, nobody was answered. */
async function refundsUnderWay(shop: PurchaseShop): Promise<Going[]> {
  type Made = Awaited<ReturnType<typeof payments>>
  const payments = async (facts: object) => {
    const { orderId, id } = await placed(await buyerWith(shop, [{ price: 10.5 }]))
    const paymentId = await shop.control.makePayment(id, 'approved', facts)
    await shop.jobs['learn-payment']({ paymentId })
    return { orderId, id, paymentId, stream: `payment-${orderId}` as const }
  }
  const made = [{ transaction_amount: 1 }, { external_reference: 'caja-3' }, {}, {}].map(payments)
  const [aside, ofNone, paid, twice] = (await Promise.all(made)) as [Made, Made, Made, Made]
  shop.control.spoil('refund', 'error_500', 2)
  shop.control.spoil('refund', 'lost_answer', 10_000)
  await shop.admin.post(`/api/order/${aside.orderId}/aside`, { paymentId: aside.paymentId, act: 'refund' })
  await shop.admin.post(`/api/panel/unmatched/${ofNone.paymentId}`, { act: 'refund' })
  await shop.admin.post(`/api/order/${paid.orderId}/refund`, { amount: 4 })
  const second = await shop.control.makePayment(twice.id, 'approved')
  await shop.jobs['learn-payment']({ paymentId: second })
  return [
    { ...aside, amount: 1, ends: 'PaymentRefunded' },
    {
      stream: `payment-0:${ofNone.paymentId}`,
      paymentId: ofNone.paymentId,
      amount: 10.5,
      ends: 'PaymentRefunded',
    },
    { ...paid, amount: 4, ends: 'PaymentRefunded' },
    { ...twice, paymentId: second, amount: 10.5, ends: 'PaymentRefunded' },
  ]
}

async function refundsOf({ fakeWalletUrl }: PurchaseShop, paymentId: string): Promise<{ amount: number }[]> {
  const headers = { authorization: `Bearer ${walletCredentials.accessToken}` }
  const answer = await fetch(`${fakeWalletUrl}/v1/payments/${paymentId}`, { headers })
  return ((await answer.json()) as { refunds: { amount: number }[] }).refunds
}

test('refunds that were under way go back once, whatever they are of and whether they had been made', {
  timeout: 120_000,
}, async ({ shop, ops }) => {
  // Nobody is told by a notice: what a shop knows, it has from its own job.
  shop.control.mute()
  const going = await refundsUnderWay(shop)
  for (const { stream } of going)
    await expect.poll(() => eventTypes(shop, stream)).toContainEqual(expect.stringMatching(/Unanswered$/))
  const exported = await ops('export', '-')
  await using target = await emptyDatabase()
  expect(await target.run.call(['import', '-'], { input: exported.text })).toMatchObject({ code: 0 })
  // As operators do; a shop that starts without would make each read model in a process of its own.
  expect(await target.run('rebuild', 'all')).toMatchObject({ code: 0 })
  shop.control.reset()
  // The shop of before goes on too: both ask under the same keys.
  const restored = await openShop(target.databaseUrl, { wallet: { apiBaseUrl: shop.fakeWalletUrl } })
  try {
    for (const { stream, ends } of going) await expect.poll(() => eventTypes(restored, stream)).toContain(ends)
    for (const { paymentId, amount } of going) expect(await refundsOf(shop, paymentId)).toMatchObject([{ amount }])
  } finally {
    await restored.stop()
  }
})
