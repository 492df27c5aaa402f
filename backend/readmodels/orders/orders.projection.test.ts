import { describe, test } from 'vitest'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import {
  cancelled,
  expired,
  orderLine,
  paid,
  placed,
  preference,
  refunded,
  rejected,
} from '#backend/readmodels/testing/facts.ts'
import { type OrderState, ordersProjection as orders } from './orders.projection.ts'

/** The row of an order placed by the event at `first`, which then moved to these states by the events that follow it. */
const row = (order_id: number, user_id: number, first = 1, ...later: OrderState[]) => {
  const states: OrderState[] = ['placed', ...later]
  return {
    order_id,
    user_id,
    state: states.at(-1) ?? 'placed',
    reference: `${order_id}-abc`,
    lines: [orderLine(3, 2)],
    total_cents: 2100,
    currency: 'ARS',
    placed_at: timeOf(first),
    updated_at: timeOf(first + later.length),
    hold_until: '2026-11-21T12:15:00.000Z',
    init_point: null as string | null,
    timeline: states.map((state, index) => ({ state, at: timeOf(first + index) })),
  }
}

describe('the row of an order', () => {
  test('holds names, prices and total as they were when it was placed', () => {
    given(orders, placed(9, 7)).expectRows(row(9, 7))
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
