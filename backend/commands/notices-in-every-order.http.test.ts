// Notices of an order's payments in every order, twice, and before the shop has kept its own checkout: over HTTP, to one end.
import { expect, onTestFinished } from 'vitest'
import { Rejection } from '#backend/domain/rejection.ts'
import { permutations } from '#backend/domain/testing/permutations.ts'
import { notice, signature } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import {
  addToCart,
  buyerWith,
  eventTypes,
  type PurchaseShop,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'
import { openCheckout } from './open-checkout.ts'
import { placeOrder } from './place-order.ts'

const context = { actor: 'operator', correlation: 'test' } as const
type Buyer = Awaited<ReturnType<typeof buyerWith>>
type About = 'paid' | 'paid again' | 'rejected'
const outcomes = { paid: 'approved', 'paid again': 'approved', rejected: 'rejected' } as const

/** Five notices of three payments: two of the same, and two of a second one that was approved too. */
const orders = permutations<About>(['paid', 'paid', 'paid again', 'paid again', 'rejected'])

/** The signed notice as the provider sends it, which has a job learn the payment beside this; then it is learnt here, so that the order holds. */
async function told(shop: PurchaseShop, paymentId: string, nth: number): Promise<void> {
  const headers = signature(paymentId, walletCredentials.webhookSecret, `notice-${paymentId}-${nth}`)
  const path = `/api/payment/webhook?data.id=${paymentId}&type=payment`
  expect((await shop.client().post(path, notice(paymentId), headers)).status).toBe(200)
  await shop.jobs['learn-payment']({ paymentId })
}

/** An order of which `early` notices arrive before its preference is kept, and the others after; returns its id. */
async function orderTold(shop: PurchaseShop, buyer: Buyer, notices: readonly About[], early: number): Promise<number> {
  const { services } = shop
  const placing = await placeOrder(services, context, buyer.id, { totalCents: 1050 })
  const payments = new Map<About, string>()
  const tell = async (some: readonly About[], from: number) => {
    for (const [nth, about] of some.entries()) await told(shop, payments.get(about) ?? '', from + nth)
  }
  const createCheckout: typeof services.wallet.createCheckout = async (request) => {
    const created = await services.wallet.createCheckout(request)
    for (const about of new Set(notices))
      payments.set(about, await shop.control.makePayment(created.preferenceId, outcomes[about]))
    await tell(notices.slice(0, early), 0)
    return created
  }
  // It may be paid by then, so that nobody gets the link any more.
  await openCheckout({ ...services, wallet: { ...services.wallet, createCheckout } }, context, placing).catch(
    (error: unknown) => expect(error).toBeInstanceOf(Rejection),
  )
  await tell(notices.slice(early), early)
  await untilState(buyer, placing.result.state.orderId, 'paid')
  return placing.result.state.orderId
}

test('[F10] [T10] five notices in every order, two of them twice, however many of them before the shop kept its own checkout: each order is paid once, and the second payment goes back once', {
  timeout: 120_000,
}, async ({ shop }) => {
  shop.control.mute()
  const first = await buyerWith(shop, [{ stock: orders.length + 5 }])
  const product = first.products[0] ?? 0
  const others = await Promise.all(Array.from({ length: 4 }, () => buyerWith(shop, [])))
  for (const other of others) await addToCart(other, product)
  const lanes = [first, ...others]
  const walk = async (buyer: Buyer, lane: number) => {
    const ids: number[] = []
    for (const [nth, notices] of orders.entries()) {
      if (nth % lanes.length !== lane) continue
      if (ids.length > 0) await addToCart(buyer, product)
      ids.push(await orderTold(shop, buyer, notices, nth % (notices.length + 1)))
    }
    return ids
  }
  const ids = (await Promise.all(lanes.map(walk))).flat()
  expect(ids).toHaveLength(30)
  const ends = async (id: number) =>
    (await eventTypes(shop, `payment-${id}`)).filter((type) => /Approved|Refund/.test(type))
  for (const id of ids) {
    await expect
      .poll(async () => (await ends(id)).sort())
      .toEqual(['PaymentApproved', 'PaymentRefunded', 'RefundRequested'])
    expect((await eventTypes(shop, `order-${id}`)).filter((type) => type === 'OrderPaid')).toHaveLength(1)
  }
  expect(await stockOf(shop, product)).toEqual({ onHand: 5, available: 5 })
  const owner = openOwnerPool(shop.databaseUrl)
  onTestFinished(() => owner.end())
  const { rows } = await owner.query(
    `select status, sum(amount - refunded)::float as kept, count(*)::int as count from fake_wallet.payments
     where status <> 'rejected' group by status order by status`,
  )
  expect(rows).toEqual([
    { status: 'approved', kept: 10.5 * 30, count: 30 },
    { status: 'refunded', kept: 0, count: 30 },
  ])
})
