// When a refund is requested or an admin retries it, ask the provider.
import type { Policy } from './policy.ts'

type Asked = 'RefundRequested' | 'SetAsideRefundRequested' | 'RefundRetried'

export const whenRefundRequestedRefund = [
  refund('RefundRequested'),
  refund('SetAsideRefundRequested'),
  refund('RefundRetried'),
]

function refund(on: Asked): Policy<Asked> {
  return {
    on,
    jobs: ({ data: { orderId, paymentId } }) => [{ name: 'refund-payment', data: { orderId, paymentId } }],
  }
}
