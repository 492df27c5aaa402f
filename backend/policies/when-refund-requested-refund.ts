// When a payment must go back, ask the provider to refund it.
import type { Policy } from './policy.ts'

type Asked = 'RefundRequested' | 'SetAsideRefundRequested'

export const whenRefundRequestedRefund = [refund('RefundRequested'), refund('SetAsideRefundRequested')]

function refund(on: Asked): Policy<Asked> {
  return {
    on,
    jobs: ({ data: { orderId, paymentId } }) => [{ name: 'refund-payment', data: { orderId, paymentId } }],
  }
}
