// When a payment or a part was refunded, tell the buyer how much.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

export const whenMoneyWentBackTellBuyer = [
  tell('PaymentPartiallyRefunded'),
  tell('PartialRefundFound'),
  tell('PaymentRefunded'),
]

type Back = 'PaymentPartiallyRefunded' | 'PartialRefundFound' | 'PaymentRefunded'

function tell(on: Back): Policy<Back> {
  return {
    on,
    jobs: ({ data: { orderId, amountCents }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail: 'refunded', orderId, position, amountCents } }],
  }
}
