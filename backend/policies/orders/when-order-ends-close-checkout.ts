// When an order ends unpaid, nobody must be able to pay it any more. A rejected one may still be paid by another card in the same checkout.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

type Ending = 'OrderCancelled' | 'OrderExpired'

export const whenOrderEndsCloseCheckout = [close('OrderCancelled'), close('OrderExpired')]

function close(on: Ending): Policy<Ending> {
  return {
    on,
    jobs: ({ data: { orderId }, meta }) => (isOfDemo(meta) ? [] : [{ name: 'close-checkout', data: { orderId } }]),
  }
}
