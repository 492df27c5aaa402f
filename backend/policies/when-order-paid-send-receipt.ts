import type { Policy } from './policy.ts'

export const whenOrderPaidSendReceipt: Policy<'OrderPaid'> = {
  on: 'OrderPaid',
  jobs: ({ data: { orderId } }) => [{ name: 'send-receipt', data: { orderId } }],
}
