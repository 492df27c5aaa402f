// When a refund is requested or an admin retries it, ask the provider.
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import type { NewJob } from '#backend/jobs/queue.ts'
import { isOfDemo, type Policy } from './policy.ts'

type Asked = 'RefundRequested' | 'RefundRetried'

export const whenRefundRequestedRefund = [refund('RefundRequested'), refund('RefundRetried')]

function refund(on: Asked): Policy<Asked> {
  return { on, jobs: ({ data, meta }) => (isOfDemo(meta) ? [] : [jobOf(data)]) }
}

function jobOf({ orderId, paymentId, refund }: RefundId): NewJob {
  if (orderId === null) return { name: 'refund-unmatched', data: { paymentId } }
  if (refund === wholePayment) return { name: 'refund-payment', data: { orderId, paymentId } }
  return { name: 'refund-part', data: { orderId, paymentId, refund } }
}
