import { describe, test } from 'vitest'
import type { OrderStatus } from '#backend/domain/order/order.limits.ts'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import {
  allRefunded,
  asideAccepted,
  asideRefund,
  cancelled,
  delivered,
  expired,
  invoiceRequested,
  orderLine,
  paid,
  partDismissed,
  partFailed,
  partRefunded,
  partRequested,
  partRetried,
  pickedUp,
  placed,
  preference,
  prepared,
  readyForPickup,
  refundDismissed,
  refunded,
  refundFailed,
  refundRequested,
  refundRetried,
  rejected,
  shipment,
  shipped,
  shippingAdded,
  withdrawn,
} from '#backend/readmodels/testing/order-facts.ts'
import type { FullRefundRow, RefundRow } from './order-refunds.ts'
import { ordersProjection as orders, type ShippingRow } from './orders.projection.ts'

/** The row of an order placed by the event at `first`, which then moved to these states by the events that follow it. */
const row = (order_id: number, user_id: number, first = 1, ...later: OrderStatus[]) => {
  const states: OrderStatus[] = ['placed', ...later]
  return {
    order_id,
    user_id,
    state: states.at(-1) ?? 'placed',
    reference: `${order_id}-abc`,
    lines: [orderLine(3, 2)],
    total_cents: 2100,
    shipping: null as ShippingRow | null,
    invoice: null as 'A' | 'B' | null,
    transfer: null,
    receipts: [],
    currency: 'ARS',
    seller_revision: 1,
    placed_at: timeOf(first),
    updated_at: timeOf(first + later.length),
    hold_until: '2026-11-21T12:15:00.000Z',
    init_point: null as string | null,
    timeline: states.map((state, index) => ({ state, at: timeOf(first + index) })),
    refunds: [] as RefundRow[],
    withdrawal_code: null as string | null,
    accepted_cents: null as number | null,
    full_refunds: [] as FullRefundRow[],
    refund_waits: false,
  }
}

