// Two presses of 'Pagar' and a slow or failing provider: nobody gets a link to an order that ended, and no link is taken away.
import { expect } from 'vitest'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { type PaymentWallet, PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { addToCart, buyerWith, placed, stockOf, test, untilState } from '#backend/testing/purchase-fixture.ts'
import { walletCredentials } from '#backend/testing/shop-fixture.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'
import { endOrderNow } from './end-order.ts'
import { openCheckout } from './open-checkout.ts'
import { placeOrder } from './place-order.ts'

// A job says so when the provider fails as ordered.
allowErrors(/ordered fault/)

const context = { actor: 'operator', correlation: 'test' } as const

/** The shop's wallet, with its answer to createCheckout held back or refused. */
function walletThat(wallet: PaymentWallet, createCheckout: PaymentWallet['createCheckout']): PaymentWallet {
  return { ...wallet, createCheckout }
}

test('a press whose provider call fails leaves the order to the press that got its preference', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const { services } = shop
  const placing = await placeOrder(services, context, buyer.id, { totalCents: 2100 })
  const failing = walletThat(services.wallet, async () => {
    await openCheckout(services, context, placing)
    throw new PaymentWalletError('unavailable', 'no answer')
  })
  const opened = await openCheckout({ ...services, wallet: failing }, context, placing)
  const { preferenceId } = await openCheckout(services, context, { ...placing, appended: false })
  expect(opened).toMatchObject({ preferenceId })
  expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 5, available: 3 })
})

test('an order that was cancelled while the provider was asked gets no preference', async ({ shop }) => {
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const { services } = shop
  const placing = await placeOrder(services, context, buyer.id, { totalCents: 2100 })
  const { orderId } = placing.result.state
  const slow = walletThat(services.wallet, async (request) => {
    const answer = await services.wallet.createCheckout(request)
    await endOrderNow(services, context, orderId, { type: 'CancelOrder', reason: 'by_user', now: services.now() })
    return answer
  })
  await expect(openCheckout({ ...services, wallet: slow }, context, placing)).rejects.toThrow(Rejection)
  expect((await shop.core.store.readStreams([`payment-${orderId}`])).get(`payment-${orderId}`)).toEqual([])
})

test('an approved payment of an order that was replaced goes back, and only the new order is paid', async ({
  shop,
}) => {
  const buyer = await buyerWith(shop, [{ quantity: 1 }])
  const [productId = 0] = buyer.products
  const first = await placed(buyer)
  await addToCart(buyer, productId, 1)
  const second = await placed(buyer)
  const old = await shop.control.makePayment(first.id, 'approved')
  const paid = await shop.control.makePayment(second.id, 'approved')
  for (const paymentId of [old, paid]) await shop.jobs['learn-payment']({ paymentId })
  await shop.jobs['refund-payment']({ orderId: first.orderId, paymentId: old, refund: wholePayment })
  await untilState(buyer, second.orderId, 'paid')
  await untilState(buyer, first.orderId, 'refunded')
  expect(await stockOf(shop, productId)).toEqual({ onHand: 3, available: 3 })
})

test('[F12 partial] the checkout of a cancelled, a replaced and an expired order is closed at the provider, though it fails at first; that of a rejected one stays', async ({
  shop,
}) => {
  const endOf = async (preference: string) => {
    const url = `${shop.fakeWalletUrl}/checkout/preferences/${preference}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${walletCredentials.accessToken}` } })
    return new Date(((await answer.json()) as { expiration_date_to: string }).expiration_date_to).getTime()
  }
  shop.control.spoil('update_preference', 'error_500', 2)
  const open: string[] = []
  for (const end of ['cancelled', 'replaced', 'expired', 'rejected'] as const) {
    const buyer = await buyerWith(shop, [{ quantity: 1 }])
    const { orderId, id } = await placed(buyer)
    expect(await endOf(id)).toBeGreaterThan(Date.now() + 60_000)
    if (end === 'cancelled') await buyer.post(`/api/order/${orderId}/cancel`, {})
    if (end === 'replaced') {
      await addToCart(buyer, buyer.products[0] ?? 0, 1)
      await placed(buyer)
    }
    if (end === 'expired')
      await endOrderNow(shop.services, context, orderId, { type: 'ExpireOrder', now: new Date(Date.now() + 3_600_000) })
    if (end === 'rejected') await shop.control.choose(id, 'rejected')
    if (end === 'rejected') await untilState(buyer, orderId, 'rejected')
    open.push(id)
  }
  const soon = () => Promise.all(open.map(async (id) => (await endOf(id)) < Date.now() + 10_000))
  await expect.poll(soon, { timeout: 30_000 }).toEqual([true, true, true, false])
})
