// When an order was paid, send its buyer a receipt. The demo's history happened before there was a shop to write mails.
import { isOfDemo, type Policy } from './policy.ts'

export const whenOrderPaidSendReceipt: Policy<'OrderPaid'> = {
  on: 'OrderPaid',
  jobs: ({ data, meta }) => (isOfDemo(meta) ? [] : [{ name: 'send-receipt', data: { orderId: data.orderId } }]),
}
