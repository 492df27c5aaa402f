import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { OrderEvent } from './order.events.ts'
import {
  address,
  byTransfer,
  cancelled,
  delivered,
  expired,
  invoiceRequested,
  keyboardLine,
  padLine,
  paidBy,
  pickedUp,
  placed,
  prepared,
  readyForPickup,
  refunded,
  rejectedBy,
  shipment,
  shipped,
  shippingAdded,
  withdrawn,
} from './order.examples.ts'
import { discountOf } from './order.limits.ts'
import { type OrderCommand, order, totalOf } from './order.ts'

const place: OrderCommand = {
  type: 'PlaceOrder',
  orderId: 9,
  userId: 7,
  reference: '9-abc',
  lines: [keyboardLine, padLine],
  currency: 'ARS',
  sellerRevision: 1,
  holdUntil: new Date('2026-11-21T12:15:00Z'),
  transfer: null,
}
const cancel: OrderCommand = { type: 'CancelOrder', reason: 'by_user', now: new Date('2026-11-21T12:01:00Z') }
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

const ways = {
  shipping: {
    paid: [placed, shippingAdded, paidBy('55')],
    steps: [{ type: 'PrepareOrder' }, { type: 'ShipOrder', ...shipment }, { type: 'DeliverOrder' }],
    facts: [prepared, shipped, delivered],
    states: ['paid', 'prepared', 'shipped', 'delivered'],
  },
  pickup: {
    paid: [placed, paidBy('55')],
    steps: [{ type: 'PrepareOrder' }, { type: 'ReadyOrder' }, { type: 'HandOverOrder' }],
    facts: [prepared, readyForPickup, pickedUp],
    states: ['paid', 'prepared', 'ready_for_pickup', 'picked_up'],
  },
} satisfies Record<string, { paid: OrderEvent[]; steps: OrderCommand[]; facts: OrderEvent[]; states: string[] }>

describe.each(Object.entries(ways))('fulfilling by %s', (_, { paid, steps, facts, states }) => {
  const upTo = (at: number) => [...paid, ...facts.slice(0, at)]

  test.each([0, 1, 2])('step %i follows the one before it, and a repeat yields nothing', (at) => {
    const [step, fact] = [steps[at] as OrderCommand, facts[at] as OrderEvent]
    given(order, ...upTo(at))
      .when(step)
      .then(fact)
    given(order, ...upTo(at + 1))
      .when(step)
      .nothing()
  })
  test.each([0, 1, 2])('no step %i out of order, nor of an order that is not paid', (at) => {
    const step = steps[at] as OrderCommand
    for (const done of [0, 1, 2, 3].filter((done) => done !== at && done !== at + 1))
      given(order, ...upTo(done))
        .when(step)
        .rejects('order_not_ready', { state: states[done] })
    for (const end of [cancelled, refunded('55', true)])
      given(order, ...upTo(at), end)
        .when(step)
        .rejects('order_not_ready')
  })
  test.each([1, 2, 3])(
    'what is %i steps on its way stays paid: a second payment goes back, its own refunds it',
    (done) => {
      given(order, ...upTo(done))
        .when({ type: 'PayOrder', paymentId: '56' })
        .nothing()
      given(order, ...upTo(done))
        .when({ type: 'RefundOrder', paymentId: '56' })
        .nothing()
      given(order, ...upTo(done))
        .when({ type: 'RefundOrder', paymentId: '55' })
        .then(refunded('55', true))
    },
  )
})

describe('fulfilling', () => {
  const { shipping, pickup } = ways

  const other = { carrier: 'OCA', tracking: 'X' }

  test('a parcel keeps its carrier and tracking', () =>
    given(order, ...shipping.paid, prepared, shipped)
      .when({ type: 'ShipOrder', ...other })
      .rejects('order_not_ready', { state: 'shipped' }))
  test('what was said of a parcel is corrected while it is on its way, once', () => {
    const corrected = { type: 'OrderShipped' as const, data: { ...shipped.data, ...other } }
    const correct = { type: 'ShipOrder' as const, ...other, corrects: true as const }
    given(order, ...shipping.paid, prepared, shipped)
      .when(correct)
      .then(corrected)
    given(order, ...shipping.paid, prepared, shipped, corrected)
      .when(correct)
      .nothing()
    for (const facts of [
      [prepared, shipped, delivered],
      [prepared, shipped, refunded('55', true)],
    ])
      given(order, ...shipping.paid, ...facts)
        .when(correct)
        .rejects('order_not_ready')
  })
  test('what is picked up is not shipped, nor the reverse, whatever its state', () => {
    for (const [of, by] of [
      [shipping, pickup],
      [pickup, shipping],
    ] as const)
      for (const step of by.steps.slice(1))
        for (const done of [0, 1, 2, 3])
          given(order, ...of.paid, ...of.facts.slice(0, done))
            .when(step as OrderCommand)
            .rejects('other_delivery', { delivery: of === pickup ? 'pickup' : 'shipping' })
  })
})

describe('taking a purchase back', () => {
  const paid = [placed, paidBy('55')]
  const ask = (now: string, deliveredAt: string | null = null): OrderCommand => ({
    type: 'RequestWithdrawal',
    code: 'A-9-1F2E',
    now: new Date(now),
    deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  })
  test('is asked for once, before the delivery and until ten days after it', () => {
    given(order, ...paid)
      .when(ask('2026-11-21T12:00:00Z'))
      .then(withdrawn)
    given(order, ...paid, withdrawn)
      .when(ask('2026-12-21T12:00:00Z', '2026-11-21T12:00:00Z'))
      .nothing()
    const all = [...paid, prepared, shipped, delivered]
    given(order, ...all)
      .when(ask('2026-12-01T12:00:00Z', '2026-11-21T12:00:00Z'))
      .then(withdrawn)
    given(order, ...all)
      .when(ask('2026-12-01T12:00:00.001Z', '2026-11-21T12:00:00Z'))
      .rejects('withdrawal_too_late')
  })
  test('is for what was paid', () =>
    given(order, placed).when(ask('2026-11-21T12:00:00Z')).rejects('order_not_paid', { state: 'placed' }))
})

