// When a transfer has to go back, ask its buyer for an account: the bank takes no money back by itself.
import { isMovement } from '#backend/domain/payment/payment-ids.limits.ts'
import type { Policy } from './policy.ts'

export const whenTransferGoesBackTellBuyer: Policy<'RefundRequested'> = {
  on: 'RefundRequested',
  jobs({ data: { orderId, paymentId, refund, amountCents }, position }) {
    if (orderId === null || !isMovement(paymentId)) return []
    const id = { orderId, paymentId, refund }
    return [{ name: 'send-order-mail', data: { mail: 'transfer-refund', orderId, position, amountCents, refund: id } }]
  },
}
