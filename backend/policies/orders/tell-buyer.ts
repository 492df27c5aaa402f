// Mails an order's buyer when something happens. Skips demo history, which predates the shop.
import type { JobData } from '#backend/jobs/queue.ts'
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

type Told =
  | 'OrderRejected'
  | 'OrderExpired'
  | 'OrderPrepared'
  | 'OrderShipped'
  | 'OrderDelivered'
  | 'OrderReadyForPickup'
  | 'OrderPickedUp'
  | 'WithdrawalRequested'

export function tellBuyer(on: Told, mail: JobData['send-order-mail']['mail']): Policy<Told> {
  return {
    on,
    jobs: ({ data: { orderId }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail, orderId, position } }],
  }
}
