import { expect, test } from 'vitest'
import { jobReactor } from './job-reactor.ts'

const placed = { type: 'OrderPlaced', data: { orderId: 7 }, position: 41, at: new Date('2026-11-22T12:00:00Z') }
const mailsAbout = (meta: object) =>
  jobReactor({ insert: async () => undefined })
    .react({ ...placed, meta } as never)
    .filter(({ name }) => name === 'send-order-mail')

test('who has not paid three minutes after placing an order is told that it waits; nobody is of the demo', () => {
  expect(mailsAbout({ actor: 'user:1', correlation: 'x' })).toMatchObject([
    {
      name: 'send-order-mail',
      data: { mail: 'received', orderId: 7, position: 41 },
      startAfter: '2026-11-22T12:03:00.000Z',
    },
  ])
  expect(mailsAbout({ actor: 'user:1', correlation: 'demo:1' })).toEqual([])
})
