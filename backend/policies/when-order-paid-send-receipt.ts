// When an order was paid, send its buyer a receipt. Skips demo history, which predates the shop.
import { isOfDemo, type Policy } from './policy.ts'

export const whenOrderPaidSendReceipt: Policy<'OrderPaid'> = {
  on: 'OrderPaid',
  jobs: ({ data, meta }) => (isOfDemo(meta) ? [] : [{ name: 'send-receipt', data: { orderId: data.orderId } }]),
}
