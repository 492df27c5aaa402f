// When an order stays unpaid or ends so, tell its buyer. Skips demo history, which predates the shop.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'
import { tellBuyer } from './tell-buyer.ts'

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
