// A mail to the buyer of an order when something happened to it. The demo's history happened before there was a shop to write mails.
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

/** When it happens, write that mail. */
export function tellBuyer(on: Told, mail: JobData['send-order-mail']['mail']): Policy<Told> {
  return {
    on,
    jobs: ({ data: { orderId }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail, orderId, position } }],
  }
}
