import type { Policy } from './policy.ts'

type Asked = 'RefundRequested' | 'RefundRetried'

export const whenRefundRequestedRefund = [ask('RefundRequested'), ask('RefundRetried')]

function ask(on: Asked): Policy<Asked> {
  return {
    on,
    jobs: ({ data: { orderId, paymentId, refund } }) => [
      { name: 'refund-payment', data: { orderId, paymentId, refund } },
    ],
  }
}
