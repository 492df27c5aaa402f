// When a part of a payment went back, tell the buyer how much.
import type { Policy } from '#backend/policies/policy.ts'

export const whenPartiallyRefundedTellBuyer: Policy<'PaymentPartiallyRefunded'> = {
  on: 'PaymentPartiallyRefunded',
  jobs: ({ data: { orderId, amountCents }, position }) => [
    { name: 'send-order-mail', data: { mail: 'refunded', orderId, position, amountCents } },
  ],
}
