// The receipt of a paid order.
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import type { OrderView } from '#backend/readmodels/orders/orders.queries.ts'
import { addressed, framed, type Sender } from './mail-frame.ts'
import { moneyFormat } from './money.ts'

/** The same order makes the same mail, with the same message id, so that a repeat is recognised by mail servers. */
export function receiptMail(order: OrderView, buyer: { name: string; email: string }, sender: Sender): Mail {
  const money = moneyFormat(order.currency)
  const lines = order.lines.map((line) => ({
    text: `${line.quantity} × ${line.name}`,
    amount: money.format(line.price * line.quantity),
  }))
  return {
    to: buyer.email,
    subject: `Tu compra en GamerTech: orden Nº ${order.id}`,
    messageId: `<order-${order.id}@${new URL(sender.publicUrl).hostname}>`,
    ...framed(
      {
        heading: `¡Gracias por tu compra${addressed(buyer.name)}!`,
        parts: [
          `Recibimos tu pago de la orden Nº ${order.id}.`,
          { lines: [...lines, ...shippingOf(order, money)], total: money.format(order.total) },
          { button: 'Ver la orden', address: `${sender.publicUrl}/order/${order.id}` },
        ],
        why: 'Te escribimos porque compraste en la tienda.',
      },
      sender,
    ),
  }
}

function shippingOf({ shipping }: OrderView, money: Intl.NumberFormat) {
  if (!shipping) return []
  const days = shipping.days === 1 ? '1 día hábil' : `${shipping.days} días hábiles`
  return [{ text: `Envío (hasta ${days})`, amount: shipping.price === 0 ? 'Gratis' : money.format(shipping.price) }]
}
