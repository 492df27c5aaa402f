import type { JobData } from '#backend/jobs/queue.ts'
import type { Policy } from './policy.ts'

const mails = {
  OrderPlaced: 'received',
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

/** Most orders are paid by then. */
const patienceMs = 3 * 60_000

function tell(on: Move): Policy<Move> {
  return {
    on,
    jobs: ({ data: { orderId }, position, at }) => {
      const startAfter = on === 'OrderPlaced' ? new Date(at.getTime() + patienceMs).toISOString() : undefined
      const data = { mail: mails[on], orderId, position }
      return [{ name: 'send-order-mail', data, ...(startAfter && { startAfter }) }]
    },
  }
}
