// The receipt of a paid order as a mail.
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import type { OrderView } from '#backend/readmodels/orders/orders.queries.ts'

/** The same order makes the same mail, with the same message id, so that a repeat is recognised by mail servers. */
export function receiptMail(order: OrderView, buyer: { name: string; email: string }, publicUrl: string): Mail {
  const money = new Intl.NumberFormat('es-AR', { style: 'currency', currency: order.currency })
  const address = `${publicUrl}/order/${order.id}`
  const lines = order.lines.map((line) => ({
    text: `${line.quantity} × ${line.name}`,
    amount: money.format(line.price * line.quantity),
  }))
  const total = money.format(order.total)
  return {
    to: buyer.email,
    subject: `Tu compra en GamerTech: orden Nº ${order.id}`,
    messageId: `<order-${order.id}@${new URL(publicUrl).hostname}>`,
    text: [
      `Hola, ${buyer.name}:`,
      '',
      `Recibimos tu pago de la orden Nº ${order.id}.`,
      '',
      ...lines.map((line) => `- ${line.text}: ${line.amount}`),
      '',
      `Total: ${total}`,
      '',
      `Podés verla en ${address}`,
    ].join('\n'),
    html: (
      html`<div style="font-family:Arial,sans-serif;max-width:560px;margin:auto;color:#16181f">
<h1 style="font-size:22px">¡Gracias por tu compra, ${buyer.name}!</h1>
<p>Recibimos tu pago de la orden <strong>Nº ${order.id}</strong>.</p>
<table style="width:100%;border-collapse:collapse">${lines.map((line) => html`<tr><td style="padding:8px 0;border-bottom:1px solid #e4e5ec">${line.text}</td><td style="text-align:right;border-bottom:1px solid #e4e5ec">${line.amount}</td></tr>`)}
<tr><td style="padding:12px 0"><strong>Total</strong></td><td style="text-align:right"><strong>${total}</strong></td></tr></table>
<p><a href="${address}" style="color:#5b3df5">Ver la orden</a></p></div>` as HtmlEscapedString
    ).toString(),
  }
}
