import type { Policy } from './policy.ts'

export const whenOrderPlacedExpireLater: Policy<'OrderPlaced'> = {
  on: 'OrderPlaced',
  ofDemoToo: true,
  jobs: ({ data }) => [{ name: 'expire-order', data: { orderId: data.orderId }, startAfter: data.holdUntil }],
}
