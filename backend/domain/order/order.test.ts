import { describe, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { cancelled, expired, keyboardLine, padLine, paidBy, placed, refunded, rejectedBy } from './order.examples.ts'
import { type OrderCommand, order } from './order.ts'

const place: OrderCommand = {
  type: 'PlaceOrder',
  orderId: 9,
  userId: 7,
  reference: '9-abc',
  lines: [keyboardLine, padLine],
  currency: 'ARS',
  holdUntil: new Date('2026-11-21T12:15:00Z'),
}
const cancel: OrderCommand = { type: 'CancelOrder', reason: 'by_user' }
const expireAt = (time: string): OrderCommand => ({ type: 'ExpireOrder', now: new Date(`2026-11-21T${time}Z`) })

describe('placing', () => {
  test('keeps names and prices and sums them up', () => given(order).when(place).then(placed))
  test('a repeat yields nothing', () => given(order, placed).when(place).nothing())
  test('an empty cart cannot be placed', () =>
    given(order)
      .when({ ...place, lines: [] })
      .rejects('cart_empty'))
})

describe('paying', () => {
  const pay: OrderCommand = { type: 'PayOrder', paymentId: '55' }
  test('moves a placed order to paid', () => given(order, placed).when(pay).then(paidBy('55')))
  test('a repeat yields nothing', () => given(order, placed, paidBy('55')).when(pay).nothing())
  test('a payment after the end of the hold still counts', () =>
    given(order, placed, expired).when(pay).then(paidBy('55')))
  test('an order that is not there cannot be paid', () => given(order).when(pay).rejects('not_found'))
})

describe('ending unpaid', () => {
  test('expires when the hold is over, not a moment before', () => {
    given(order, placed).when(expireAt('12:14:59.999')).nothing()
    given(order, placed).when(expireAt('12:15:00.000')).then(expired)
  })
  test('a paid order never expires', () => given(order, placed, paidBy('55')).when(expireAt('13:00:00.000')).nothing())
  test('is cancelled while placed', () => given(order, placed).when(cancel).then(cancelled))
  test('cancelling twice yields nothing', () => given(order, placed, cancelled).when(cancel).nothing())
  test('a paid order cannot be cancelled', () =>
    given(order, placed, paidBy('55')).when(cancel).rejects('order_not_open', { state: 'paid' }))
  test('is rejected with its payment, once', () => {
    given(order, placed).when({ type: 'RejectOrder', paymentId: '55' }).then(rejectedBy('55'))
    given(order, placed, rejectedBy('55')).when({ type: 'RejectOrder', paymentId: '55' }).nothing()
  })
})

describe('refunding', () => {
  const refund = (paymentId: string): OrderCommand => ({ type: 'RefundOrder', paymentId })
  test('follows the payment it was paid by', () =>
    given(order, placed, paidBy('55')).when(refund('55')).then(refunded('55', true)))
  test('a second payment goes back without touching the order', () =>
    given(order, placed, paidBy('55')).when(refund('56')).nothing())
  test('a payment that came too late refunds an order that was never paid', () =>
    given(order, placed, expired).when(refund('55')).then(refunded('55', false)))
  test('a repeat yields nothing', () =>
    given(order, placed, paidBy('55'), refunded('55', true)).when(refund('55')).nothing())
})
