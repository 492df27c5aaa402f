// For tests: a shop where orders have come to every end, with reviews, carts and an admin's changes.
import { expect } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import {
  type Buyer,
  buyerWith,
  eventTypes,
  type PurchaseShop,
  placed,
  untilState,
} from '#backend/testing/purchase-fixture.ts'

/** One order in every state; the open one is the last. Returns their ids and the buyer of the open one. */
export async function sellInAllWays(shop: PurchaseShop) {
  const paid = await ordered(shop)
  await shop.control.choose(paid.id, 'approved')
  await untilState(paid.buyer, paid.orderId, 'paid')
  const rejected = await ordered(shop)
  await shop.control.choose(rejected.id, 'rejected')
  await untilState(rejected.buyer, rejected.orderId, 'rejected')
  const cancelled = await ordered(shop)
  await cancelled.buyer.post(`/api/order/${cancelled.orderId}/cancel`, {})
  const expired = await ordered(shop)
  shop.wait(16)
  await shop.jobs['expire-order']({ orderId: expired.orderId })
  shop.wait(-16)
  await shop.control.makePayment(paid.id, 'approved')
  // The buyer paid when the order was cancelled already.
  await shop.control.makePayment(cancelled.id, 'approved')
  await untilState(cancelled.buyer, cancelled.orderId, 'refunded')
  const ofNone = await shop.control.makePayment(paid.id, 'approved', { external_reference: 'caja-3' })
  await shop.jobs['learn-payment']({ paymentId: ofNone })
  await review(paid.buyer, paid.buyer.products[0] ?? 0)
  const context = { actor: 'operator', correlation: 'test' } as const
  await changeAccount(shop.core.store, context, { type: 'BanUser', userId: rejected.buyer.id, reason: null })
  await expect.poll(() => eventTypes(shop, `payment-${paid.orderId}`)).toContain('PaymentRefunded')
  return { paid, rejected, cancelled, expired, open: await ordered(shop) }
}

async function ordered(shop: PurchaseShop) {
  const buyer = await buyerWith(shop, [{ quantity: 2, price: 10.5 }, { price: 99.99 }])
  return { buyer, ...(await placed(buyer)) }
}

async function review(buyer: Buyer, productId: number): Promise<void> {
  const userId = buyer.id
  const textReview = { userId, mensaje: 'Cumple con lo que dice.\u2028Y otra línea.' }
  await buyer.post('/api/product/addreviewscore', { productId, textReview, score: { userId, score: 5 } })
}
