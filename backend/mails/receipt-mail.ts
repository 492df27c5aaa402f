import { toDecimal } from '#backend/domain/money.ts'
import type { Order } from '#backend/domain/order/order.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'
import { moneyFormat } from './money.ts'

type ReceiptOrder = Pick<Order, 'orderId' | 'lines' | 'shipping' | 'totalCents' | 'currency'>

/** The same order produces the same message id, so that mail servers recognise a repeat. */
export function receiptMail(order: ReceiptOrder, buyer: { name: string; email: string }, sender: Sender): Mail {
  const money = moneyFormat(order.currency)
  const lines = order.lines.map((line) => ({
    text: `${line.quantity} × ${line.name}`,
    amount: money.format(toDecimal(line.priceCents * line.quantity)),
  }))
  return {
    to: buyer.email,
    subject: `Tu compra en GamerTech: orden Nº ${order.orderId}`,
    messageId: `<order-${order.orderId}@${new URL(sender.publicUrl).hostname}>`,
    ...framed(
      {
        heading: `¡Gracias por tu compra${addressed(buyer.name)}!`,
        parts: [
          `Recibimos tu pago de la orden Nº ${order.orderId}.`,
          { lines: [...lines, ...shippingOf(order, money)], total: money.format(toDecimal(order.totalCents)) },
          { button: 'Ver la orden', address: `${sender.publicUrl}/order/${order.orderId}` },
        ],
        why: 'Te escribimos porque compraste en la tienda.',
      },
      sender,
    ),
  }
}

function shippingOf({ shipping }: ReceiptOrder, money: Intl.NumberFormat) {
  if (!shipping) return []
  const days = shipping.days === 1 ? '1 día hábil' : `${shipping.days} días hábiles`
  return [
    {
      text: `Envío (hasta ${days})`,
      amount: shipping.priceCents === 0 ? 'Gratis' : money.format(toDecimal(shipping.priceCents)),
    },
  ]
}
