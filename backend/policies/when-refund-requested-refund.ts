import { isMovement } from '#backend/domain/payment/payment-ids.limits.ts'
import type { Policy } from './policy.ts'

type Asked = 'RefundRequested' | 'RefundRetried'

export const whenRefundRequestedRefund = [ask('RefundRequested'), ask('RefundRetried')]

function ask(on: Asked): Policy<Asked> {
  return {
    on,
    // Staff transfer the money of a transfer back, and enter the movement.
    jobs: ({ data: { orderId, paymentId, refund } }) =>
      isMovement(paymentId) ? [] : [{ name: 'refund-payment', data: { orderId, paymentId, refund } }],
  }
}
