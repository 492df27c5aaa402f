// When an order was placed, look at it again when its hold is over.
import type { Policy } from './policy.ts'

export const whenOrderPlacedExpireLater: Policy<'OrderPlaced'> = {
  on: 'OrderPlaced',
  jobs: ({ data }) => [{ name: 'expire-order', data: { orderId: data.orderId }, startAfter: data.holdUntil }],
}
