// A movement of the bank and the order that it is entered for: given their states, when staff enter it, then its end.
import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { MovementEvent } from './movement.events.ts'
import { type Movement, movement } from './movement.ts'
import type { PaymentEvent } from './payment.events.ts'
import { payment } from './payment.ts'
import { isMovement, movementNumber, movementOf, movementPayment } from './payment-ids.limits.ts'
import { heldOf, type RecordMovement } from './transfer-payment.ts'

const facts: Movement = {
  ...({ number: '123456', orderId: 9, direction: 'in', date: '2026-11-22' } as const),
  ...{ amountCents: 1917, currency: 'ARS' },
}
const money = { orderId: 9, paymentId: 'T-123456', amountCents: 1917, currency: 'ARS' }
const entered: MovementEvent = { type: 'MovementEntered', data: facts }
const approved: PaymentEvent = { type: 'PaymentApproved', data: money }
const apart = (...differences: [field: string, expected: string, found: string][]): PaymentEvent => ({
  type: 'PaymentSetAside',
  data: {
    ...{ orderId: 9, paymentId: 'T-123456' },
    differences: differences.map(([field, expected, found]) => ({ field, expected, found })),
  },
})
const back: PaymentEvent = {
  type: 'RefundRequested',
  data: { ...money, refund: 0, reason: 'no_stock', note: '', lines: [], restocked: false },
}
const due = {
  amountCents: 1917,
  settlement: 'open',
  status: 'placed',
  firstDay: '2026-11-21',
  lastDay: '2026-11-24',
} as const
const record = (change: Partial<Movement> = {}, rest: Partial<RecordMovement> = {}): RecordMovement => ({
  ...{ type: 'RecordMovement', orderId: 9, movement: { ...facts, ...change }, isNews: true, due, soldOut: false },
  ...rest,
})

describe('a movement as a payment', () => {
  test('of the right amount pays, on the first and the last day too, once', () => {
    for (const date of ['2026-11-21', '2026-11-22', '2026-11-24']) given(payment).when(record({ date })).then(approved)
    given(payment, approved)
      .when(record({}, { isNews: false }))
      .nothing()
  })

  test('of less, or of more, is set aside', () => {
    given(payment)
      .when(record({ amountCents: 1916 }))
      .then(apart(['amountCents', '1917', '1916']))
    given(payment)
      .when(record({ amountCents: 2000 }))
      .then(apart(['amountCents', '1917', '2000']))
  })

  test('from before the order or after its hold is set aside', () => {
    given(payment)
      .when(record({ date: '2026-11-20' }))
      .then(apart(['date', '2026-11-21', '2026-11-20']))
    given(payment)
      .when(record({ date: '2026-11-25' }))
      .then(apart(['date', '2026-11-24', '2026-11-25']))
  })

  test('for an order that is paid, or that its buyer gave up, is set aside', () => {
    for (const [settlement, status] of [
      ['settled', 'delivered'],
      ['cancelled', 'cancelled'],
    ] as const)
      given(payment)
        .when(record({}, { due: { ...due, settlement, status } }))
        .then(apart(['status', 'placed', status]))
  })

  test('of an order whose units are gone goes back, if it was in time, else it is set aside', () => {
    given(payment)
      .when(record({}, { soldOut: true }))
      .then(back)
    given(payment)
      .when(record({ date: '2026-11-25' }, { soldOut: true }))
      .then(apart(['date', '2026-11-24', '2026-11-25']))
  })

  test('that was mistyped and set aside is decided anew, and one that was decided is not', () => {
    const less = apart(['amountCents', '1917', '197'])
    given(payment, less)
      .when(record())
      .then({ type: 'SetAsidePaymentAccepted', data: { ...money, note: 'Se corrigió el movimiento.' } })
    given(payment, less)
      .when(record({ amountCents: 198 }))
      .then(apart(['amountCents', '1917', '198']))
    given(payment, less)
      .when(record({ amountCents: 197 }, { isNews: false }))
      .nothing()
    for (const decided of [approved, back]) given(payment, decided).when(record()).nothing()
    const about = { orderId: 9, paymentId: 'T-123456' }
    const dismissed: PaymentEvent = { type: 'SetAsidePaymentDismissed', data: { ...about, note: 'Era de otra orden.' } }
    const refunded: PaymentEvent = { type: 'PaymentRefunded', data: { ...about, refund: 0, amountCents: 1917 } }
    given(payment, less, dismissed).when(record()).rejects('movement_taken')
    given(payment, back, refunded).when(record()).rejects('movement_taken')
  })

  test('is accepted or given back by who decides, with what the bank says', () => {
    const less = apart(['amountCents', '1917', '1900'])
    const fetched = heldOf({ ...facts, amountCents: 1900 })
    const about = { orderId: 9, paymentId: 'T-123456', note: '', fetched }
    const paid = { ...money, amountCents: 1900 }
    given(payment, less)
      .when({ type: 'AcceptSetAside', ...about, currency: 'ARS', isOpen: true })
      .then({ type: 'SetAsidePaymentAccepted', data: { ...paid, note: '' } })
    given(payment, less)
      .when({ type: 'RefundSetAside', ...about })
      .then({
        type: 'RefundRequested',
        data: { ...paid, refund: 0, reason: 'set_aside', note: '', lines: [], restocked: false },
      })
  })
})

describe('a movement of the bank', () => {
  const enter = (change: Partial<Movement> = {}, mayCorrect = false) =>
    ({ type: 'EnterMovement', ...facts, ...change, mayCorrect }) as const

  test('is entered once', () => {
    given(movement).when(enter()).then(entered)
    given(movement, entered).when(enter()).nothing()
  })

  test('stands for one order and one direction', () => {
    for (const other of [{ orderId: 10 }, { direction: 'out' }] as const)
      given(movement, entered).when(enter(other)).rejects('movement_taken')
    given(movement, entered)
      .when(enter({ direction: 'out' }, true))
      .rejects('movement_taken')
  })

  test('moves to another order once it is dismissed', () =>
    given(movement, entered)
      .when(enter({ orderId: 10 }, true))
      .then({ ...entered, data: { ...facts, orderId: 10 } }))

  test('is corrected only while it is set aside', () => {
    given(movement, entered)
      .when(enter({ amountCents: 1900 }))
      .rejects('movement_taken')
    const corrected = { ...entered, data: { ...facts, amountCents: 1900 } }
    given(movement, entered)
      .when(enter({ amountCents: 1900 }, true))
      .then(corrected)
    expect(fold(movement, [entered, corrected])?.amountCents).toBe(1900)
  })
})

test('a movement is one, however its number is typed', () => {
  for (const typed of ['00123-456', '123456', ' 123.456 ', '123 456']) expect(movementNumber(typed)).toBe('123456')
  expect(movementNumber('ab12')).toBe('AB12')
  for (const typed of ['', '12', '0000', 'á123', '1'.repeat(31), "1' or 1=1"]) expect(movementNumber(typed)).toBeNull()
  expect([isMovement(movementPayment('123')), isMovement('123')]).toEqual([true, false])
  expect(movementOf(movementPayment('AB12'))).toBe('AB12')
})
