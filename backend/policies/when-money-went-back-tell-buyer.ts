import type { Policy } from './policy.ts'

export const whenMoneyWentBackTellBuyer = [tell('RefundFound'), tell('PaymentRefunded')]

type Back = 'RefundFound' | 'PaymentRefunded'

function tell(on: Back): Policy<Back> {
  return {
    on,
    // The shop knows no buyer of a payment that names no order.
    jobs: ({ data: { orderId, amountCents }, position }) =>
      orderId === null ? [] : [{ name: 'send-order-mail', data: { mail: 'refunded', orderId, position, amountCents } }],
  }
}
