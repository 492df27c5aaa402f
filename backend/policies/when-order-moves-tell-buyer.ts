import type { JobData } from '#backend/jobs/queue.ts'
import type { Policy } from './policy.ts'

const mails = {
  ReceiptUploaded: 'receipt-received',
  RefundAccountGiven: 'refund-account',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
  OrderPrepared: 'prepared',
  OrderShipped: 'shipped',
  OrderDelivered: 'delivered',
  OrderReadyForPickup: 'ready-for-pickup',
  OrderPickedUp: 'picked-up',
  WithdrawalRequested: 'withdrawal',
} as const satisfies Record<string, JobData['send-order-mail']['mail']>

type Move = keyof typeof mails

export const whenOrderMovesTellBuyer = (Object.keys(mails) as Move[]).map(tell)

export const whenStaffCancelTellBuyer: Policy<'OrderCancelled'> = {
  on: 'OrderCancelled',
  jobs: ({ data: { orderId, reason }, position }) =>
    reason === 'by_staff' ? [{ name: 'send-order-mail', data: { mail: 'transfer-cancelled', orderId, position } }] : [],
}

function tell(on: Move): Policy<Move> {
  return {
    on,
    jobs: ({ data: { orderId }, position, at }) => [
      { name: 'send-order-mail', data: { mail: mails[on], orderId, position, at: at.toISOString() } },
    ],
  }
}
