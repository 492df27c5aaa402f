// When an order ends unpaid, close its checkout. Not for a rejected one: the buyer may retry with another card.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

type Ending = 'OrderCancelled' | 'OrderExpired'

export const whenOrderEndsCloseCheckout = [close('OrderCancelled'), close('OrderExpired')]

function close(on: Ending): Policy<Ending> {
  return {
    on,
    jobs: ({ data: { orderId }, meta }) => (isOfDemo(meta) ? [] : [{ name: 'close-checkout', data: { orderId } }]),
  }
}
