// When a part of a payment must go back, ask the provider to refund it.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

export const whenPartialRefundRequestedRefund: Policy<'PartialRefundRequested'> = {
  on: 'PartialRefundRequested',
  jobs: ({ data: { orderId, paymentId, refund }, meta }) =>
    isOfDemo(meta) ? [] : [{ name: 'refund-part', data: { orderId, paymentId, refund } }],
}
