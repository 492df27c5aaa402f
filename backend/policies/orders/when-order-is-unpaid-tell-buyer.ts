// When an order was placed and nobody pays it, tell its buyer that it waits, and how it ended. The demo's history happened before there was a
// shop to write mails.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'
import { tellBuyer } from './tell-buyer.ts'

/** Most orders are paid by then, and their receipt says that they were received. */
const patienceMs = 3 * 60_000

const whenOrderPlacedTellBuyer: Policy<'OrderPlaced'> = {
  on: 'OrderPlaced',
  jobs: ({ data: { orderId }, meta, position, at }) => {
    if (isOfDemo(meta)) return []
    const startAfter = new Date(at.getTime() + patienceMs).toISOString()
    return [{ name: 'send-order-mail', data: { mail: 'received', orderId, position }, startAfter }]
  },
}

export const whenOrderIsUnpaidTellBuyer = [
  whenOrderPlacedTellBuyer,
  tellBuyer('OrderRejected', 'rejected'),
  tellBuyer('OrderExpired', 'expired'),
]