describe('the row of an order', () => {
  test('holds names, prices and total as they were when it was placed', () => {
    given(orders, placed(9, 7)).expectRows(row(9, 7))
  })

  test('says what shipping costs and adds it to what is paid', () => {
    const shipping = { priceCents: 450, days: 4 }
    given(orders, placed(9, 7), shippingAdded(9, 7)).expectRows({ ...row(9, 7), shipping, total_cents: 2550 })
  })

  test('says which invoice was asked for, not in whose name', () => {
    given(orders, placed(9, 7), invoiceRequested(9, 7)).expectRows({ ...row(9, 7), invoice: 'A' })
  })

  test.each([
    ['paid', paid(9, 7, 3)],
    ['rejected', rejected(9)],
    ['expired', expired(9)],
    ['cancelled', cancelled(9)],
  ] as const)('moves to %s, and its timeline says when', (state, event) => {
    given(orders, placed(9, 7), event).expectRows(row(9, 7, 1, state))
  })

  test.each([true, false])('moves to refunded, whether the payment had counted or came too late (%s)', (wasPaid) => {
    given(orders, placed(9, 7), expired(9), refunded(9, 7, wasPaid, 3)).expectRows(row(9, 7, 1, 'expired', 'refunded'))
  })

  test('follows the parcel, and says with whom it went', () => {
    const fulfilled = row(9, 7, 1, 'paid', 'prepared', 'shipped', 'delivered')
    const timeline = fulfilled.timeline.map((step) => (step.state === 'shipped' ? { ...step, ...shipment } : step))
    given(orders, placed(9, 7), paid(9, 7, 3), prepared(9), shipped(9), delivered(9)).expectRows({
      ...fulfilled,
      timeline,
    })
  })

  test('tells of each part that went back, and of those on their way', () => {
    const paidRow = row(9, 7, 1, 'paid')
    const part = { lines: [{ productId: 3, quantity: 1 }], restocked: true }
    given(
      orders,
      ...[placed(9, 7), paid(9, 7, 3), partRequested(9, 1, 1050, { productId: 3, quantity: 1 })],
      ...[partRequested(9, 2, 50), partRefunded(9, 1, 1050)],
    ).expectRows({
      ...paidRow,
      updated_at: timeOf(5),
      timeline: [...paidRow.timeline, { state: 'partially_refunded', at: timeOf(5), amountCents: 1050 }],
      refunds: [
        { refund: 1, amountCents: 1050, ...part, state: 'done' },
        { refund: 2, amountCents: 50, lines: [], restocked: false, state: 'under_way' },
      ],
    })
  })

  test('says of a part that it is refused or not answered, until it is asked for again, went back or was settled otherwise', () => {
    const rowWith = (state: RefundRow['state']) => ({
      ...row(9, 7, 1, 'paid'),
      refunds: [{ refund: 1, amountCents: 50, lines: [], restocked: false, state }],
      refund_waits: state === 'refused' || state === 'unanswered',
    })
    const asked = [placed(9, 7), paid(9, 7, 3), partRequested(9, 1, 50)] as const
    const [refused, unanswered] = [partFailed('RefundRefused', 9, 1, 50), partFailed('RefundUnanswered', 9, 1, 50)]
    given(orders, ...asked, refused).expectRows(rowWith('refused'))
    given(orders, ...asked, unanswered).expectRows(rowWith('unanswered'))
    given(orders, ...asked, refused, partRetried(9, 1, 50)).expectRows(rowWith('under_way'))
    given(orders, ...asked, refused, partDismissed(9, 1, 50)).expectRows(rowWith('dismissed'))
    const back = rowWith('done')
    const step = { state: 'partially_refunded', at: timeOf(5), amountCents: 50 }
    given(orders, ...asked, unanswered, partRefunded(9, 1, 50)).expectRows({
      ...back,
      updated_at: timeOf(5),
      timeline: [...back.timeline, step],
    })
  })

  test('is picked up in steps of its own', () => {
    given(orders, placed(9, 7), paid(9, 7, 3), prepared(9), readyForPickup(9), pickedUp(9)).expectRows(
      row(9, 7, 1, 'paid', 'prepared', 'ready_for_pickup', 'picked_up'),
    )
  })

  test('says what was paid if that is not its total', () => {
    given(orders, placed(9, 7), asideAccepted(9, 1900), paid(9, 7, 3)).expectRows({
      ...row(9, 7, 1, 'paid'),
      accepted_cents: 1900,
      updated_at: timeOf(3),
      timeline: [
        { state: 'placed', at: timeOf(1) },
        { state: 'paid', at: timeOf(3) },
      ],
    })
  })

  test('tells which payments go back whole, and waits for the staff while one does not', () => {
    const rows = (state: FullRefundRow['state'], waits: boolean) => ({
      ...row(9, 7),
      full_refunds: [{ paymentId: 'p-9', amountCents: 900, state }],
      refund_waits: waits,
    })
    const asked = [placed(9, 7), refundRequested(9, 900)]
    const refused = refundFailed('RefundRefused', 9, 900)
    given(orders, ...asked).expectRows(rows('under_way', false))
    given(orders, ...asked, refused).expectRows(rows('refused', true))
    given(orders, ...asked, refundFailed('RefundUnanswered', 9, 900)).expectRows(rows('unanswered', true))
    given(orders, ...asked, refused, refundRetried(9, 900)).expectRows(rows('under_way', false))
    given(orders, ...asked, refused, refundDismissed(9)).expectRows(rows('dismissed', false))
    given(orders, placed(9, 7), asideRefund(9, 900), allRefunded(9, 900)).expectRows(rows('done', false))
    given(orders, placed(9, 7), allRefunded(9, 900)).expectRows(row(9, 7))
  })

  test('tells that its buyer takes it back', () => {
    const paidRow = row(9, 7, 1, 'paid')
    given(orders, placed(9, 7), paid(9, 7, 3), withdrawn(9)).expectRows({
      ...paidRow,
      updated_at: timeOf(3),
      withdrawal_code: 'A-9-1F2E',
      timeline: [...paidRow.timeline, { state: 'withdrawal_requested', at: timeOf(3) }],
    })
  })

  test('learns where it can be paid, which moves neither its state nor its time', () => {
    given(orders, placed(9, 7), preference(9)).expectRows({ ...row(9, 7), init_point: 'https://wallet.test/9' })
  })

  test('is one for each order: two of one buyer do not mix', () => {
    given(orders, placed(9, 7), placed(10, 7), paid(10, 7, 3)).expectRows(row(9, 7), row(10, 7, 2, 'paid'))
  })

  test('cannot be made of what happens to an order that was never placed', () => {
    given(orders, placed(9, 7), paid(10, 7, 3)).expectRefused('10', 2, 'no order 10')
  })
})
