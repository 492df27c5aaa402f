// When a payment must go back, ask the provider to refund it.
import type { Policy } from './policy.ts'

export const whenRefundRequestedRefund: Policy<'RefundRequested'> = {
  on: 'RefundRequested',
  jobs: ({ data }) => [{ name: 'refund-payment', data: { orderId: data.orderId, paymentId: data.paymentId } }],
}
