// When a refund of a payment without order is requested or retried, ask the provider.
import type { Policy } from './policy.ts'

type Asked = 'UnmatchedRefundRequested' | 'UnmatchedRefundRetried'

export const whenUnmatchedRefundRequestedRefund = [refund('UnmatchedRefundRequested'), refund('UnmatchedRefundRetried')]

function refund(on: Asked): Policy<Asked> {
  return { on, jobs: ({ data: { paymentId } }) => [{ name: 'refund-unmatched', data: { paymentId } }] }
}