describe('shipping', () => {
  const { holdUntil, totalCents: _, ...data } = placed.data
  const place = { type: 'PlaceOrder', ...data, holdUntil: new Date(holdUntil) } as const satisfies OrderCommand

  test('follows the placed order, and is paid with it', () => {
    given(order)
      .when({ ...place, shipping: { priceCents: 450, days: 4, address } })
      .then(placed, shippingAdded)
    expect(fold(order, [placed, shippingAdded])).toMatchObject({
      totalCents: 2580,
      shipping: { priceCents: 450, days: 4, address },
    })
  })

  test('stands before the invoice that is asked for with it', () => {
    const invoice = { kind: 'B', taxId: '28123456' } as const
    const shipping = { priceCents: 450, days: 4, address }
    given(order)
      .when({ ...place, shipping, invoice })
      .then(placed, shippingAdded, invoiceRequested)
    given(order)
      .when({ ...place, invoice })
      .then(placed, invoiceRequested)
    expect(fold(order, [placed, invoiceRequested])).toMatchObject({ totalCents: 2130, invoice })
  })

  test('an order without it is picked up for nothing', () => {
    given(order).when(place).then(placed)
    expect(fold(order, [placed])).toMatchObject({ totalCents: 2130, shipping: null })
  })

  test('the amounts stay when the person is erased, and the address is gone', () => {
    const nobody = Object.fromEntries(Object.keys(address).map((field) => [field, null]))
    const erased = { ...shippingAdded, data: { ...shippingAdded.data, ...nobody } } as typeof shippingAdded
    expect(fold(order, [placed, erased])).toMatchObject({
      totalCents: 2580,
      shipping: { priceCents: 450, days: 4, address: null },
    })
  })
})

describe('by bank transfer', () => {
  const receipt = (nth: number) => ({ orderId: 9, userId: 7, file: `f-${nth}`, format: 'pdf' }) as const
  const uploaded = (nth: number): OrderEvent => ({ type: 'ReceiptUploaded', data: receipt(nth) })
  const upload = { type: 'AddReceipt', file: 'f-1', format: 'pdf' } as const
  const give = {
    ...({ type: 'GiveRefundAccount', cbu: '9990001800000000123459' } as const),
    ...{ mayGoBack: true, byStaff: false },
  }
  const given_: OrderEvent = { type: 'RefundAccountGiven', data: { orderId: 9, userId: 7, cbu: give.cbu } }

  test('an order keeps the account that its buyer saw, and its total is less the discount of each unit', () => {
    const { data } = byTransfer.type === 'OrderPlaced' ? byTransfer : expect.fail('not placed')
    const { totalCents: _, holdUntil, ...order_ } = data
    given(order)
      .when({ type: 'PlaceOrder', ...order_, holdUntil: new Date(holdUntil) })
      .then(byTransfer)
    expect([totalOf(data.lines), discountOf(data.lines)]).toEqual([1917, 213])
  })

  test('takes receipts until it is paid or given up, five of them', () => {
    for (const history of [[byTransfer], [byTransfer, expired]])
      given(order, ...history)
        .when(upload)
        .then(uploaded(1))
    for (const end of [cancelled, paidBy('T-1')])
      given(order, byTransfer, end)
        .when(upload)
        .rejects('order_not_open', { state: fold(order, [byTransfer, end])?.status })
    given(order, byTransfer, uploaded(1), paidBy('T-1')).when(upload).nothing()
    given(order, byTransfer, ...[2, 3, 4, 5, 6].map(uploaded))
      .when(upload)
      .rejects('too_many_receipts', { most: 5 })
  })

  test('takes the account for refunds in each state, and another one in its place', () => {
    for (const end of [[], [expired], [cancelled], [paidBy('T-1')], [paidBy('T-1'), refunded('T-1', true)]])
      given(order, byTransfer, ...end)
        .when(give)
        .then(given_)
    given(order, byTransfer, given_).when(give).nothing()
    const other = { ...give, cbu: '9990001800000000123466' }
    given(order, byTransfer, given_)
      .when(other)
      .then({ type: 'RefundAccountGiven', data: { orderId: 9, userId: 7, cbu: other.cbu } })
  })

  test('takes an account only while money may go back, ten of its buyer; staff may still correct it', () => {
    given(order, byTransfer)
      .when({ ...give, mayGoBack: false })
      .rejects('refund_account_useless')
    given(order, byTransfer, given_)
      .when({ ...give, mayGoBack: false })
      .nothing()
    const ten = Array.from(
      { length: 10 },
      (_, nth) => ({ ...given_, data: { ...given_.data, cbu: `${nth}` } }) as OrderEvent,
    )
    given(order, byTransfer, ...ten.slice(1))
      .when(give)
      .then(given_)
    given(order, byTransfer, ...ten)
      .when(give)
      .rejects('too_many_refund_accounts', { most: 10 })
    given(order, byTransfer, ...ten)
      .when({ ...give, byStaff: true })
      .then(given_)
  })

  test('nothing of it is for an order in the wallet', () => {
    for (const command of [upload, give]) given(order, placed).when(command).rejects('not_by_transfer')
  })
})
