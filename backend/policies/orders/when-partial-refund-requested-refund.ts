// When a partial refund is requested or an admin retries it, ask the provider.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

type Asked = 'PartialRefundRequested' | 'PartialRefundRetried'

export const whenPartialRefundRequestedRefund = [refund('PartialRefundRequested'), refund('PartialRefundRetried')]

function refund(on: Asked): Policy<Asked> {
  return {
    on,
    jobs: ({ data: { orderId, paymentId, refund }, meta }) =>
      isOfDemo(meta) ? [] : [{ name: 'refund-part', data: { orderId, paymentId, refund } }],
  }
}
