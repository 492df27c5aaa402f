// When an order ends unpaid, close its checkout. Not for a rejected one: the buyer may retry with another card.
import type { Policy } from './policy.ts'

type Ending = 'OrderCancelled' | 'OrderExpired'

export const whenOrderEndsCloseCheckout = [close('OrderCancelled'), close('OrderExpired')]

function close(on: Ending): Policy<Ending> {
  return { on, jobs: ({ data: { orderId } }) => [{ name: 'close-checkout', data: { orderId } }] }
}
