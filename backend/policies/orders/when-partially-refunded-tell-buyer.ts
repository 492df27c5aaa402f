// When a part of a payment went back, tell the buyer how much.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

export const whenPartiallyRefundedTellBuyer = [tell('PaymentPartiallyRefunded'), tell('PartialRefundFound')]

type Part = 'PaymentPartiallyRefunded' | 'PartialRefundFound'

function tell(on: Part): Policy<Part> {
  return {
    on,
    jobs: ({ data: { orderId, amountCents }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail: 'refunded', orderId, position, amountCents } }],
  }
}
