import { expect, test } from 'vitest'
import { whenOrderIsUnpaidTellBuyer } from './when-order-is-unpaid-tell-buyer.ts'

const placed = { type: 'OrderPlaced', data: { orderId: 7 }, position: 41, at: new Date('2026-11-22T12:00:00Z') }
const jobsOf = (meta: object) =>
  whenOrderIsUnpaidTellBuyer
    .filter(({ on }) => on === placed.type)
    .flatMap(({ jobs }) => jobs({ ...placed, meta } as never))

test('who has not paid three minutes after placing an order is told that it waits; nobody is of the demo', () => {
  expect(jobsOf({ actor: 'user:1', correlation: 'x' })).toEqual([
    {
      name: 'send-order-mail',
      data: { mail: 'received', orderId: 7, position: 41 },
      startAfter: '2026-11-22T12:03:00.000Z',
    },
  ])
  expect(jobsOf({ actor: 'user:1', correlation: 'demo:1' })).toEqual([])
})
