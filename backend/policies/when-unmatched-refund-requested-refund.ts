// When a payment of no order must go back, ask the provider to refund it; again, when an admin says so.
import type { Policy } from './policy.ts'

type Asked = 'UnmatchedRefundRequested' | 'UnmatchedRefundRetried'

export const whenUnmatchedRefundRequestedRefund = [refund('UnmatchedRefundRequested'), refund('UnmatchedRefundRetried')]

function refund(on: Asked): Policy<Asked> {
  return { on, jobs: ({ data: { paymentId } }) => [{ name: 'refund-unmatched', data: { paymentId } }] }
}
