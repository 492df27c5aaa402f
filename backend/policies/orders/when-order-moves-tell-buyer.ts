// When a paid order moves on, tell its buyer. The demo's history happened before there was a shop to write mails.
import type { JobData } from '#backend/jobs/queue.ts'
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

type Step = 'OrderPrepared' | 'OrderShipped' | 'OrderDelivered' | 'OrderReadyForPickup' | 'OrderPickedUp'

export const whenOrderMovesTellBuyer = [
  tell('OrderPrepared', 'prepared'),
  tell('OrderShipped', 'shipped'),
  tell('OrderDelivered', 'delivered'),
  tell('OrderReadyForPickup', 'ready-for-pickup'),
  tell('OrderPickedUp', 'picked-up'),
]

function tell(on: Step, mail: JobData['send-order-mail']['mail']): Policy<Step> {
  return {
    on,
    jobs: ({ data: { orderId }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail, orderId, position } }],
  }
}
